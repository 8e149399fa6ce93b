/** The days that are archived in tests, and an archive to begin with. Only tests import this. */
import { env } from 'cloudflare:workers'
import { analyticsDatabases } from '../events/shards.ts'
import { dayMs } from '../platform/time.ts'

/** A day, in milliseconds. */

/** When today begins, in milliseconds. */
export const today = Math.floor(Date.now() / dayMs) * dayMs

/** When the work of the night is done, in milliseconds. */
export const nightlyRunAt = today + 3 * 3_600_000

/** The day of a time in milliseconds, as the archive names it. */
export function dateOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

const tables = [
  'card_views',
  'card_clicks',
  'card_saves',
  'card_days',
  'card_fortnights',
  'archive_days',
  'card_visitors',
]

/** Nothing is archived, and no event waits to be. */
export async function emptyArchive(): Promise<void> {
  for (const db of analyticsDatabases(env))
    await db.batch(tables.map((table) => db.prepare(`delete from ${table}`)))
  const { objects } = await env.MEDIA.list({ prefix: 'archive/' })
  await env.MEDIA.delete(objects.map(({ key }) => key))
}
