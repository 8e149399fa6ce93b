/** What cards in lists tell besides themselves: totals from the day rollups, and how many entries wait. */
import { and, count, eq, inArray, sql } from 'drizzle-orm'
import type { Card, ListedCard } from '../../schema/card.ts'
import { formSubmissions } from '../../schema/tables.ts'
import type { Bindings } from '../env.ts'
import { analyticsOf } from '../events/shards.ts'
import { database } from '../platform/database.ts'
import { log } from '../platform/log.ts'
import { sumEvents } from '../reports/card-totals.ts'

/** The cards with their totals; without them while the rollups cannot be read, because a list must not fail for that. */
export async function withStats(env: Bindings, cards: Card[]): Promise<ListedCard[]> {
  const ids = Map.groupBy(
    cards.map((card) => card.id),
    (id) => analyticsOf(env, id),
  )
  const [totals, waiting] = await Promise.all([
    Promise.all([...ids].map(([shard, own]) => totalsOf(shard, own)))
      .then((found) => new Map(found.flat()))
      .catch(unreadable),
    waitingOf(
      env,
      cards.map(({ id }) => id),
    ),
  ])
  return cards.map((card) => ({
    ...card,
    stats: totals ? (totals.get(card.id) ?? none) : null,
    newEntries: waiting.get(card.id) ?? 0,
  }))
}

const none = { views: 0, clicks: 0, saves: 0 }

async function totalsOf(analytics: D1Database, ids: number[]) {
  const rows = await sumEvents(analytics, ids)
  return rows.map(({ cardId, views, clicks, saves }) => [cardId, { views, clicks, saves }] as const)
}

async function waitingOf({ DB }: Bindings, ids: number[]): Promise<Map<number, number>> {
  const { cardId, status } = formSubmissions
  const among = sql`(select value from json_each(${JSON.stringify(ids)}))`
  const rows = await database(DB)
    .select({ cardId, waiting: count() })
    .from(formSubmissions)
    .where(and(inArray(cardId, among), eq(status, 'new')))
    .groupBy(cardId)
    .all()
  return new Map(rows.map((row) => [row.cardId, row.waiting]))
}

function unreadable(error: unknown): undefined {
  log('warn', 'card totals', { error })
}
