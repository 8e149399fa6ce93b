/** Reads and edits `wrangler.toml`. */
import type { Unstable_Config } from 'wrangler'
import { SetupError } from './wrangler.ts'

export type WranglerConfig = Unstable_Config & { name: string }

/** Which file and which named environment of it, by default production in `wrangler.toml`. */
export type ConfigSource = { configFile?: string; environment?: string }

/** Returns the configuration in `wrangler.toml`, or in what the build made of it. */
export async function readWranglerConfig({
  configFile = 'wrangler.toml',
  environment = '',
}: ConfigSource): Promise<WranglerConfig> {
  const { unstable_readConfig: readConfig } = await import('wrangler')
  const { name = '', ...config } = readConfig({ config: configFile, env: environment })
  return { name, ...config }
}

// Edits.

type Value = string | boolean | { pattern: string; custom_domain: boolean }[]

export type Edit = {
  /** The header, such as `vars` or `[d1_databases]` for `[[d1_databases]]`; empty for the keys before all headers. */
  table: string
  /** Of several tables with this header, the one with this key and string. */
  where?: [key: string, value: string]
  values: Record<string, Value>
}

/** Returns the text, with its comments and its order, with the values set in their table; throws a `SetupError` if there is no such table. */
export function editToml(text: string, { table, where, values }: Edit): string {
  const lines = text.split('\n')
  const range = findTable(lines, table, where)
  if (!range)
    throw new SetupError(`wrangler.toml has no table [${table}]. Restore it from the repository.`)
  const body = lines.slice(range.start, range.end)
  const edited = Object.entries(values).reduce(setKey, body)
  return [...lines.slice(0, range.start), ...edited, ...lines.slice(range.end)].join('\n')
}

/** The lines of a table after its header. */
function findTable(lines: string[], table: string, where: Edit['where']) {
  const headers = lines.flatMap((line, index) => (line.startsWith('[') ? [index] : []))
  const starts = table === '' ? [-1] : headers.filter((index) => lines[index] === `[${table}]`)
  return starts
    .map((header) => ({
      start: header + 1,
      end: headers.find((index) => index > header) ?? lines.length,
    }))
    .find(({ start, end }) => !where || lines.slice(start, end).includes(assignment(...where)))
}

function setKey(body: string[], [key, value]: [string, Value]): string[] {
  const line = assignment(key, value)
  const at = body.findIndex((each) => new RegExp(`^${key}\\s*=`).test(each))
  if (at >= 0) return body.with(at, line)
  const last = body.findLastIndex((each) => /^\w+\s*=/.test(each))
  return body.toSpliced(last + 1, 0, line)
}

function assignment(key: string, value: Value): string {
  return `${key} = ${literal(value)}`
}

// A JSON string is a TOML basic string.
function literal(value: Value): string {
  if (!Array.isArray(value)) return JSON.stringify(value)
  const routes = value.map(
    ({ pattern, custom_domain }) =>
      `{ pattern = ${JSON.stringify(pattern)}, custom_domain = ${custom_domain} }`,
  )
  return `[${routes.join(', ')}]`
}
