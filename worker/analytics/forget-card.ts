/** Erasing everything counted on a card. */
import type { Bindings } from '../env.ts'
import { analyticsOf } from './shards.ts'

const mostAtOnce = 5000
const mostRounds = 40

const keys = {
  card_views: 'card_id, timestamp, id',
  card_clicks: 'card_id, timestamp, id',
  card_saves: 'card_id, timestamp, id',
  card_visitors: 'card_id, day, visitor',
  card_days: 'card_id, day',
  late_events: 'card_id, seq',
}

/** Erases a bounded part; true when nothing is left. Safe to run any number of times. */
export async function forgetCard(env: Bindings, cardId: number): Promise<boolean> {
  const db = analyticsOf(env, cardId)
  let rounds = 0
  for (const [table, key] of Object.entries(keys)) {
    const statement = db
      .prepare(
        `delete from ${table} where (${key}) in (select ${key} from ${table} where card_id = ?1 limit ${mostAtOnce})`,
      )
      .bind(cardId)
    for (let left = true; left; rounds += 1) {
      if (rounds >= mostRounds) return false
      left = (await statement.run()).meta.changes >= mostAtOnce
    }
  }
  return true
}
