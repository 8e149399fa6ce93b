/** Dates for tests of the archive, its contents, and an empty one. Only tests import this. */
import { env } from 'cloudflare:workers'
import { parquetReadObjects } from 'hyparquet'
import * as z from 'zod/mini'
import { dayMs } from '../platform/time.ts'
import { analyticsDatabases } from '../tracking/shards.ts'

/** The start of today (UTC), in milliseconds. */
export const today = Math.floor(Date.now() / dayMs) * dayMs

/** The time of the nightly cron jobs, in milliseconds. */
export const nightlyRunAt = today + 3 * 3_600_000

/** The date of a time in milliseconds, as in the names of the archive's files. */
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

const Archived = z.object({
  kind: z.enum(['view', 'click', 'save']),
  card_id: z.pipe(z.bigint(), z.transform(Number)),
  id: z.string(),
  timestamp: z.date(),
  source: z.string(),
  left_out: z.nullable(z.string()),
  burst: z.pipe(z.bigint(), z.transform(Number)),
  country: z.nullable(z.string()),
  region: z.nullable(z.string()),
  city: z.nullable(z.string()),
  device: z.nullable(z.string()),
  system: z.nullable(z.string()),
  browser: z.nullable(z.string()),
  dwell_ms: z.nullable(z.pipe(z.bigint(), z.transform(Number))),
  link_type: z.nullable(z.string()),
  link_id: z.nullable(z.string()),
})

/** The archived events of the day that contains a time in milliseconds; undefined if there is no file. */
export async function readArchivedDay(at: number, database = 'ANALYTICS') {
  const stored = await env.MEDIA.get(`archive/${database}/${dateOf(at)}.parquet`)
  if (!stored) return undefined
  const rows = await parquetReadObjects({ file: await stored.arrayBuffer() })
  return rows.map((row) => z.strictObject(Archived.shape).parse(row))
}
