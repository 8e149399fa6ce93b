/** Downloads: `Content-Disposition` (RFC 6266, RFC 8187), streams of text, and tables as CSV or NDJSON. */
import { escapeFormula } from '../../schema/formula-injection.ts'

// File systems allow 255 bytes for a name; browsers append a number when the name exists.
const maxBytes = 200

/** `tail` follows the stem and is never truncated; it must be plain ASCII. */
type Download = { stem: string; tail?: string; extension: string; inline?: boolean }

/** The header's value. Never throws, whatever the stem; falls back to the name `download`. */
export function contentDisposition({
  stem,
  tail = '',
  extension,
  inline = false,
}: Download): string {
  const name = truncate(sanitize(stem), maxBytes - tail.length).replace(devices, '_$&')
  const plain = truncate(ascii(name), maxBytes - tail.length).replace(devices, '_$&')
  const file = (text: string) => `${text || 'download'}${tail}.${extension}`
  return `${inline ? 'inline' : 'attachment'}; filename="${file(plain)}"; filename*=UTF-8''${encoded(file(name))}`
}

// Windows device names, with or without an extension.
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=[. ]|$)/i

// Replaces what file systems refuse and invisible characters (controls, bidi marks).
function sanitize(stem: string): string {
  return stem
    .toWellFormed()
    .replace(/[\\/:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd]+/gu, ' ')
    .replace(/\s+/g, ' ')
}

function ascii(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9 ._-]/g, '')
    .replace(/\s+/g, ' ')
}

function truncate(text: string, bytes: number): string {
  const bare = text.replace(/^[\s.]+/, '')
  const { read } = new TextEncoder().encodeInto(bare, new Uint8Array(bytes))
  return bare.slice(0, read).replace(/(?<![\s.])[\s.]+$/, '')
}

function encoded(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** Streams UTF-8 text. If the generator throws, the download fails instead of ending early. */
export function textStream(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  return byteStream(encodedPieces(pieces))
}

async function* encodedPieces(pieces: AsyncGenerator<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const piece of pieces) yield encoder.encode(piece)
}

/** Streams bytes. If the generator throws, the download fails instead of ending early. */
export function byteStream(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
}

/** A column: `title` is for people, `key` for programs. CSV writes a number with `decimals` decimals. */
export type Column<Row> = {
  key: string
  title: string
  decimals?: number
  of: (row: Row) => Cell
}
export type Table<Row> = { columns: Column<Row>[]; pages: AsyncIterable<Row[]> }
export type Format = 'csv' | 'ndjson'
type Name = { stem: string; tail: string }
/** `total` is the expected number of rows, if it is known before they are read. */
type File = Name & { format: Format; total?: number }

const rowsPerChunk = 500

/** A column for programs, which has only a key. `type` is for formats that have types. */
export type DataColumn<Row> = Pick<Column<Row>, 'key' | 'of'> & {
  type?: 'integer' | 'time' | 'date'
}
export type DataTable<Row> = {
  columns: DataColumn<Row>[]
  pages: AsyncIterable<Row[]>
}

// CSV: RFC 4180 with a byte-order mark; cells that a spreadsheet would run as a formula are escaped.

/** The download as a response, or undefined if the table has no rows. */
export async function tableResponse<Row>(
  { columns, pages }: Table<Row>,
  { format, total, ...name }: File,
): Promise<Response | undefined> {
  const rows = await skipEmptyPages(inChunks(pages))
  if (!rows) return undefined
  const response = format === 'csv' ? csv(columns, rows, name) : ndjson(columns, rows, name)
  if (total !== undefined) response.headers.set('X-Total-Rows', String(total))
  return response
}

/**
 * The download of a table for programs, which may be empty: CSV has the keys as its header and no byte-order mark, which
 * many parsers would read as part of the first one.
 */
export async function dataResponse<Row>(
  { columns, pages }: DataTable<Row>,
  { format, ...name }: Name & { format: Format },
): Promise<Response> {
  const rows = (await skipEmptyPages(inChunks(pages))) ?? noRows()
  if (format === 'ndjson') return ndjson(columns, rows, name)
  const header = columns.map(({ key }) => key)
  return csvResponse(name, { header, pages: cellsOf(columns, rows), byteOrderMark: false })
}

async function* noRows(): AsyncGenerator<never[]> {}

// Small chunks become garbage immediately; a whole page would survive a collection and make memory grow.
async function* inChunks<Row>(pages: AsyncIterable<Row[]>): AsyncGenerator<Row[]> {
  for await (const rows of pages)
    for (let start = 0; start < rows.length; start += rowsPerChunk)
      yield rows.slice(start, start + rowsPerChunk)
}

// Reads the first row before the response starts, so an error or an empty table still gets its own response.
async function skipEmptyPages<Row>(
  pages: AsyncIterable<Row[]>,
): Promise<AsyncGenerator<Row[]> | undefined> {
  const reader = pages[Symbol.asyncIterator]()
  while (true) {
    const { done, value } = await reader.next()
    if (done) return undefined
    if (value.length > 0) return withFirst(value, reader)
  }
}

async function* withFirst<Row>(first: Row[], reader: AsyncIterator<Row[]>): AsyncGenerator<Row[]> {
  yield first
  yield* { [Symbol.asyncIterator]: () => reader }
}

/** A CSV cell: numbers are written as they are, text is quoted and escaped. */
export type Cell = string | number | null

type CsvContent = {
  header: string[]
  pages: AsyncIterable<Cell[][]>
  byteOrderMark?: boolean
  /** Escapes text that could be a formula; `escapeFormula` by default. */
  neutralize?: ((text: string) => string) | undefined
}

function csv<Row>(columns: Column<Row>[], pages: AsyncIterable<Row[]>, name: Name): Response {
  const header = columns.map(({ title }) => title)
  return csvResponse(name, { header, pages: cellsOf(columns, pages) })
}

async function* cellsOf<Row>(
  columns: Pick<Column<Row>, 'of' | 'decimals'>[],
  pages: AsyncIterable<Row[]>,
): AsyncGenerator<Cell[][]> {
  for await (const rows of pages)
    yield rows.map((row) =>
      columns.map(({ of, decimals }) => {
        const cell = of(row)
        return decimals !== undefined && typeof cell === 'number' ? cell.toFixed(decimals) : cell
      }),
    )
}

function ndjson<Row>(
  columns: DataTable<Row>['columns'],
  pages: AsyncIterable<Row[]>,
  name: Name,
): Response {
  return new Response(textStream(linesOf(columns, pages)), {
    headers: {
      'Content-Type': 'application/x-ndjson; charset=utf-8',
      'Content-Disposition': contentDisposition({ ...name, extension: 'ndjson' }),
    },
  })
}

async function* linesOf<Row>(
  columns: DataTable<Row>['columns'],
  pages: AsyncIterable<Row[]>,
): AsyncGenerator<string> {
  for await (const rows of pages)
    yield rows
      .map(
        (row) => `${JSON.stringify(Object.fromEntries(columns.map((c) => [c.key, c.of(row)])))}\n`,
      )
      .join('')
}

/** A CSV download, streamed while its rows are read. */
export function csvResponse(
  name: { stem: string; tail?: string },
  { header, pages, byteOrderMark = true, neutralize }: CsvContent,
): Response {
  const lines = byteOrderMark
    ? csvPieces(header, pages, neutralize)
    : csvTexts({ header, pages, neutralize })
  return new Response(textStream(lines), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': contentDisposition({ ...name, extension: 'csv' }),
    },
  })
}

/** Rows as CSV lines, each terminated by CRLF. */
export function csvLines(rows: Cell[][], neutralize = escapeFormula): string {
  let lines = ''
  for (const row of rows) {
    let comma = ''
    for (const cell of row) {
      lines += comma + textOf(cell, neutralize)
      comma = ','
    }
    lines += '\r\n'
  }
  return lines
}

// Papa Parse produces the same output but takes three times as long, which is most of a long export.
function textOf(cell: Cell, neutralize: (text: string) => string): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell)
  const text = neutralize(cell)
  return `"${text.includes('"') ? text.replaceAll('"', '""') : text}"`
}

/** The text of a CSV for people, in pieces. Without the byte-order mark, Excel reads UTF-8 as the local code page. */
export async function* csvPieces(
  header: string[],
  pages: AsyncIterable<Cell[][]>,
  neutralize?: CsvContent['neutralize'],
): AsyncGenerator<string> {
  yield '\ufeff'
  yield* csvTexts({ header, pages, neutralize })
}

async function* csvTexts({ header, pages, neutralize }: CsvContent): AsyncGenerator<string> {
  yield csvLines([header])
  for await (const rows of pages) if (rows.length > 0) yield csvLines(rows, neutralize)
}
