/** The nightly archive of events: every UTC day that is over, and again when late events changed it. */
import { findUnarchived } from '../analytics/archived-days.ts'
import { dayMs } from '../analytics/counts.ts'
import { shardsAway } from '../analytics/moving.ts'
import { analyticsDatabases } from '../analytics/shards.ts'
import type { Bindings } from '../env.ts'
import { writeDay } from './write.ts'

const mostDays = 31

/**
 * The oldest days first, at most a month of them; what one night does not finish the next one does. While cards are
 * moved between databases nothing is archived, and so nothing pruned.
 */
export async function archiveEvents(env: Bindings, now = Date.now()): Promise<void> {
  if ((await shardsAway(env)).size > 0) return
  for (const day of await findDays(env, Math.floor(now / dayMs))) await archiveDay(env, day)
}

async function findDays(env: Bindings, today: number): Promise<number[]> {
  const found = await Promise.all(analyticsDatabases(env).map((db) => findUnarchived(db, today)))
  const next = Math.min(...found.map((each) => each.next))
  const fresh = Array.from({ length: Math.max(0, today - next) }, (_, index) => next + index)
  const days = new Set([...found.flatMap(({ stale }) => stale), ...fresh])
  return [...days]
    .filter((day) => day < today)
    .sort((a, b) => a - b)
    .slice(0, mostDays)
}

// While it is written a day is marked 2: an event that comes meanwhile makes that 1, and the day is written again.
async function archiveDay(env: Bindings, day: number): Promise<void> {
  const dbs = analyticsDatabases(env)
  for (const db of dbs)
    await db
      .prepare(
        'insert into archive_days (day, stale) values (?, 2) on conflict (day) do update set stale = 2',
      )
      .bind(day)
      .run()
  await writeDay(env, day)
  for (const db of dbs)
    await db
      .prepare('update archive_days set stale = 0 where day = ? and stale = 2')
      .bind(day)
      .run()
}
