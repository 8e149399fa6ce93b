/** Comma-separated values: RFC 4180 with a byte-order mark, and no cell that a spreadsheet would run as a formula. */
import { marked } from '../schema/spreadsheet.ts'
import { contentDisposition } from './download.ts'
import { textStream } from './text-stream.ts'

/** A number stays one; text is what somebody wrote. */
export type Cell = string | number | null

/** The file as a download, written while its rows are read. */
export function csvAnswer(
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
  const text = marked(cell)
  return `"${text.includes('"') ? text.replaceAll('"', '""') : text}"`
}

// Without the mark Excel reads UTF-8 as the code page of its country.
async function* file(header: string[], pages: AsyncIterable<Cell[][]>): AsyncGenerator<string> {
  yield `\ufeff${csvLines([header])}`
  for await (const rows of pages) if (rows.length > 0) yield csvLines(rows)
}
