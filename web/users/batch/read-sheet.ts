/** Reads a file with users: a spreadsheet or text, which is told from the content and not from the file's name. */
import { t } from '../../messages/t.ts'
import { decode, type Encoding } from './encoding.ts'
import { readText } from './read-text.ts'
import { readWorkbook } from './read-workbook.ts'
import {
  isFilled,
  maxDataColumns,
  mostRows,
  type Sheet,
  type SheetRow,
  UnreadableFileError,
} from './sheet.ts'

/** Returns the rows that are not blank. Without `encoding`, that of a text is detected, or suggested. */
export function readSheet(bytes: Uint8Array<ArrayBuffer>, encoding?: Encoding): Sheet {
  const sheet = isWorkbook(bytes) ? readWorkbook(bytes) : readCsv(bytes, encoding)
  const rows = sheet.rows.filter(isFilled)
  if (rows.length === 0)
    throw new UnreadableFileError(t('The file has no rows. Add one for each user.'))
  if (rows.length >= mostRows)
    throw new UnreadableFileError(
      t('The file has more than 1,000 users. Split it into smaller files.'),
    )
  if (rows.some(({ cells }) => cells.slice(maxDataColumns).some(({ text }) => text.trim())))
    throw new UnreadableFileError(
      t('The file has more than 32 columns. Keep only those of the template.'),
    )
  return { ...sheet, rows: rows.map(withDoubts) }
}

// The signatures of a ZIP and of a compound file.
const signatures = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1],
]

function isWorkbook(bytes: Uint8Array): boolean {
  return signatures.some((signature) => signature.every((byte, index) => bytes[index] === byte))
}

function readCsv(bytes: Uint8Array<ArrayBuffer>, encoding: Encoding | undefined): Sheet {
  const { text, suggested } = decode(bytes, encoding)
  if (/^\s*(<|\{\\rtf|%PDF)/.test(text) || /[\u0000\u001b]/.test(text))
    throw new UnreadableFileError(
      t('The file is not a list of users. Save the list as .csv or .xlsx.'),
    )
  return { rows: readText(text), suggested }
}

/** Marks the cells with line breaks, and with U+FFFD, the decoder's mark for bytes that are no character. */
function withDoubts(row: SheetRow): SheetRow {
  const unreadable = t('The cell has characters that cannot be read: enter text instead')
  const severalLines = t('The cell has several lines: enter text instead')
  const cells = row.cells.slice(0, maxDataColumns).map((cell) => {
    if (cell.text.includes('\ufffd')) return { ...cell, doubt: unreadable }
    return /[\r\n]/.test(cell.text) ? { ...cell, doubt: severalLines } : cell
  })
  return { ...row, cells }
}
