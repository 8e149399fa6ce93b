/**
 * Apache Parquet: the schema and values of a table's columns, and downloads. Times and dates are typed, numbers are 64-bit
 * integers, and everything else is text.
 */
import type { SchemaElement } from 'hyparquet'
import {
  byteStream,
  type Cell,
  contentDisposition,
  type DataColumn,
  type DataTable,
} from './download.ts'

const groupSize = 5000
// A page of entries with long texts has few rows.
const groupPages = 10

/** Streams a table in row groups of about 5,000 rows or ten pages, so that only one is in memory. */
export async function parquetResponse<Row>(
  table: DataTable<Row>,
  name: { stem: string; tail: string },
): Promise<Response> {
  return new Response(byteStream(await bytesOf(table)), {
    headers: {
      'Content-Type': 'application/vnd.apache.parquet',
      'Content-Disposition': contentDisposition({ ...name, extension: 'parquet' }),
    },
  })
}

// Imported on first use, because no other request needs it.
async function bytesOf<Row>({ columns, pages }: DataTable<Row>) {
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer')
  const buffer = new ByteWriter()
  const writer = new ParquetWriter({ writer: buffer, schema: schemaOf(columns) })
  return chunks()

  async function* chunks(): AsyncGenerator<Uint8Array> {
    for await (const rows of inGroups(pages)) {
      await writer.write({
        rowGroupSize: rows.length,
        columnData: columnDataOf(columns, rows),
      })
      yield flush()
    }
    writer.finish()
    yield flush()
  }

  // `index` restarts at 0 to reuse the buffer; `offset` keeps the position in the file.
  function flush(): Uint8Array {
    const bytes = buffer.getBytes().slice()
    buffer.index = 0
    return bytes
  }
}

async function* inGroups<Row>(pages: AsyncIterable<Row[]>): AsyncGenerator<Row[]> {
  let group: Row[] = []
  let added = 0
  for await (const rows of pages) {
    group.push(...rows)
    added += 1
    if (group.length < groupSize && added < groupPages) continue
    if (group.length > 0) yield group
    group = []
    added = 0
  }
  if (group.length > 0) yield group
}

/** Returns the schema of a file with these columns; all of them nullable. */
export function schemaOf<Row>(columns: DataColumn<Row>[]): SchemaElement[] {
  return [
    { name: 'root', num_children: columns.length },
    ...columns.map(({ key, type }) => elementOf(key, type)),
  ]
}

type Type = NonNullable<DataColumn<unknown>['type']>

const elements: Record<Type | 'text', Pick<SchemaElement, 'type' | 'converted_type'>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT64' },
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
  date: { type: 'INT32', converted_type: 'DATE' },
}

function elementOf(name: string, type: Type | 'text' = 'text'): SchemaElement {
  return { name, repetition_type: 'OPTIONAL', ...elements[type] }
}

/** Returns the values of each column, as the writer takes them and a reader returns them. */
export function columnDataOf<Row>(columns: DataColumn<Row>[], rows: Row[]) {
  return columns.map(({ key, of, type }) => ({
    name: key,
    data: rows.map((row) => typedValue(of(row), type)),
  }))
}

function typedValue(cell: Cell, type: Type | 'text' = 'text') {
  if (cell === null) return null
  if (type === 'integer') return BigInt(cell)
  return type === 'text' ? String(cell) : new Date(cell)
}
