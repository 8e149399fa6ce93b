/** Figures of cards in lists: totals from the daily rollups, and the numbers of new inbox entries and share points. */
import { and, count, eq, inArray, isNull } from 'drizzle-orm'
import type { Card, ListedCard } from '../../schema/cards/card.ts'
import { formSubmissions } from '../../schema/inbox/tables.ts'
import { sharePoints } from '../../schema/share-points/tables.ts'
import { sumEvents } from '../analytics/card-totals.ts'
import type { Bindings } from '../env.ts'
import { among, database } from '../platform/database.ts'
import { log } from '../platform/log.ts'
import { analyticsOf } from '../tracking/shards.ts'

/** Returns the cards with their figures. `stats` is null if the rollups cannot be read, so that the list does not fail. */
export async function withStats(env: Bindings, cards: Card[]): Promise<ListedCard[]> {
  const ids = cards.map((card) => card.id)
  const byShard = Map.groupBy(ids, (id) => analyticsOf(env, id))
  const [totals, newEntries, points] = await Promise.all([
    Promise.all([...byShard].map(([shard, shardIds]) => totalsOf(shard, shardIds)))
      .then((found) => new Map(found.flat()))
      .catch(logFailure),
    countNewSubmissions(env, ids),
    countSharePoints(env, ids),
  ])
  return cards.map((card) => ({
    ...card,
    stats: totals ? (totals.get(card.id) ?? none) : null,
    newEntries: newEntries.get(card.id) ?? 0,
    sharePoints: points.get(card.id) ?? 0,
  }))
}

const none = { views: 0, clicks: 0, saves: 0 }

async function totalsOf(analytics: D1Database, ids: number[]) {
  const rows = await sumEvents(analytics, ids)
  return rows.map(({ cardId, views, clicks, saves }) => [cardId, { views, clicks, saves }] as const)
}

async function countNewSubmissions({ DB }: Bindings, ids: number[]): Promise<Map<number, number>> {
  const { cardId, status, mergedInto } = formSubmissions
  const rows = await database(DB)
    .select({ cardId, entries: count() })
    .from(formSubmissions)
    .where(and(inArray(cardId, among(ids)), eq(status, 'new'), isNull(mergedInto)))
    .groupBy(cardId)
    .all()
  return new Map(rows.map((row) => [row.cardId, row.entries]))
}

async function countSharePoints({ DB }: Bindings, ids: number[]): Promise<Map<number, number>> {
  const { cardId } = sharePoints
  const rows = await database(DB)
    .select({ cardId, points: count() })
    .from(sharePoints)
    .where(inArray(cardId, among(ids)))
    .groupBy(cardId)
    .all()
  return new Map(rows.map((row) => [row.cardId, row.points]))
}

function logFailure(error: unknown): undefined {
  log('warn', 'card totals', { error })
}
