/** Functions of Power Query M as they are documented, as far as the recipes call them. Only tests import this. */
import { parse } from 'csv-parse/sync'
import * as z from 'zod/mini'

export class PowerTable {
  readonly columns: string[]
  readonly rows: unknown[][]

  constructor(columns: string[], rows: unknown[][]) {
    this.columns = columns
    this.rows = rows
  }
}

export const constants = new Map([
  ['QuoteStyle.Csv', 'QuoteStyle.Csv'],
  ['QuoteStyle.None', 'QuoteStyle.None'],
  ['Int64.Type', 'Int64.Type'],
])

/** Calls a function; fails for one that we do not know, and for options and values that it does not take. */
export function callFunction(name: string, values: unknown[]): unknown {
  if (name === 'Web.Contents') return webContents(WebContents.parse(values))
  if (name === 'Csv.Document') return csvDocument(CsvDocument.parse(values))
  if (name === 'Table.PromoteHeaders') return promoteHeaders(PromoteHeaders.parse(values))
  if (name === 'Table.TransformColumnTypes') return transformTypes(TransformTypes.parse(values))
  throw new Error(`The name '${name}' wasn't recognized.`)
}

const Table = z.instanceof(PowerTable)

const WebOptions = z.strictObject({
  RelativePath: z.optional(z.string()),
  Query: z.optional(z.record(z.string(), z.string())),
  Headers: z.optional(z.record(z.string(), z.string())),
})
const WebContents = z.union([z.tuple([z.string()]), z.tuple([z.string(), WebOptions])])

// https://learn.microsoft.com/powerquery-m/web-contents: a GET request; anonymous sends only the headers given.
async function webContents([url, options = {}]: z.infer<typeof WebContents>) {
  const { RelativePath, Query, Headers } = options
  const address = new URL(RelativePath === undefined ? url : `${url}/${RelativePath}`)
  for (const [name, value] of Object.entries(Query ?? {})) address.searchParams.set(name, value)
  const response = await fetch(address, { headers: Headers ?? {} })
  if (!response.ok) throw new Error(`DataSource.Error: ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}

const CsvDocument = z.tuple([
  z.instanceof(Uint8Array),
  z.strictObject({
    Delimiter: z.string().check(z.length(1)),
    Encoding: z.literal(65001),
    QuoteStyle: z.enum(['QuoteStyle.Csv', 'QuoteStyle.None']),
  }),
])
const Cells = z.array(z.array(z.string()))

// https://learn.microsoft.com/powerquery-m/csv-document: all cells are text, in columns of default names.
function csvDocument([source, options]: z.infer<typeof CsvDocument>): PowerTable {
  // Without QuoteStyle.Csv a line break within quotes ends the row.
  if (options.QuoteStyle !== 'QuoteStyle.Csv') throw new Error('Rows with line breaks are broken')
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(source)
  const rows = Cells.parse(parse(text, { delimiter: options.Delimiter, bom: true }))
  return new PowerTable(rows[0]?.map((_, at) => `Column${at + 1}`) ?? [], rows)
}

const PromoteHeaders = z.tuple([Table, z.strictObject({ PromoteAllScalars: z.boolean() })])

function promoteHeaders([{ rows }]: z.infer<typeof PromoteHeaders>): PowerTable {
  const [header = [], ...others] = rows
  return new PowerTable(header.map(String), others)
}

const types = ['type date', 'type datetime', 'type text', 'Int64.Type'] as const
const TransformTypes = z.tuple([Table, z.array(z.tuple([z.string(), z.enum(types)]))])

function transformTypes([table, changes]: z.infer<typeof TransformTypes>): PowerTable {
  const typeAt = new Map(
    changes.map(([name, type]) => {
      const at = table.columns.indexOf(name)
      if (at < 0) throw new Error(`The column '${name}' of the table wasn't found.`)
      return [at, type] as const
    }),
  )
  const rows = table.rows.map((row) =>
    row.map((value, at) => converted(String(value), typeAt.get(at) ?? 'type text')),
  )
  return new PowerTable(table.columns, rows)
}

function converted(text: string, type: (typeof types)[number]): unknown {
  if (type === 'type text') return text
  if (type === 'Int64.Type' && /^-?\d+$/.test(text)) return Number(text)
  if (type === 'type date' && /^\d{4}-\d\d-\d\d$/.test(text)) return new Date(text)
  if (type === 'type datetime' && /^\d{4}-\d\d-\d\dT/.test(text)) return new Date(text)
  throw new Error(`DataFormat.Error: "${text}" is no ${type}`)
}
