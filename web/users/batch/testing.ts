/** Reads files with users as the dialog does, and makes spreadsheets, for tests. */
import { readFileSync } from 'node:fs'
import { strToU8, zipSync } from 'fflate'
import type { BulkField } from '../../../schema/users/bulk-import.ts'
import type { Encoding } from './encoding.ts'
import { readSheet } from './read-sheet.ts'
import { checkRows, matchColumns } from './rows.ts'
import { UnreadableFileError } from './sheet.ts'

export const text = (content: string) => new TextEncoder().encode(content)

/** A file that failed in the field, byte for byte. */
export function fieldCase(name: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(`test/field-cases/${name}`))
}

/** What the dialog shows of a file; `reasons` has the errors of each row. */
export function review(bytes: Uint8Array<ArrayBuffer>, encoding?: Encoding) {
  const { rows: read, ...file } = readSheet(bytes, encoding)
  const { rows, notes } = matchColumns(read)
  const taken = { usernames: new Set<string>(), slugs: new Set<string>() }
  const reasons = checkRows(rows, { level: 5, taken }).map(({ reason }) => reason)
  const column = (field: BulkField) => rows.map(({ values }) => values[field])
  return { ...file, rows, notes, reasons, column }
}

/** Why a file is refused. */
export function refusal(bytes: Uint8Array<ArrayBuffer>): string {
  try {
    readSheet(bytes)
  } catch (error) {
    if (error instanceof UnreadableFileError) return error.message
    throw error
  }
  return ''
}

type TestSheet = {
  /** The rows, as XML. */
  data: string
  name?: string
  state?: string
  /** What follows the rows. */
  after?: string
  dimension?: string
}

type TestBook = {
  sheets: TestSheet[]
  properties?: string
  activeTab?: number
  sharedStrings?: string
  styles?: string
}

const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** An .xlsx of sheets, with the parts given. */
export function workbook(book: TestBook): Uint8Array<ArrayBuffer> {
  const parts = Object.entries(partsOf(book)).map(([name, xml]) => [name, strToU8(xml)] as const)
  return Uint8Array.from(zipSync(Object.fromEntries(parts)))
}

function partsOf({ sheets, sharedStrings, styles, ...book }: TestBook): Record<string, string> {
  const extra = [
    { part: 'sharedStrings', root: 'sst', xml: sharedStrings },
    { part: 'styles', root: 'styleSheet', xml: styles },
  ].filter(({ xml }) => xml)
  const relation = (type: string, target: string, id: string) =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`
  const relations = (...all: string[]) =>
    `<Relationships xmlns="${packaged}/relationships">${all.join('')}</Relationships>`
  const type = (part: string, kind: string) =>
    `<Override PartName="/xl/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`
  return {
    '[Content_Types].xml': `<Types xmlns="${packaged}/content-types">${[
      type('workbook', 'sheet.main'),
      ...sheets.map((_, at) => type(`worksheets/sheet${at}`, 'worksheet')),
      ...extra.map(({ part }) => type(part, part)),
    ].join('')}</Types>`,
    '_rels/.rels': relations(relation('officeDocument', 'xl/workbook.xml', 'r')),
    'xl/_rels/workbook.xml.rels': relations(
      ...sheets.map((_, at) => relation('worksheet', `worksheets/sheet${at}.xml`, `r${at}`)),
      ...extra.map(({ part }) => relation(part, `${part}.xml`, part)),
    ),
    'xl/workbook.xml': workbookXml({ sheets, ...book }),
    ...Object.fromEntries(
      sheets.map((sheet, at) => [`xl/worksheets/sheet${at}.xml`, worksheetXml(sheet)]),
    ),
    ...Object.fromEntries(
      extra.map(({ part, root, xml }) => [
        `xl/${part}.xml`,
        `<${root} xmlns="${spreadsheet}">${xml}</${root}>`,
      ]),
    ),
  }
}

function workbookXml({ sheets, properties = '', activeTab = 0 }: TestBook): string {
  const names = sheets.map(
    ({ name, state = 'visible' }, at) =>
      `<sheet name="${name ?? `Sheet ${at + 1}`}" sheetId="${at + 1}" state="${state}" r:id="r${at}"/>`,
  )
  const views = `<bookViews><workbookView activeTab="${activeTab}"/></bookViews>`
  return `<workbook xmlns="${spreadsheet}" xmlns:r="${office}">${properties}${views}<sheets>${names.join('')}</sheets></workbook>`
}

function worksheetXml({ data, after = '', dimension }: TestSheet): string {
  const used = dimension ? `<dimension ref="${dimension}"/>` : ''
  return `<worksheet xmlns="${spreadsheet}">${used}<sheetData>${data}</sheetData>${after}</worksheet>`
}

/** A row of texts, or of cells as XML. */
export function row(number: number, ...cells: string[]): string {
  const letters = 'ABCDEFGH'
  const all = cells.map((cell, at) => {
    const place = `r="${letters[at]}${number}"`
    return cell.startsWith('<c')
      ? cell.replace('<c', `<c ${place}`)
      : `<c ${place} t="inlineStr"><is><t xml:space="preserve">${cell}</t></is></c>`
  })
  return `<row r="${number}">${all.join('')}</row>`
}

/** The header and the first user of a list. */
export const header = row(1, 'username', 'fullName', 'email', 'password')
export const ann = row(2, 'ann.lee', 'Ann Lee', 'ann@north.example', 'sunny-day-1')
