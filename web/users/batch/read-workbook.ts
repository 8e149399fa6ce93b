/** Reads the rows of a spreadsheet, .xlsx or .xls. Formulas are never calculated. */
import { type CellObject, read, type WorkBook, type WorkSheet } from '@e965/xlsx'
import { unzipSync, zipSync } from 'fflate'
import * as z from 'zod/mini'
import { unescapeFormula } from '../../../schema/formula-injection.ts'
import { t } from '../../messages/t.ts'
import {
  type Cell,
  headerWithin,
  isHeader,
  longestCell,
  maxDataColumns,
  mostRows,
  type Sheet,
  type SheetRow,
  UnreadableFileError,
} from './sheet.ts'

/** Returns the rows of the visible sheet with the list: preferably one with a header, and the active one. */
export function readWorkbook(bytes: Uint8Array): Sheet {
  const sheets = visibleSheets(openBook(bytes))
  const filled = sheets.filter(({ rows = [] }) => rows.length > 0)
  const listed = filled.filter(({ rows = [] }) => rows.slice(0, headerWithin).some(isHeader))
  const candidates = listed.length > 0 ? listed : filled
  const chosen = candidates.find(({ isActive }) => isActive) ?? candidates[0]
  // SheetJS leaves out a sheet that it cannot parse.
  const isLost = sheets.some(({ rows, isActive }) => !rows && (isActive || listed.length === 0))
  if (isLost) throw new UnreadableFileError(damagedMessage)
  return { rows: chosen?.rows ?? [], only: filled.length > 1 ? chosen?.name : undefined }
}

const damagedMessage = t(
  'The spreadsheet is damaged or has another format. Save it again as .xlsx.',
)

function openBook(bytes: Uint8Array): WorkBook {
  const isZip = bytes[0] === 0x50
  try {
    // Stubs are needed for formulas without a result, and styles for hidden rows.
    const options = {
      dense: true,
      sheetStubs: true,
      cellDates: true,
      cellNF: true,
      cellStyles: true,
    }
    const book = read(isZip ? repack(bytes) : bytes, options)
    if (isZip || hasUnicode(bytes)) return book
  } catch (error) {
    if (error instanceof UnreadableFileError) throw error
    if (/password|encrypt/i.test(String(error)))
      throw new UnreadableFileError(
        t('The file is password-protected. Save it without a password.'),
      )
  }
  throw new UnreadableFileError(damagedMessage)
}

/** Whether an .xls is from Excel 97 or later. Older ones have a stream `Book`, with text in an unknown code page. */
function hasUnicode(bytes: Uint8Array): boolean {
  return new TextDecoder('utf-16le').decode(bytes).includes('Workbook')
}

/** The most bytes of XML, and the most tags in it: each cell has at least one and takes about 100 bytes of memory. */
const mostUnpacked = 60_000_000
const mostTags = 2_000_000

/**
 * Returns the ZIP with only its XML, uncompressed. SheetJS would unpack everything, to any size; fflate unpacks each
 * entry up to the size that the directory declares (APPNOTE 4.3.12). The manifest is left out, so that the file is not
 * read as OpenDocument, in which a few bytes can repeat a row a million times.
 */
function repack(bytes: Uint8Array): Uint8Array {
  let unpacked = 0
  const files = unzipSync(bytes, {
    filter: ({ name, size, originalSize }) => {
      if (!/\.(xml|rels)$/i.test(name) || /^(META-INF\/|objectdata\.xml)/i.test(name)) return false
      unpacked += Math.max(size, originalSize)
      if (unpacked > mostUnpacked) throw new UnreadableFileError(tooLargeMessage)
      return true
    },
  })
  const tags = Object.values(files).reduce((sum, file) => sum + countTags(file), 0)
  if (tags > mostTags) throw new UnreadableFileError(tooLargeMessage)
  return zipSync(files, { level: 0 })
}

const tooLargeMessage = t('The file is too large for a list of users. Save only the list.')

function countTags(file: Uint8Array): number {
  let tags = 0
  for (let at = file.indexOf(0x3c); at >= 0; at = file.indexOf(0x3c, at + 1)) tags += 1
  return tags
}

/** `rows` is undefined if the sheet cannot be parsed. */
type NamedSheet = { name: string; isActive: boolean; rows: SheetRow[] | undefined }

// Missing from SheetJS's types.
const Views = z.object({ WBView: z.array(z.object({ activeTab: z.optional(z.number()) })) })

function visibleSheets({ SheetNames, Sheets, Workbook }: WorkBook): NamedSheet[] {
  const active = Views.safeParse(Workbook).data?.WBView[0]?.activeTab ?? 0
  const all = SheetNames.map((name, index) => ({
    name,
    isHidden: (Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0,
    isActive: index === active,
    rows: rowsOf(Sheets[name]),
  }))
  const visible = all.filter(({ isHidden }) => !isHidden)
  return visible.length > 0 ? visible : all
}

/** Returns the rows that have text or a formula without a result, at most `mostRows`. */
function rowsOf(sheet: WorkSheet | undefined): SheetRow[] | undefined {
  if (!sheet) return undefined
  if (sheet['!type'] === 'chart') return []
  const rows: SheetRow[] = []
  // Visits only existing cells, since row and column numbers can be very large.
  for (const [index, cells] of Object.entries(sheet['!data'] ?? []))
    if (rows.length < mostRows && Object.values(cells).some(isFilledCell)) {
      const isHidden = sheet['!rows']?.[Number(index)]?.hidden === true
      const number = Number(index) + 1
      rows.push({ number, cells: cellsOf(cells), ...(isHidden && { doubt: hiddenMessage }) })
    }
  for (const { s: start, e: end } of sheet['!merges'] ?? [])
    for (const { number, cells } of rows)
      if (number > start.r && number <= end.r + 1)
        markMerged(cells, { from: start.c, to: end.c, isFirst: number === start.r + 1 })
  return rows
}

const hiddenMessage = t(
  'The row is hidden in the spreadsheet. Check the row, then press Enter here.',
)

function isFilledCell(cell: CellObject): boolean {
  return textOf(cell).trim() !== '' || hasNoResult(cell)
}

function hasNoResult({ t: type, f: formula }: CellObject): boolean {
  return type === 'z' && formula !== undefined
}

/** Returns the text that the cell shows. */
function textOf({ t: type, v: value, w: shown }: CellObject): string {
  if (type === 'z') return ''
  return typeof value === 'string' ? value : String(shown ?? value ?? '')
}

/** Returns the first `maxDataColumns` cells, and the first cell with text beyond them. */
function cellsOf(cells: CellObject[]): Cell[] {
  const [, beyond] =
    Object.entries(cells).find(
      ([column, cell]) => Number(column) >= maxDataColumns && isFilledCell(cell),
    ) ?? []
  const width = Math.min(cells.length, maxDataColumns)
  const kept = Array.from({ length: width }, (_, column) => cellOf(cells[column]))
  return beyond ? [...kept, cellOf(beyond)] : kept
}

type Merge = { from: number; to: number; isFirst: boolean }

function markMerged(cells: Cell[], { from, to, isFirst }: Merge): void {
  for (let column = from; column <= Math.min(to, maxDataColumns - 1); column += 1) {
    if (isFirst && column === from) continue
    cells[column] = { text: '', doubt: t('The cell is merged with another: enter text instead') }
  }
}

function cellOf(cell: CellObject | undefined): Cell {
  if (!cell) return { text: '' }
  const text = textOf(cell).slice(0, longestCell)
  if (cell.t === 'e' || (cell.f !== undefined && (text === '' || text.startsWith('#'))))
    return { text: '', doubt: t('The cell is a formula without a result: enter text instead') }
  if (cell.t === 'd') return { text, doubt: t('The cell is a date: enter text instead') }
  if (typeof cell.v === 'number') return numberOf(cell.v, text, String(cell.z ?? general))
  return { text: unescapeFormula(text) }
}

const general = 'General'

/** Returns the number as it was typed, with leading zeros from its format; in doubt if the format changes more. */
function numberOf(value: number, shown: string, format: string): Cell {
  if (/^0\d*$/.test(shown) && Number(shown) === value) return { text: shown }
  // Spreadsheets keep 15 digits.
  const isExact = Number.isSafeInteger(value) || !Number.isInteger(value)
  const isPlain = format === general || Number(shown.replace(/[,\s]/g, '')) === value
  if (isExact && isPlain) return { text: String(value) }
  return {
    text: isExact ? shown : String(value),
    doubt: t('The cell is a formatted number: enter text instead'),
  }
}
