/** Erasing everything counted on a card. */
import type { Bindings } from '../env.ts'
import { firstWholeDay } from './archived-days.ts'
import { shardsAway } from './moving.ts'
import { analyticsDatabases, analyticsOf, shardOf } from './shards.ts'

const mostAtOnce = 5000
const mostRounds = 40

const keys = {
  card_views: 'card_id, timestamp, id',
  card_clicks: 'card_id, timestamp, id',
  card_saves: 'card_id, timestamp, id',
  card_visitors: 'card_id, day, visitor',
  card_days: 'card_id, day',
  card_fortnights: 'card_id, fortnight',
  late_events: 'card_id, seq',
}

// Messages that nothing could read are among the dead as well; those end with the days that events are kept.
const waitingSql = (table: string) => `delete from ${table} where key in (
  select key from ${table} where iif(json_valid(event), event ->> '$.cardId', null) = ?1 limit ${mostAtOnce})`

// The archive of days whose other events are all there is written again without the card's.
const markDaysSql = `insert into archive_days (day, stale)
  select day, 1 from card_days where card_id = ?1 and day >= ?2 on conflict (day) do update set stale = 1`

const ofCardSql = (table: string, key: string) =>
  `delete from ${table} where (${key}) in (select ${key} from ${table} where card_id = ?1 limit ${mostAtOnce})`

/** Erases a bounded part; true when nothing is left. Safe to run any number of times. */
export async function forgetCard(env: Bindings, cardId: number): Promise<boolean> {
  // While the card is copied elsewhere, what is erased here may live on in the copy: it is erased there, afterwards.
  const isAway = async () => (await shardsAway(env)).has(shardOf(cardId))
  return !(await isAway()) && (await eraseCard(env, cardId)) && !(await isAway())
}

async function eraseCard(env: Bindings, cardId: number): Promise<boolean> {
  const db = analyticsOf(env, cardId)
  await db.prepare(markDaysSql).bind(cardId, firstWholeDay(env)).run()
  const statements = [
    // First, so that none is recorded meanwhile. The dead of every card are in one database, of whichever shard they are.
    ...analyticsDatabases(env).flatMap((each) =>
      ['event_inbox', 'dead_events'].map((table) => each.prepare(waitingSql(table)).bind(cardId)),
    ),
    ...Object.entries(keys).map(([table, key]) => db.prepare(ofCardSql(table, key)).bind(cardId)),
  ]
  let rounds = 0
  for (const statement of statements) {
    for (let left = true; left; rounds += 1) {
      if (rounds >= mostRounds) return false
      left = (await statement.run()).meta.changes >= mostAtOnce
    }
  }
  return true
}
