import { EncryptedFileError, readXls, readXlsx } from 'hucre'
import Papa from 'papaparse'
import { unescapeFormula } from '../../../../schema/formula-injection.ts'
import { t } from '../../../messages/t.ts'

const maxDataRows = 1000
const maxDataColumns = 32

/** A cell's text; `doubt` says why it may not be what was meant. */
export type Cell = { text: string; doubt?: string }
/** A row that is not blank, with its number in the file, from 1. */
export type SheetRow = { number: number; cells: Cell[] }

/** An unreadable file, with a message for the user. */
export class UnreadableFileError extends Error {}

/**
 * Returns the rows of the first non-empty sheet; the format is detected from the content, not the
 * file name.
 */
export async function readSheet(bytes: Uint8Array): Promise<SheetRow[]> {
  const kind = kindOf(bytes)
  const rows = kind === 'text' ? readText(bytes) : await readBook(bytes, kind)
  const filled = rows.filter(({ cells }) => cells.some(({ text, doubt }) => text.trim() || doubt))
  if (filled.length === 0)
    throw new UnreadableFileError(t('The file has no rows. Add one for each user.'))
  // The header and titles above it are not users.
  if (filled.length > maxDataRows + headRows)
    throw new UnreadableFileError(
      t('The file has more than 1,000 users. Split it into smaller files.'),
    )
  if (filled.some(({ cells }) => cells.slice(maxDataColumns).some(({ text }) => text.trim())))
    throw new UnreadableFileError(
      t('The file has more than 32 columns. Keep only those of the template.'),
    )
  return filled.map((row) => ({ ...row, cells: row.cells.slice(0, maxDataColumns) }))
}

const headRows = 10
// Enough to detect too many rows.
const rowsRead = 4 * maxDataRows
const longestCell = 1000
const mostUnpacked = 60_000_000

function kindOf(bytes: Uint8Array): 'xlsx' | 'xls' | 'text' {
  const starts = (...magic: number[]) => magic.every((byte, index) => bytes[index] === byte)
  if (starts(0x50, 0x4b)) return 'xlsx'
  if (starts(0xd0, 0xcf, 0x11, 0xe0)) return 'xls'
  return 'text'
}

async function readBook(bytes: Uint8Array, kind: 'xlsx' | 'xls'): Promise<SheetRow[]> {
  if (kind === 'xlsx' && measureZip(bytes) > mostUnpacked)
    throw new UnreadableFileError(
      t('The file is too large for a list of users. Save only the list.'),
    )
  const read = kind === 'xlsx' ? readXlsx : readXls
  const book = await read(bytes, { maxRows: rowsRead }).catch(throwUnreadable)
  const sheet = book.sheets.find(({ rows }) =>
    rows.some((row) => row.some((cell) => cell !== null)),
  )
  return (sheet?.rows ?? []).map((row, at) => {
    const cells = row.map((value, column) =>
      cellOf(value, sheet?.cells?.get(`${at},${column}`)?.type),
    )
    for (const merge of sheet?.merges ?? [])
      if (at >= merge.startRow && at <= merge.endRow) markMerged(cells, at, merge)
    return { number: at + 1, cells }
  })
}

function throwUnreadable(error: unknown): never {
  if (error instanceof EncryptedFileError)
    throw new UnreadableFileError(t('The file is password-protected. Save it without a password.'))
  throw new UnreadableFileError(
    t('The spreadsheet is damaged or has another format. Save it again as .xlsx.'),
  )
}

function cellOf(value: string | number | boolean | Date | null, type?: string): Cell {
  if (value instanceof Date)
    return {
      text: value.toISOString().slice(0, 10),
      doubt: t('The cell is a date: enter text instead'),
    }
  const text = value === null ? '' : String(value).slice(0, longestCell)
  if (type === 'error' || (type === 'formula' && (text === '' || text.startsWith('#'))))
    return { text: '', doubt: t('The cell is a formula without a result: enter text instead') }
  return { text: unescapeFormula(text) }
}

type Merge = { startRow: number; startCol: number; endRow: number; endCol: number }

function markMerged(cells: Cell[], at: number, { startRow, startCol, endCol }: Merge): void {
  for (let column = startCol; column <= Math.min(endCol, maxDataColumns); column += 1) {
    if (at === startRow && column === startCol) continue
    cells[column] = { text: '', doubt: t('The cell is merged with another: enter text instead') }
  }
}

function readText(bytes: Uint8Array): SheetRow[] {
  const text = decode(bytes)
  if (/^\s*(<|\{\\rtf|%PDF)/.test(text) || text.includes('\u0000'))
    throw new UnreadableFileError(
      t('The file is not a list of users. Save the list as .csv or .xlsx.'),
    )
  const { data } = Papa.parse<string[]>(text, {
    preview: rowsRead,
    delimiter: delimiterOf(text),
  })
  return data.map((row, at) => ({
    number: at + 1,
    cells: row.map((cell) => ({ text: unescapeFormula(cell.slice(0, longestCell)) })),
  }))
}

/** The most frequent delimiter in the first lines. */
function delimiterOf(text: string): string {
  const lines = text.split(/\r\n?|\n/, headRows).join('\n')
  const words = lines.replaceAll(/"[^"]*"/g, '')
  const counts = [',', ';', '\t', '|'].map((mark) => ({ mark, count: words.split(mark).length }))
  return counts.sort((one, other) => other.count - one.count)[0]?.mark ?? ','
}

// Excel writes UTF-8 with a byte-order mark, UTF-16 as "Unicode text", and otherwise a regional
// code page.
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const endMark = 0x06054b50
const entryMark = 0x02014b50

/**
 * Returns the declared unpacked size of a zip in bytes; infinite if undeclared. The unpacker stops
 * each entry at its declared size (APPNOTE 4.3.12, 4.3.16).
 */
export function measureZip(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let end = bytes.length - 22
  while (end >= 0 && view.getUint32(end, true) !== endMark) end -= 1
  if (end < 0) return 0
  let at = view.getUint32(end + 16, true)
  let weight = 0
  while (at + 46 <= bytes.length && view.getUint32(at, true) === entryMark) {
    const [packed, unpacked] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)]
    weight += unpacked === 0 && packed > 2 ? Number.POSITIVE_INFINITY : unpacked
    const [name, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true))
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return weight
}
