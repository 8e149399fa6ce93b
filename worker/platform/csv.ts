/** A table on its way out, as CSV or as NDJSON, written while its rows are read. */

import { escapeFormula } from '../../schema/formula-injection.ts'
import { contentDisposition, textStream } from './download.ts'

/** `title` is for people, `key` for programs; a number with `decimals` keeps them in CSV. */
export type Column<Row> = {
  key: string
  title: string
  decimals?: number
  of: (row: Row) => Cell
}
export type Table<Row> = { columns: Column<Row>[]; pages: AsyncIterable<Row[]> }
export type Format = 'csv' | 'ndjson'
type Name = { stem: string; tail: string }
/** `total` is how many rows are to be expected, as far as that is known before they are read. */
type File = Name & { format: Format; total?: number }

const rowsAtOnce = 500

/** The download, or undefined when the table has no row. */
export async function tableResponse<Row>(
  { columns, pages }: Table<Row>,
  { format, total, ...name }: File,
): Promise<Response | undefined> {
  const filled = await startOf(inPieces(pages))
  if (!filled) return undefined
  const answer = format === 'csv' ? csv(columns, filled, name) : ndjson(columns, filled, name)
  if (total !== undefined) answer.headers.set('X-Total-Rows', String(total))
  return answer
}

// What becomes text by the piece is garbage at once; by the page it outlives a collection, and memory grows for it.
async function* inPieces<Row>(pages: AsyncIterable<Row[]>): AsyncGenerator<Row[]> {
  for await (const rows of pages)
    for (let start = 0; start < rows.length; start += rowsAtOnce)
      yield rows.slice(start, start + rowsAtOnce)
}

// A failure of the first page is still an answer of its own, and emptiness is known before anything is sent.
async function startOf<Row>(
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

// Comma-separated values: RFC 4180 with a byte-order mark, and no cell that a spreadsheet would run as a formula.

/** A number stays one; text is what somebody wrote. */
export type Cell = string | number | null

/** The file as a download, written while its rows are read. */
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

/** Rows as lines that each end with CRLF. */
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

// Papa Parse writes the same in three times the time, which is most of a long export.
function textOf(cell: Cell): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell)
  const text = escapeFormula(cell)
  return `"${text.includes('"') ? text.replaceAll('"', '""') : text}"`
}

// Without the mark Excel reads UTF-8 as the code page of its country.
async function* file(header: string[], pages: AsyncIterable<Cell[][]>): AsyncGenerator<string> {
  yield `\ufeff${csvLines([header])}`
  for await (const rows of pages) if (rows.length > 0) yield csvLines(rows)
}
