/** Totals of each card, and the form submissions of visitors: all time, and over the days of a report's breakdowns. */

import { and, desc, eq, sql } from 'drizzle-orm'
import type { CardReport } from '../../schema/analytics/card-report.ts'
import type { Totals } from '../../schema/analytics/figures.ts'
import { formSubmissions } from '../../schema/inbox/tables.ts'
import { deviceText, placeText } from '../../schema/tracking/event.ts'
import type { Bindings } from '../env.ts'
import { isCounted } from '../inbox/parts.ts'
import { database } from '../platform/database.ts'
import { type DayRange, emptyDays, startOfDay } from '../platform/time.ts'
import { fortnightDays, fortnightsIn } from '../tracking/rollup-fortnights.ts'
import { analyticsOf } from '../tracking/shards.ts'
import { addTotals, noTotals } from './report-period.ts'
import { readSharePointTotals, type Subject } from './share-point-figures.ts'

type ListQuery = {
  cardId: number
  rows: number
  /** Limits the list to the share point with this code. */
  code?: string | undefined
  withContent: boolean
}

// Reads the index hour by hour, because grouping every row by its hour takes more than twice as long. An hour is followed by
// a colon, and `;` is the next character.
const hoursSql = `
  with recursive hours (card, hour) as (
    select value, (select substr(min(timestamp), 1, 13) from form_submissions where card_id = value and timestamp >= ?2)
    from json_each(?1)
    union all
    select card, (select substr(min(timestamp), 1, 13) from form_submissions where card_id = card and timestamp > hours.hour || ';')
    from hours where hour is not null)
  select unixepoch(hour || ':00') / 3600 as hour, sum((
    select count(*) from form_submissions
    where card_id = card and timestamp >= hours.hour and timestamp < hours.hour || ';'
      and ${isCounted()} and (?3 is null or source = ?3))) as submissions
  from hours where hour is not null group by 1 having submissions > 0`

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

/** The totals of each card with events: all time, and over the days. */
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

/** The submissions of a card, newest first; contents only with `withContent`. */
export async function listSubmissions(
  env: Bindings,
  { cardId, rows, code, withContent }: ListQuery,
): Promise<CardReport['submissions']> {
  if (rows === 0) return []
  const found = await database(env.DB)
    .select({
      id: formSubmissions.id,
      timestamp: formSubmissions.timestamp,
      place: formSubmissions.submitterLocation,
      device: formSubmissions.submitterDevice,
      formData: formSubmissions.formData,
    })
    .from(formSubmissions)
    .where(
      and(
        eq(formSubmissions.cardId, cardId),
        sql.raw(isCounted()),
        code === undefined ? undefined : eq(formSubmissions.source, code),
      ),
    )
    .orderBy(desc(formSubmissions.timestamp), desc(formSubmissions.id))
    .limit(rows)
  return found.map(({ id, timestamp, place, device, formData }) => ({
    id,
    timestamp,
    submitterLocation: placeText(place),
    submitterDevice: deviceText(device),
    formData: withContent ? formData : null,
  }))
}

/** The submissions of these cards, or of one share point, per UTC hour since the start of the UTC day `from`. */
export async function submissionHours(
  env: Bindings,
  { cardIds, sharePoint }: Subject,
  from: number,
): Promise<{ hour: number; submissions: number }[]> {
  const { results } = await env.DB.prepare(hoursSql)
    .bind(
      JSON.stringify(sharePoint ? [sharePoint.card] : cardIds),
      startOfDay(from),
      sharePoint?.code ?? null,
    )
    .all<{ hour: number; submissions: number }>()
  return results
}

/** The submissions of each card in total and within the UTC days; cards without any are absent. */
async function countSubmissions(env: Bindings, cardIds: number[], { from, until }: DayRange) {
  const { results } = await env.DB.prepare(
    `select card_id as cardId, count(*) as allTime, sum(timestamp >= ?2 and timestamp < ?3) as inWindow
     from form_submissions where card_id in (select value from json_each(?1)) and ${isCounted()}
     group by card_id`,
  )
    .bind(JSON.stringify(cardIds), startOfDay(from), startOfDay(until + 1))
    .all<{ cardId: number; allTime: number; inWindow: number }>()
  return results
}
