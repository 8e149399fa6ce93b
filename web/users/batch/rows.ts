import { escapeFormula, formulaPrefix } from '../../../schema/formula-injection.ts'
import { trimInvisible } from '../../../schema/text.ts'
import {
  type BulkField,
  type BulkRowResult,
  bulkFields,
} from '../../../schema/users/bulk-import.ts'
import { NewUser } from '../../../schema/users/user.ts'
import { t, translated } from '../../messages/t.ts'
import { downloadFile } from '../../ui/download-file.ts'
import { levelLabels } from '../access-levels.ts'
import { type Cell, fieldOf, headerWithin, isHeader, letters, type SheetRow } from './sheet.ts'

type MatchedColumns = {
  rows: BatchRow[]
  /** Notes about the whole file. */
  notes: string[]
}

/** Maps columns to fields by the header, in any case, order and spelling; without a header, in the template's order. */
export function matchColumns(sheet: SheetRow[]): MatchedColumns {
  const at = sheet.slice(0, headerWithin).findIndex(isHeader)
  const columns = at < 0 ? [...bulkFields] : fieldsOf(sheet[at]?.cells ?? [])
  // A row above the header with a single cell is a title; one with more cells is a user and must not be lost.
  const above = sheet.slice(0, Math.max(0, at)).filter(({ cells }) => filled(cells) > 1)
  const rows = [...above, ...sheet.slice(at + 1)].map((row) => rowOf(row, columns))
  return { rows, notes: at < 0 ? [noHeader] : notesOn(sheet[at]?.cells ?? [], columns) }
}

const noHeader = t(
  'The file has no header row, so its columns were read in the order of the template.',
)

// The extra column in the error files downloaded here.
const ownColumn = 'error'

/** Returns the field of each column. If a field occurs twice, only the first column has it. */
function fieldsOf(cells: Cell[]): (BulkField | undefined)[] {
  const named = cells.map(fieldOf)
  return named.map((field, index) => (named.indexOf(field) === index ? field : undefined))
}

function filled(cells: Cell[]): number {
  return cells.filter(({ text }) => text.trim() !== '').length
}

function notesOn(header: Cell[], columns: (BulkField | undefined)[]): string[] {
  const twice = header.filter((cell, index) => fieldOf(cell) && !columns[index])
  const unknown = header.filter(
    (cell) => cell.text.trim() && !fieldOf(cell) && letters(cell) !== ownColumn,
  )
  return [
    ...twice.map(({ text }) =>
      t('The column {text} appears twice. The first one is used.', { text: text.trim() }),
    ),
    ...(unknown.length > 0
      ? [
          t(
            "{count, plural, one {The column {names} isn't imported.} other {The columns {names} aren't imported.}}",
            { count: unknown.length, names: columnNames(unknown) },
          ),
        ]
      : []),
  ]
}

function columnNames(cells: Cell[]): string {
  return cells.map(({ text }) => t('"{name}"', { name: text.trim().slice(0, 40) })).join(', ')
}

function rowOf(row: SheetRow, columns: (BulkField | undefined)[]): BatchRow {
  const values = { ...blank }
  const doubts: BatchRow['doubts'] = {}
  for (const [index, field] of columns.entries()) {
    const cell = row.cells[index]
    if (!field || !cell) continue
    // A password may begin or end with a space.
    values[field] = field === 'password' ? cell.text : trimInvisible(cell.text)
    // The worker that reads the file has no translations.
    if (cell.doubt) doubts[field] = translated(cell.doubt)
  }
  if (row.doubt) doubts.username ??= translated(row.doubt)
  return { number: row.number, values, doubts, edited: [], repeatsHeader: isHeader(row) }
}

export const blank: Record<BulkField, string> = {
  username: '',
  fullName: '',
  email: '',
  accessLevel: '',
  cardSlug: '',
  password: '',
}

export type BatchRow = {
  /** Row number in the file, from 1. */
  number: number
  values: Record<BulkField, string>
  /** Why a cell may differ from what was meant; cleared by an edit. */
  doubts: Partial<Record<BulkField, string>>
  edited: BulkField[]
  repeatsHeader: boolean
  /** Result of the last upload of this row. */
  outcome?: BulkRowResult
}

/** Taken names, in lower case. */
export type Taken = { usernames: Set<string>; slugs: Set<string> }

type RowStatus = 'valid' | 'invalid' | 'made'
export type RowCheck = {
  status: RowStatus
  errors: Partial<Record<BulkField, string>>
  /** All errors, joined with commas; empty if none. */
  reason: string
}

/** Validates each row by itself, and against the rows before it and the taken names; returns the results in order. */
export function checkRows(rows: BatchRow[], { level, taken }: { level: number; taken: Taken }) {
  const seen: Taken = { usernames: new Set(), slugs: new Set() }
  return rows.map((row): RowCheck => {
    // The names of a created row count too, so that a second row with one of them stays invalid.
    const errorsOfNames = nameErrors(row, taken, seen)
    if (isCreated(row)) return { status: 'made', errors: {}, reason: '' }
    if (row.repeatsHeader)
      return { status: 'invalid', errors: {}, reason: t('Duplicate header row') }
    const errors = {
      ...fieldErrors(row, level),
      ...errorsOfNames,
      ...serverError(row),
      ...row.doubts,
    }
    const reasons = bulkFields.flatMap((field) => errors[field] ?? [])
    return {
      status: reasons.length === 0 ? 'valid' : 'invalid',
      errors,
      reason: reasons.join(', '),
    }
  })
}

/** Returns the row as the server expects it. */
export function sendable({ values }: BatchRow) {
  const { accessLevel, cardSlug, ...texts } = values
  return { ...texts, accessLevel: levelOf(accessLevel), cardSlug: cardSlug || null }
}

/** Returns the row with a changed cell and without the server's result. */
export function edited(row: BatchRow, field: BulkField, text: string): BatchRow {
  const { [field]: _, ...doubts } = row.doubts
  return {
    ...row,
    values: { ...row.values, [field]: text },
    doubts,
    edited: [...new Set([...row.edited, field])],
    outcome: undefined,
  }
}

export function isCreated({ outcome }: BatchRow): boolean {
  return outcome?.status === 'made' || outcome?.status === 'exists'
}

/** Returns how many rows this upload created, and how many already existed from an earlier one. */
export function countCreated(rows: BatchRow[]): { made: number; exists: number } {
  const count = (status: BulkRowResult['status']) =>
    rows.filter(({ outcome }) => outcome?.status === status).length
  return { made: count('made'), exists: count('exists') }
}

function levelOf(text: string): number {
  if (text === '') return 1
  const named = levelLabels.findIndex((label) => label.toLowerCase() === text.toLowerCase())
  return named > 0 ? named : Number(text)
}

function fieldErrors({ values }: BatchRow, level: number): RowCheck['errors'] {
  const errors: RowCheck['errors'] = {}
  for (const field of ['username', 'fullName', 'email', 'cardSlug', 'password'] as const) {
    const issue = NewUser.shape[field].safeParse(values[field]).error?.issues[0]
    if (issue)
      errors[field] = field === 'email' ? t('Invalid email format') : translated(issue.message)
  }
  for (const field of ['username', 'fullName', 'email'] as const)
    if (formulaPrefix.test(values[field]))
      errors[field] ??= t('{labels} looks like a formula', { labels: labels[field] })
  const parsedLevel = NewUser.shape.accessLevel.safeParse(levelOf(values.accessLevel))
  if (!parsedLevel.success) errors.accessLevel = t('Access level must be a number from 1 to 5')
  else if (parsedLevel.data > level)
    errors.accessLevel = t('You can grant access levels up to your own')
  return errors
}

export const labels: Record<BulkField, string> = {
  username: t('Username'),
  fullName: t('Full Name'),
  email: t('Email'),
  accessLevel: t('Access Level'),
  cardSlug: t('Card Slug'),
  password: t('Password'),
}

function nameErrors({ values }: BatchRow, taken: Taken, seen: Taken): RowCheck['errors'] {
  const errors: RowCheck['errors'] = {}
  const name = values.username.toLowerCase()
  const slug = values.cardSlug.toLowerCase()
  if (name && taken.usernames.has(name)) errors.username = t('Username already exists')
  else if (name && seen.usernames.has(name))
    errors.username = t('Username appears twice in the file')
  if (slug && taken.slugs.has(slug)) errors.cardSlug = t('Slug already exists')
  else if (slug && seen.slugs.has(slug)) errors.cardSlug = t('Slug appears twice in the file')
  seen.usernames.add(name)
  seen.slugs.add(slug)
  return errors
}

// An error about the whole row is shown at its first cell.
function serverError({ outcome }: BatchRow): RowCheck['errors'] {
  return outcome?.status === 'refused' ? { [outcome.field ?? 'username']: outcome.reason } : {}
}

const example = ['jdoe', t('Jane Doe'), 'jane.doe@example.com', '1', 'jane-doe', 'choose-one']

/** Downloads the template: a header and an example row. */
export function saveTemplate(): void {
  void save([[...bulkFields], example], 'user_upload_template.csv')
}

/** Downloads the failed rows, to correct and upload again. */
export function saveFailed(lines: string[][]): void {
  void save(lines, 'user_upload_errors.csv')
}

/** Returns a header, and the failed rows with their current values and errors. */
export function failedLines(rows: BatchRow[], checks: RowCheck[]): string[][] {
  const failed = rows.flatMap((row, index) => {
    const check = checks[index]
    if (check?.status !== 'invalid') return []
    return [[...bulkFields.map((field) => row.values[field]), check.reason]]
  })
  return [[...bulkFields, 'error'], ...failed]
}

async function save(lines: string[][], name: string): Promise<void> {
  downloadFile(new Blob([await csv(lines)], { type: 'text/csv;charset=utf-8' }), name)
}

/** Returns the lines as CSV by RFC 4180, with a byte-order mark and escaped formulas. */
export async function csv(lines: string[][]): Promise<string> {
  const { default: Papa } = await import('papaparse')
  const safe = lines.map((cells) => cells.map(escapeFormula))
  return `\ufeff${Papa.unparse(safe, { quotes: true })}\r\n`
}
