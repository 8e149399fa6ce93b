/** Reads and edits `wrangler.toml`. */
import * as z from 'zod/mini'
import { SetupError } from './wrangler.ts'

const text = z.optional(z.string())
const Queue = z.object({ queue: z.string(), dead_letter_queue: text })

/** The fields that the setup uses. */
const WranglerConfig = z.looseObject({
  name: z.string(),
  account_id: text,
  workers_dev: z.optional(z.boolean()),
  preview_urls: z.optional(z.boolean()),
  routes: z.optional(z.array(z.union([z.string(), z.looseObject({ pattern: z.string() })]))),
  vars: z.record(z.string(), z.unknown()),
  secrets: z.optional(z.object({ required: z.optional(z.array(z.string())) })),
  d1_databases: z.array(
    z.object({
      binding: z.string(),
      database_name: z.string(),
      database_id: text,
      migrations_dir: text,
    }),
  ),
  r2_buckets: z.array(
    z.object({ binding: z.string(), bucket_name: z.string(), jurisdiction: text }),
  ),
  kv_namespaces: z.array(z.object({ binding: z.string(), id: text })),
  queues: z.object({
    producers: z.optional(z.array(z.looseObject({ queue: z.string() }))),
    consumers: z.optional(z.array(Queue)),
  }),
  ratelimits: z.optional(z.array(z.object({ name: z.string(), namespace_id: z.string() }))),
})
export type WranglerConfig = z.infer<typeof WranglerConfig>

/** The configuration of production, or of a named environment, in `wrangler.toml` or what the build made of it. */
export async function readWranglerConfig({
  configFile,
  environment = '',
}: {
  configFile: string
  environment?: string
}): Promise<WranglerConfig> {
  const { unstable_readConfig: readConfig } = await import('wrangler')
  return WranglerConfig.parse(readConfig({ config: configFile, env: environment }))
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
