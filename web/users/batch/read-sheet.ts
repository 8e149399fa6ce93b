/** Reads a file with users. Whether it is a spreadsheet or text follows from its content, not its name. */

import Papa from 'papaparse'
import { unescapeFormula } from '../../../schema/formula-injection.ts'
import { t } from '../../messages/t.ts'
import { decode, type Encoding } from './encoding.ts'
import { readWorkbook } from './read-workbook.ts'
import {
  type Cell,
  fieldOf,
  fieldsIn,
  headerWithin,
  isFilled,
  isHeader,
  longestCell,
  maxDataColumns,
  mostRows,
  type Sheet,
  type SheetRow,
  UnreadableFileError,
} from './sheet.ts'

/** Returns the rows that are not blank. Without `encoding`, the encoding of a text is detected or suggested. */
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

/** Marks cells with line breaks or with U+FFFD, which the decoder puts in place of invalid bytes. */
function withDoubts(row: SheetRow): SheetRow {
  const unreadable = t('The cell has characters that cannot be read: enter text instead')
  const severalLines = t('The cell has several lines: enter text instead')
  const cells = row.cells.slice(0, maxDataColumns).map((cell) => {
    if (cell.text.includes('\ufffd')) return { ...cell, doubt: unreadable }
    return /[\r\n]/.test(cell.text) ? { ...cell, doubt: severalLines } : cell
  })
  return { ...row, cells }
}

/** Returns the rows that are not blank, at most `mostRows`. */
function readText(text: string): SheetRow[] {
  // A file from DOS ends with Ctrl+Z.
  const lines = withoutOuterQuotes(text.replace(/\u001a+$/, '').split(/\r\n?|\n/))
  // The first line of a file for Excel may name the delimiter.
  const named = /^"?sep=([^"])"?\1*$/i.exec(lines[0] ?? '')?.[1]
  const first = named ? 1 : 0
  const rows: SheetRow[] = []
  let number = first
  for (const record of recordsOf(lines, first, layoutOf(headOf(lines, first), named))) {
    number += 1
    if (record.texts.some((text) => text.trim())) rows.push(rowOf(record, number))
    if (rows.length >= mostRows) break
  }
  return withExtraCells(rows)
}

/**
 * Returns the lines without the quotation marks around each. Excel adds them to a list whose lines are all in the first
 * column. They are removed only if the lines within have a header.
 */
function withoutOuterQuotes(lines: string[]): string[] {
  const head = headOf(lines, 0)
  const inner = head.map(withoutQuotes)
  const isQuoted = head.every((line, at) => line !== inner[at])
  return isQuoted && fieldsOf(inner) > 0 ? lines.map(withoutQuotes) : lines
}

function withoutQuotes(line: string): string {
  const [, inner] = /^"((?:[^"]|"")*)"[,;\t]*$/.exec(line) ?? []
  return inner?.replaceAll('""', '"') ?? line
}

const delimiters = [',', ';', '\t', '|']

/** Returns how many fields the header has with the best delimiter. */
function fieldsOf(head: string[]): number {
  return Math.max(0, ...delimiters.map((mark) => yieldOf(head, mark).fields))
}

/** Returns the first lines that are not blank. */
function headOf(lines: string[], first: number): string[] {
  const head: string[] = []
  for (let at = first; at < lines.length && head.length < headerWithin; at += 1) {
    const line = lines[at] ?? ''
    if (line.trim()) head.push(line)
  }
  return head
}

type Layout = {
  delimiter: string
  /** Whether a line by itself looks like a user. */
  isUser: (line: string) => boolean
}

function layoutOf(head: string[], named: string | undefined): Layout {
  const delimiter = delimiterOf(head, named)
  const lines = head.map((line) => toCells(looseCells(line, delimiter)))
  const header = lines.find((cells) => isHeader({ cells }))
  const email = header?.findIndex((cell) => fieldOf(cell) === 'email') ?? -1
  const width = (header ?? lines[0] ?? []).length
  const isUser = (line: string) => {
    const cells = looseCells(line, delimiter)
    // In a narrow list, a line within a quoted text may have as many cells.
    if (cells.length === width && width > 3) return true
    return email < 0
      ? cells.some((text) => isAddress({ text }))
      : cells[email]?.includes('@') === true
  }
  return { delimiter, isUser }
}

/**
 * Returns the delimiter that yields a header, else the one that the file names, else the one that yields the most email
 * addresses or cells.
 */
function delimiterOf(head: string[], named: string | undefined): string {
  const yields = (named ? [named, ...delimiters] : delimiters).map((mark) => yieldOf(head, mark))
  const [best] = yields.sort(
    (one, other) =>
      other.fields - one.fields || other.addresses - one.addresses || other.cells - one.cells,
  )
  return (best?.fields ? best.mark : (named ?? best?.mark)) ?? ','
}

function yieldOf(head: string[], mark: string) {
  const lines = head.map((line) => toCells(looseCells(line, mark)))
  const headers = lines.filter((cells) => isHeader({ cells }))
  return {
    mark,
    fields: Math.max(0, ...headers.map((cells) => fieldsIn(cells).size)),
    addresses: lines.filter((cells) => cells.some(isAddress)).length,
    cells: lines.flat().length,
  }
}

function isAddress({ text }: Cell): boolean {
  return /^\s*[^\s@,;|]+@[^\s@,;|]+\s*$/.test(text)
}

function toCells(texts: string[]): Cell[] {
  return texts.map((text) => ({ text }))
}

type TextRecord = { texts: string[]; isMisquoted?: boolean }

/** Yields the records of the lines. A line with wrong quotation marks is a record with these as text. */
function* recordsOf(lines: string[], first: number, layout: Layout): Generator<TextRecord> {
  const odd = oddlyQuoted(lines)
  let next = 0
  for (let at = first; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const texts = parseRecord(line, layout.delimiter)
    if (texts) {
      yield { texts }
      continue
    }
    while ((odd[next] ?? lines.length) <= at) next += 1
    const end = odd[next]
    // A longer quoted text is an error; joining it for each of thousands of lines would take too long.
    const isText = end !== undefined && end - at < mostRows
    const joined = isText ? joinedRecord(lines.slice(at, end + 1), layout) : undefined
    yield joined
      ? { texts: joined }
      : { texts: looseCells(line, layout.delimiter), isMisquoted: true }
    if (joined && end !== undefined) at = end
  }
}

/** Returns the lines with an odd number of quotation marks, which begin or end a text with line breaks. */
function oddlyQuoted(lines: string[]): number[] {
  const odd: number[] = []
  for (const [at, line] of lines.entries())
    if (line.includes('"') && line.split('"').length % 2 === 0) odd.push(at)
  return odd
}

/** Joins the lines into one record; returns undefined if they look like several users. */
function joinedRecord(lines: string[], { delimiter, isUser }: Layout): string[] | undefined {
  const [first = '', ...others] = lines
  if (isUser(first) && others.some(isUser)) return undefined
  return parseRecord(lines.join('\n'), delimiter)
}

/** Parses a record by RFC 4180, also with spaces after delimiters; returns undefined if it is not one. */
function parseRecord(text: string, delimiter: string): string[] | undefined {
  if (!text.includes('"')) return withoutPadding(text.split(delimiter))
  const { data, errors } = Papa.parse<string[]>(text, { delimiter, newline: '\n' })
  const [cells] = data.length === 1 && errors.length === 0 ? data : []
  return cells?.some((cell) => /^ +"/.test(cell)) === false ? cells : paddedCells(text, delimiter)
}

/** Removes the spaces before cells if every cell but the first has them, since they belong to the delimiter. */
function withoutPadding([first = '', ...others]: string[]): string[] {
  const filled = others.filter(Boolean)
  const isPadded = filled.length > 1 && filled.every((cell) => /^ +\S/.test(cell))
  return [first, ...(isPadded ? others.map((cell) => cell.trimStart()) : others)]
}

/** Returns the cells of a record with spaces around quoted texts; undefined if a quotation mark is not closed. */
function paddedCells(text: string, delimiter: string): string[] | undefined {
  const cells = [...text.matchAll(cellOf(delimiter))]
  const isWhole = cells.reduce((sum, [whole]) => sum + whole.length, 0) === text.length
  if (!isWhole || cells.some(([, , plain = '']) => plain.includes('"'))) return undefined
  return looseCells(text, delimiter).map((cell, at) => (cells[at]?.[1] ? cell : cell.trim()))
}

/** Returns the cells of a line; quotation marks that are not closed stay as text. */
function looseCells(line: string, delimiter: string): string[] {
  const texts: string[] = []
  for (const [whole, quoted, text = ''] of line.matchAll(cellOf(delimiter))) {
    texts.push(quoted?.replaceAll('""', '"') ?? text)
    if (!whole.endsWith(delimiter)) break
  }
  return texts
}

/** Returns a pattern for a cell, quoted or not, and the delimiter after it. */
function cellOf(delimiter: string): RegExp {
  const mark = `\\u${delimiter.charCodeAt(0).toString(16).padStart(4, '0')}`
  return new RegExp(`(?: *"((?:[^"]|"")*)" *|([^${mark}]*))(?:${mark}|$)`, 'gy')
}

const quoteMessage = t(
  'A quotation mark in this row is not closed or not doubled, so it was read as text. Check the row, then press Enter here.',
)

function rowOf({ texts, isMisquoted }: TextRecord, number: number): SheetRow {
  const cells = texts.map(
    (text): Cell => ({
      text: unescapeFormula(withoutFormula(text).slice(0, longestCell)),
    }),
  )
  return { number, cells, ...(isMisquoted && { doubt: quoteMessage }) }
}

/** Returns the text within `="00123"`, a notation that keeps spreadsheets from reading it as a number. */
function withoutFormula(text: string): string {
  return /^="((?:[^"]|"")*)"$/.exec(text)?.[1]?.replaceAll('""', '"') ?? text
}

const extraMessage = t(
  'The row has more cells than the header. Check the row, then press Enter here.',
)

/** Marks rows with more cells than the header, as when a text contains the delimiter. */
function withExtraCells(rows: SheetRow[]): SheetRow[] {
  const at = rows.slice(0, headerWithin).findIndex(isHeader)
  const header = rows[at]
  if (!header) return rows
  const width = header.cells.findLastIndex(({ text }) => text.trim() !== '') + 1
  return rows.map((row, index) =>
    index > at && !row.doubt && row.cells.slice(width).some(({ text }) => text.trim())
      ? { ...row, doubt: extraMessage }
      : row,
  )
}
