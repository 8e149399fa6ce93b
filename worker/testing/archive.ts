/** Dates for tests of the archive, and an empty archive. Only tests import this. */
import { env } from 'cloudflare:workers'
import { dayMs } from '../platform/time.ts'
import { analyticsDatabases } from '../tracking/shards.ts'

/** The start of today (UTC), in milliseconds. */
export const today = Math.floor(Date.now() / dayMs) * dayMs

/** The time of the nightly cron jobs, in milliseconds. */
export const nightlyRunAt = today + 3 * 3_600_000

/** The date of a time in milliseconds, as in the names of archive files. */
export function dateOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

const tables = [
  'card_views',
  'card_clicks',
  'card_saves',
  'card_days',
  'card_fortnights',
  'share_point_days',
  'archive_days',
  'card_visitors',
]

/** Deletes all events and all archive files. */
export async function emptyArchive(): Promise<void> {
  for (const db of analyticsDatabases(env))
    await db.batch(tables.map((table) => db.prepare(`delete from ${table}`)))
  const { objects } = await env.MEDIA.list({ prefix: 'archive/' })
  await env.MEDIA.delete(objects.map(({ key }) => key))
}
