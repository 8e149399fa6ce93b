/** What is stored, as one hash, to see that a refusal changed nothing. Only tests import this. */
import { env } from 'cloudflare:workers'
import { analyticsDatabases } from '../analytics/shards.ts'

/** Attempts are counted, a session is marked as used, and the log of security events has refusals: that a refusal may write. */
const countsCallers = new Set(['throttle', 'sessions', 'security_events', 'sqlite_sequence'])

/** All rows of all databases and the keys of all files; what only counts or dates the callers is left out. */
export async function storedHash(): Promise<string> {
  const texts = await Promise.all([env.DB, ...analyticsDatabases(env)].map(rowsOf))
  const { objects } = await env.MEDIA.list()
  texts.push(...objects.map(({ key }) => key))
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(texts.join()))
  return Buffer.from(bytes).toString('hex')
}

async function rowsOf(db: D1Database): Promise<string> {
  const { results } = await db
    .prepare(
      `select name from sqlite_master where type = 'table' and name not like '\\_cf%' escape '\\' order by name`,
    )
    .all<{ name: string }>()
  const names = results.map(({ name }) => name).filter((name) => !countsCallers.has(name))
  const tables = await db.batch(names.map((name) => db.prepare(`select * from "${name}"`)))
  return tables
    .map(({ results: rows }, at) => `${names[at]} ${rows.map((row) => JSON.stringify(row)).sort()}`)
    .join('\n')
}
