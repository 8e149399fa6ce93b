/** The totals of cards in lists, from the day rollups. */
import { inArray, sql, sum } from 'drizzle-orm'
import { cardDays } from '../../schema/analytics-tables.ts'
import type { Card, ListedCard } from '../../schema/card.ts'
import { analyticsOf } from '../analytics/shards.ts'
import { database } from '../database.ts'
import type { Bindings } from '../env.ts'

/** The cards with their totals; without them while the rollups cannot be read, because a list must not fail for that. */
export async function withStats(env: Bindings, cards: Card[]): Promise<ListedCard[]> {
  const ids = Map.groupBy(
    cards.map((card) => card.id),
    (id) => analyticsOf(env, id),
  )
  const totals = await Promise.all([...ids].map(([shard, own]) => totalsOf(shard, own)))
    .then((found) => new Map(found.flat()))
    .catch(unreadable)
  return cards.map((card) => ({ ...card, stats: totals ? (totals.get(card.id) ?? none) : null }))
}

const none = { views: 0, clicks: 0, saves: 0 }

async function totalsOf(analytics: D1Database, ids: number[]) {
  const rows = await database(analytics)
    .select({
      cardId: cardDays.cardId,
      views: sum(cardDays.views).mapWith(Number),
      clicks: sum(cardDays.clicks).mapWith(Number),
      saves: sum(cardDays.saves).mapWith(Number),
    })
    .from(cardDays)
    .where(inArray(cardDays.cardId, sql`(select value from json_each(${JSON.stringify(ids)}))`))
    .groupBy(cardDays.cardId)
    .all()
  return rows.map(({ cardId, ...totals }) => [cardId, totals] as const)
}

function unreadable(error: unknown): undefined {
  console.warn(JSON.stringify({ at: 'card totals', error: String(error) }))
}
