import { type BulkField, bulkFields } from '../../../../schema/bulk-import.ts'
import type { Cell, SheetRow } from './read-sheet.ts'
import { emptyValues, type ImportRow } from './rows.ts'

type MatchedColumns = {
  rows: ImportRow[]
  /** Notes about the whole file. */
  notes: string[]
}

/**
 * Maps columns to fields by a header in any case, order and spelling; without one, in the
 * template's order.
 */
export function matchColumns(sheet: SheetRow[]): MatchedColumns {
  const at = sheet.slice(0, maxHeaderRow).findIndex(isHeader)
  const columns = at < 0 ? [...bulkFields] : fieldsOf(sheet[at]?.cells ?? [])
  // A row above the header with a single cell is a title; one with more cells is a user and must
  // not be lost.
  const rowsAboveHeader = sheet
    .slice(0, Math.max(0, at))
    .filter(({ cells }) => countFilled(cells) > 1)
  const rows = [...rowsAboveHeader, ...sheet.slice(at + 1)].map((row) => toImportRow(row, columns))
  return { rows, notes: at < 0 ? [noHeaderNote] : columnNotes(sheet[at]?.cells ?? [], columns) }
}

const maxHeaderRow = 10
const noHeaderNote =
  'The file has no header row, so its columns were read in the order of the template.'

const headerNames: Record<BulkField, string[]> = {
  username: ['username', 'user', 'login', 'loginname'],
  fullName: ['fullname', 'name', 'displayname'],
  email: ['email', 'emailaddress', 'mail'],
  accessLevel: ['accesslevel', 'level', 'access', 'role'],
  cardSlug: ['cardslug', 'slug', 'cardurlslug', 'cardurl'],
  password: ['password', 'pass', 'initialpassword'],
}

// The extra column in the error files downloaded here.
const errorColumn = 'error'

function normalizeHeader({ text }: Cell): string {
  return text.toLowerCase().replace(/[^a-z]/g, '')
}

function fieldOf(cell: Cell): BulkField | undefined {
  const name = normalizeHeader(cell)
  return bulkFields.find((field) => headerNames[field].includes(name))
}

/** If a field occurs twice, the first column counts. */
function fieldsOf(cells: Cell[]): (BulkField | undefined)[] {
  const named = cells.map(fieldOf)
  return named.map((field, index) => (named.indexOf(field) === index ? field : undefined))
}

function isHeader({ cells }: SheetRow): boolean {
  const fields = new Set(cells.flatMap((cell) => fieldOf(cell) ?? []))
  return fields.size > 1 && (fields.has('username') || fields.has('email'))
}

function countFilled(cells: Cell[]): number {
  return cells.filter(({ text }) => text.trim() !== '').length
}

function columnNotes(header: Cell[], columns: (BulkField | undefined)[]): string[] {
  const duplicates = header.filter((cell, index) => fieldOf(cell) && !columns[index])
  const unknown = header.filter(
    (cell) => cell.text.trim() && !fieldOf(cell) && normalizeHeader(cell) !== errorColumn,
  )
  return [
    ...duplicates.map(
      ({ text }) => `The column ${text.trim()} appears twice. The first one is used.`,
    ),
    ...(unknown.length > 0
      ? [`Not used: ${unknown.map(({ text }) => text.trim().slice(0, 40)).join(', ')}.`]
      : []),
  ]
}

function toImportRow(row: SheetRow, columns: (BulkField | undefined)[]): ImportRow {
  const values = { ...emptyValues }
  const warnings: ImportRow['warnings'] = {}
  for (const [index, field] of columns.entries()) {
    const cell = row.cells[index]
    if (!field || !cell) continue
    // A password may begin or end with a space.
    values[field] = field === 'password' ? cell.text : cell.text.trim()
    if (cell.warning) warnings[field] = cell.warning
  }
  return { number: row.number, values, warnings, edited: [], repeatsHeader: isHeader(row) }
}
