/** Totals of each card: of all time, and over the days of a report's breakdowns. */
import type { Totals } from '../../schema/figures.ts'
import type { Bindings } from '../env.ts'
import { noTotals } from './cut.ts'
import { analyticsOf } from './shards.ts'
import { countSubmissions } from './submissions.ts'
import type { Days } from './windows.ts'

export type CardTotals = { allTime: Totals; window: Totals }

/** By the card's id; cards without an event are there, too. */
export async function totalsOf(
  env: Bindings,
  cardIds: number[],
  days: Days,
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

type Row = {
  cardId: number
  views: number
  clicks: number
  saves: number
  viewsIn: number
  clicksIn: number
  savesIn: number
}

const sumSql = `
  select card_id as cardId, sum(views) as views, sum(clicks) as clicks, sum(saves) as saves,
    sum(iif(day between ?2 and ?3, views, 0)) as viewsIn,
    sum(iif(day between ?2 and ?3, clicks, 0)) as clicksIn,
    sum(iif(day between ?2 and ?3, saves, 0)) as savesIn
  from card_days where card_id in (select value from json_each(?1)) group by card_id`

async function sumEvents(db: D1Database, cardIds: number[], { from, until }: Days) {
  const { results } = await db.prepare(sumSql).bind(JSON.stringify(cardIds), from, until).all<Row>()
  return results
}
