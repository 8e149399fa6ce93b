/** Totals of each card: all time, and over the days of a report's breakdowns. */
import type { Totals } from '../../schema/analytics/figures.ts'
import type { Bindings } from '../env.ts'
import { type DayRange, emptyDays } from '../platform/time.ts'
import { fortnightDays, fortnightsIn } from '../tracking/rollup-fortnights.ts'
import { analyticsOf } from '../tracking/shards.ts'
import { addTotals, noTotals } from './buckets.ts'
import { readSharePointTotals } from './share-point-figures.ts'
import type { Subject } from './share-points.ts'
import { countSubmissions } from './submissions.ts'

export type CardTotals = { allTime: Totals; window: Totals }

/** Totals by card id, including cards without events. */
export async function readCardTotals(
  env: Bindings,
  cardIds: number[],
  days: DayRange,
): Promise<Map<number, CardTotals>> {
  const shards = [...Map.groupBy(cardIds, (id) => analyticsOf(env, id))]
  const [submissions, ...events] = await Promise.all([
    countSubmissions(env, cardIds, days),
    ...shards.map(([db, ids]) => sumEvents(db, ids, days)),
  ])
  const totals = new Map<number, CardTotals>(
    cardIds.map((id) => [id, { allTime: { ...noTotals }, window: { ...noTotals } }]),
  )
  for (const { cardId, allTime, inWindow } of submissions) {
    const known = totals.get(cardId)
    if (!known) continue
    known.allTime.submissions = allTime
    known.window.submissions = inWindow
  }
  for (const row of events.flat()) {
    const known = totals.get(row.cardId)
    if (!known) continue
    Object.assign(known.allTime, { views: row.views, clicks: row.clicks, saves: row.saves })
    Object.assign(known.window, { views: row.viewsIn, clicks: row.clicksIn, saves: row.savesIn })
  }
  return totals
}

/** The all-time totals of these cards together, or of one share point. */
export async function readAllTime(
  env: Bindings,
  { cardIds, sharePoint }: Subject,
): Promise<Totals> {
  if (sharePoint) return readSharePointTotals(env, sharePoint)
  const sum = { ...noTotals }
  for (const { allTime } of (await readCardTotals(env, cardIds, emptyDays)).values())
    addTotals(sum, allTime)
  return sum
}

type Row = {
  cardId: number
  views: number
  clicks: number
  saves: number
  viewsIn: number
  clicksIn: number
  savesIn: number
}

// All time is the sum of the fortnights and of the days after the last one; the days of a partly covered fortnight are
// added for the window.
const sumSql = `
  with requested (id, open) as materialized (
    select value, coalesce((select max(fortnight) + 1 from card_fortnights where card_id = value), 0) * ${fortnightDays}
    from json_each(?1)),
  parts (id, start, finish, ever) as (
    select id, open, ${Number.MAX_SAFE_INTEGER}, 1 from requested
    union all select id, ?2, min(?3, ?4 * ${fortnightDays} - 1, open - 1), 0 from requested
    union all select id, max(?4, ?5 + 1) * ${fortnightDays}, min(?3, open - 1), 0 from requested),
  found (id, ever, inside, views, clicks, saves) as (
    select id, ever, day between ?2 and ?3, views, clicks, saves
    from parts cross join card_days on card_id = id and day between start and finish
    union all select id, 1, fortnight between ?4 and ?5, views, clicks, saves
    from requested cross join card_fortnights on card_id = id)
  select id as cardId, sum(views * ever) as views, sum(clicks * ever) as clicks, sum(saves * ever) as saves,
    sum(views * inside) as viewsIn, sum(clicks * inside) as clicksIn, sum(saves * inside) as savesIn
  from found group by id`

/** One row per card with events: all time, and over the days. */
export async function sumEvents(
  db: D1Database,
  cardIds: number[],
  days = emptyDays,
): Promise<Row[]> {
  const fortnights = fortnightsIn(days)
  const { results } = await db
    .prepare(sumSql)
    .bind(JSON.stringify(cardIds), days.from, days.until, fortnights.from, fortnights.until)
    .all<Row>()
  return results
}
