/** The totals of cards in lists, from the day rollups. */
import { inArray, sql, sum } from 'drizzle-orm'
import { cardDays } from '../../schema/analytics-tables.ts'
import type { Card, ListedCard } from '../../schema/card.ts'
import { database } from '../database.ts'

/** The cards with their totals; without them while the rollups cannot be read, because a list must not fail for that. */
export async function withStats(analytics: D1Database, cards: Card[]): Promise<ListedCard[]> {
  const ids = cards.map((card) => card.id)
  const totals = await totalsOf(analytics, ids).catch(unreadable)
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
  return new Map(rows.map(({ cardId, ...totals }) => [cardId, totals]))
}

function unreadable(error: unknown): undefined {
  console.warn(JSON.stringify({ at: 'card totals', error: String(error) }))
}
