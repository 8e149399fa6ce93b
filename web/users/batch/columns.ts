import { trimInvisible } from '../../../schema/text.ts'
import { type BulkField, bulkFields } from '../../../schema/users/bulk-import.ts'
import { t, translated } from '../../messages/t.ts'
import { fieldOf, isHeader, letters } from './header.ts'
import { type BatchRow, blank } from './rows.ts'
import { type Cell, headerWithin, type SheetRow } from './sheet.ts'

type MatchedColumns = {
  rows: BatchRow[]
  /** Notes about the whole file. */
  notes: string[]
}

/**
 * Maps columns to fields by a header in any case, order and spelling; without one, in the
 * template's order.
 */
export function matchColumns(sheet: SheetRow[]): MatchedColumns {
  const at = sheet.slice(0, headerWithin).findIndex(isHeader)
  const columns = at < 0 ? [...bulkFields] : fieldsOf(sheet[at]?.cells ?? [])
  // A row above the header with a single cell is a title; one with more cells is a user and must
  // not be lost.
  const above = sheet.slice(0, Math.max(0, at)).filter(({ cells }) => filled(cells) > 1)
  const rows = [...above, ...sheet.slice(at + 1)].map((row) => rowOf(row, columns))
  return { rows, notes: at < 0 ? [noHeader] : notesOn(sheet[at]?.cells ?? [], columns) }
}

const noHeader = t(
  'The file has no header row, so its columns were read in the order of the template.',
)

// The extra column in the error files downloaded here.
const ownColumn = 'error'

/** If a field occurs twice, the first column counts. */
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
          t('Not used: {unknown}.', {
            unknown: unknown.map(({ text }) => text.trim().slice(0, 40)).join(', '),
          }),
        ]
      : []),
  ]
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
