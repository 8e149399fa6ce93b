/**
 * The table of metrics, in the app database: the analytics database is the one whose overload the metrics must show.
 * A flush writes one row, whatever it counted.
 */
import type { Counts } from '../../platform/metrics.ts'
import { repeatable } from '../../platform/repeatable.ts'
import { hourMs, minuteMs } from '../../platform/time.ts'

export type Gauges = Record<string, number>

/** How long minutes and hours are kept, in milliseconds. */
const keptMs = { minutes: 48 * hourMs, hours: 30 * 24 * hourMs }

// An hour is summed once the last flush to its minutes is over.
const settledMs = 2 * minuteMs
const maxHours = keptMs.minutes / hourMs

/**
 * Adds the counts to the current minute. The first eight writes of a minute are exact; then half of the next eight, a
 * quarter of the following and so on are written, and counted twice, four times and so on.
 */
export async function addCounts(db: D1Database, counts: Counts, now = Date.now()): Promise<void> {
  await db
    .prepare(
      `insert into metrics (span, start, flushes, counts) values (${minuteMs}, ?1, 1, ?2)
       on conflict (span, start) do update set flushes = flushes + 1, counts = ${sumSql(
         `select key, value from json_each(metrics.counts) union all
          select key, value * (1 << ${halvings}) from json_each(excluded.counts)`,
       )} where ?3 * (1 << ${halvings}) < 1`,
    )
    .bind(startOf(now, minuteMs), JSON.stringify(counts), Math.random())
    .run()
}

const halvings = 'min(metrics.flushes / 8, 30)'

/** Stores what the cron measured in the current minute. */
export async function setGauges(db: D1Database, gauges: Gauges, now = Date.now()): Promise<void> {
  await repeatable(() =>
    db
      .prepare(
        `insert into metrics (span, start, counts, gauges) values (${minuteMs}, ?1, '{}', ?2)
       on conflict (span, start) do update set gauges = excluded.gauges`,
      )
      .bind(startOf(now, minuteMs), JSON.stringify(gauges))
      .run(),
  )
}

/**
 * Cron job: sums the hours that are over, adds them to the totals and deletes what has expired. Idempotent: each hour
 * is one transaction, which does nothing the second time.
 */
export async function sumMetrics(
  { DB }: { DB: D1Database },
  now = Date.now(),
): Promise<'more' | undefined> {
  const hours = await listHoursToSum(DB, startOf(now - settledMs, hourMs))
  for (const hour of hours)
    await repeatable(() =>
      DB.batch(
        [insertHour, insertTotals, deleteFormerTotals].map((sql) => DB.prepare(sql).bind(hour)),
      ),
    )
  if (hours.length === maxHours) return 'more'
  await repeatable(() =>
    DB.batch([
      deleteBefore(DB, minuteMs, now - keptMs.minutes),
      deleteBefore(DB, hourMs, now - keptMs.hours),
    ]),
  )
}

const isUnsummed = `metrics.span = ${minuteMs}
  and metrics.start >= coalesce((select max(start) + ${hourMs} from metrics where span = 0), 0)`

async function listHoursToSum(db: D1Database, end: number): Promise<number[]> {
  const { results } = await db
    .prepare(
      `select distinct start / ${hourMs} * ${hourMs} as hour from metrics where ${isUnsummed} and start < ?
       order by hour limit ${maxHours}`,
    )
    .bind(end)
    .all<{ hour: number }>()
  return results.map(({ hour }) => hour)
}

const ofHour = `metrics.span = ${minuteMs} and metrics.start >= ?1 and metrics.start < ?1 + ${hourMs}`
const insertHour = `insert into metrics (span, start, counts, gauges) select ${hourMs}, ?1,
  ${sumSql(`select part.key, part.value from metrics, json_each(counts) as part where ${ofHour}`)},
  (select json_group_object(key, highest) from (select part.key as key, max(part.value) as highest
    from metrics, json_each(gauges) as part where ${ofHour} group by part.key))
  where true on conflict do nothing`
const insertTotals = `insert into metrics (span, start, counts) select 0, ?1,
  ${sumSql(
    `select part.key, part.value from metrics, json_each(counts) as part
     where (metrics.span = 0 and metrics.start < ?1) or (metrics.span = ${hourMs} and metrics.start = ?1)`,
  )} where true on conflict do nothing`
const deleteFormerTotals = 'delete from metrics where span = 0 and start < ?1'

function deleteBefore(db: D1Database, span: number, before: number): D1PreparedStatement {
  return db.prepare('delete from metrics where span = ? and start < ?').bind(span, before)
}

/** Returns all counts since the installation, and never less than before: the totals and the minutes since. */
export async function readTotals(db: D1Database): Promise<Counts> {
  const text = await db
    .prepare(
      `select ${sumSql(
        `select part.key, part.value from metrics, json_each(counts) as part where metrics.span = 0 or (${isUnsummed})`,
      )} as counts`,
    )
    .first<string>('counts')
  return JSON.parse(text ?? '{}')
}

/** The counts and highest gauges of each period of `stepMs` from `since` on that has any, oldest first. */
export type Period = { start: number; counts: Counts; gauges: Gauges }

/** Reads minutes, or `hours` and the minutes since the last. */
export async function readPeriods(
  db: D1Database,
  { since, stepMs, hours }: { since: number; stepMs: number; hours: boolean },
): Promise<Period[]> {
  const rows = hours
    ? `(metrics.span = ${hourMs} or (${isUnsummed}))`
    : `metrics.span = ${minuteMs}`
  // Inlined, because D1 binds every number as a float, whose division has no remainder.
  const read = (column: string, aggregate: string) =>
    `select start, json_group_object(key, value) as found from (
       select metrics.start / ${stepMs} * ${stepMs} as start, part.key as key, ${aggregate}(part.value) as value
       from metrics, json_each(${column}) as part where ${rows} and metrics.start >= ?1 group by 1, 2)
     group by start order by start`
  const [counts, gauges] = await db.batch<{ start: number; found: string }>(
    [read('counts', 'sum'), read('gauges', 'max')].map((sql) => db.prepare(sql).bind(since)),
  )
  const periods = new Map<number, Period>()
  for (const { start, found } of counts?.results ?? [])
    periods.set(start, { start, counts: JSON.parse(found), gauges: {} })
  for (const { start, found } of gauges?.results ?? [])
    periods.set(start, {
      start,
      counts: periods.get(start)?.counts ?? {},
      gauges: JSON.parse(found),
    })
  return [...periods.values()].sort((one, other) => one.start - other.start)
}

/** SQL of a JSON object with the sums of the rows `(key, value)`. */
function sumSql(rows: string): string {
  return `(select json_group_object(key, total) from (select key, sum(value) as total from (${rows}) group by key))`
}

function startOf(time: number, span: number): number {
  return Math.floor(time / span) * span
}
