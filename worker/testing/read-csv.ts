/** Reads CSV files with an independent parser. Only tests import this. */
import { parse } from 'csv-parse/sync'
import * as z from 'zod/mini'
import { unescapeFormula } from '../../schema/formula-injection.ts'

const Rows = z.array(z.record(z.string(), z.string()))

/** Returns the rows, without the apostrophe that escapes formulas. */
export function readBack(text: string): Record<string, string>[] {
  const rows = Rows.parse(parse(text, { columns: true, bom: true }))
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([key, cell]) => [key, unescapeFormula(cell)])),
  )
}
