/** Archive state of days: which are archived and which changed since. Shared by the archive and the retention job. */
import type { Bindings } from '../env.ts'
import { dayMs } from '../platform/time.ts'

/**
 * Returns the oldest day (UTC, days since 1970) of which no event is deleted yet; older days cannot be archived
 * again.
 */
export function firstWholeDay(
  env: Pick<Bindings, 'EVENT_RETENTION_DAYS'>,
  now = Date.now(),
): number {
  return Math.floor(now / dayMs) - Number(env.EVENT_RETENTION_DAYS) + 2
}

/** Statement that marks days to be archived again, for the transaction that changes their events. */
export function markStale(db: D1Database, days: number[]): D1PreparedStatement {
  return db
    .prepare(
      `insert into archive_days (day, stale) select value, 1 from json_each(?1) where true
       on conflict (day) do update set stale = 1`,
    )
    .bind(JSON.stringify(days))
}

/**
 * Returns the days that changed since they were archived (`stale`), and the first day that was never archived (`next`):
 * today if there are no events.
 */
export async function findUnarchived(
  db: D1Database,
  today: number,
): Promise<{ stale: number[]; next: number }> {
  const [stale, last] = await db.batch<{ day: number | null }>([
    db.prepare('select day from archive_days where stale <> 0 order by day'),
    db.prepare('select max(day) as day from archive_days where stale = 0'),
  ])
  const archived = last?.results[0]?.day
  const next = typeof archived === 'number' ? archived + 1 : ((await firstDay(db)) ?? today)
  return { stale: (stale?.results ?? []).flatMap(({ day }) => (day === null ? [] : [day])), next }
}

/** Returns the day before which all days are archived and unchanged since. */
export async function archivedUntil(db: D1Database, today: number): Promise<number> {
  const { stale, next } = await findUnarchived(db, today)
  return Math.min(next, ...stale)
}

async function firstDay(db: D1Database): Promise<number | null> {
  return db
    .prepare(
      `with recursive cards (id) as (
         select min(card_id) from card_days
         union all select (select min(card_id) from card_days where card_id > cards.id) from cards where id is not null)
       select min((select min(day) from card_days where card_id = cards.id)) as day from cards`,
    )
    .first<number>('day')
}
