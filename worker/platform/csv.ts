/** Streams a table as CSV or NDJSON. */

import { escapeFormula } from '../../schema/formula-injection.ts'
import { contentDisposition, textStream } from './download.ts'

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
    if (value.length > 0) return from(value, reader)
  }
}

async function* from<Row>(first: Row[], reader: AsyncIterator<Row[]>): AsyncGenerator<Row[]> {
  yield first
  yield* { [Symbol.asyncIterator]: () => reader }
}

function csv<Row>(columns: Column<Row>[], pages: AsyncIterable<Row[]>, name: Name): Response {
  const header = columns.map(({ title }) => title)
  return csvResponse(name, { header, pages: cellsOf(columns, pages) })
}

async function* cellsOf<Row>(
  columns: Column<Row>[],
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

function ndjson<Row>(columns: Column<Row>[], pages: AsyncIterable<Row[]>, name: Name): Response {
  return new Response(textStream(linesOf(columns, pages)), {
    headers: {
      'Content-Type': 'application/x-ndjson; charset=utf-8',
      'Content-Disposition': contentDisposition({ ...name, extension: 'ndjson' }),
    },
  })
}

async function* linesOf<Row>(
  columns: Column<Row>[],
  pages: AsyncIterable<Row[]>,
): AsyncGenerator<string> {
  for await (const rows of pages)
    yield rows
      .map(
        (row) => `${JSON.stringify(Object.fromEntries(columns.map((c) => [c.key, c.of(row)])))}\n`,
      )
      .join('')
}

// CSV: RFC 4180 with a byte-order mark; cells that a spreadsheet would run as a formula are escaped.

/** A CSV cell: numbers are written as they are, text is quoted and escaped. */
export type Cell = string | number | null

/** A CSV download, streamed while its rows are read. */
export function csvResponse(
  name: { stem: string; tail?: string },
  { header, pages }: { header: string[]; pages: AsyncIterable<Cell[][]> },
): Response {
  return new Response(textStream(file(header, pages)), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': contentDisposition({ ...name, extension: 'csv' }),
    },
  })
}

/** Rows as CSV lines, each terminated by CRLF. */
export function csvLines(rows: Cell[][]): string {
  let lines = ''
  for (const row of rows) {
    let comma = ''
    for (const cell of row) {
      lines += comma + textOf(cell)
      comma = ','
    }
    lines += '\r\n'
  }
  return lines
}

// Papa Parse produces the same output but takes three times as long, which is most of a long export.
function textOf(cell: Cell): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell)
  const text = escapeFormula(cell)
  return `"${text.includes('"') ? text.replaceAll('"', '""') : text}"`
}

// Without the byte-order mark, Excel reads UTF-8 as the local code page.
async function* file(header: string[], pages: AsyncIterable<Cell[][]>): AsyncGenerator<string> {
  yield `\ufeff${csvLines([header])}`
  for await (const rows of pages) if (rows.length > 0) yield csvLines(rows)
}
