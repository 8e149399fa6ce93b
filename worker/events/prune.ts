/** Deletes data after its retention period. Every statement is bounded and idempotent. */
import type { Bindings } from '../env.ts'
import { retentionDays } from '../platform/retention.ts'
import { dayMs } from '../platform/time.ts'
import { archivedUntil, firstWholeDay } from './archived-days.ts'
import { hasDeadLetterObjects } from './dead-letters.ts'
import { findMisplacedShards } from './shard-guard.ts'
import { analyticsDatabases, analyticsOf, shardOf } from './shards.ts'

const maxRowsPerStatement = 5000
const maxRounds = 40

const eventTables = ['card_views', 'card_clicks', 'card_saves']

/**
 * Deletes events, dead letters and visitors older than EVENT_RETENTION_DAYS, and the salts of days before yesterday.
 */
export async function pruneEvents(env: Bindings, now = Date.now()): Promise<void> {
  for (const db of analyticsDatabases(env)) {
    // Events are not deleted before they are archived.
    const archived = await archivedUntil(db, Math.floor(now / dayMs))
    const oldest = Math.min(now - Number(env.EVENT_RETENTION_DAYS) * dayMs, archived * dayMs)
    await db
      .prepare('delete from visitor_salts where day < ?')
      .bind(Math.floor(now / dayMs) - retentionDays.visitorKeys + 1)
      .run()
    for (const name of eventTables) await repeat(db.prepare(pruneSql(name)).bind(oldest))
    await repeat(db.prepare(pruneVisitorsSql).bind(Math.floor(oldest / dayMs)))
    await repeat(db.prepare(pruneLateSql).bind(oldest))
    await repeat(
      db.prepare(pruneDeadLettersSql).bind(now - Number(env.EVENT_RETENTION_DAYS) * dayMs),
    )
  }
}

// The tables are keyed by card, so this lists the cards by key instead of scanning all rows.
function cardsOf(table: string): string {
  return `with recursive cards (id) as (
    select min(card_id) from ${table}
    union all select (select min(card_id) from ${table} where card_id > cards.id) from cards where id is not null)`
}

function pruneSql(table: string): string {
  return `${cardsOf(table)} delete from ${table} where (card_id, timestamp, id) in (
    select row.card_id, row.timestamp, row.id from cards cross join ${table} as row on row.card_id = cards.id
    where row.timestamp < ?1 limit ${maxRowsPerStatement})`
}

const pruneVisitorsSql = `${cardsOf('card_visitors')} delete from card_visitors where (card_id, day, visitor) in (
  select row.card_id, row.day, row.visitor from cards cross join card_visitors as row on row.card_id = cards.id
  where row.day < ?1 limit ${maxRowsPerStatement})`

const pruneLateSql = `${cardsOf('late_events')} delete from late_events where (card_id, seq) in (
  select row.card_id, row.seq from cards cross join late_events as row on row.card_id = cards.id
  where row.seq < ?1 limit ${maxRowsPerStatement})`

const pruneDeadLettersSql = `delete from dead_events where key in (
  select key from dead_events where received_at < ?1 limit ${maxRowsPerStatement})`

async function repeat(statement: D1PreparedStatement): Promise<void> {
  for (let round = 0; round < maxRounds; round += 1) {
    const { meta } = await statement.run()
    if (meta.changes < maxRowsPerStatement) return
  }
}

const keys = {
  card_views: 'card_id, timestamp, id',
  card_clicks: 'card_id, timestamp, id',
  card_saves: 'card_id, timestamp, id',
  card_visitors: 'card_id, day, visitor',
  card_days: 'card_id, day',
  card_fortnights: 'card_id, fortnight',
  late_events: 'card_id, seq',
}

// Dead letters that are not valid JSON name no card; they are deleted after EVENT_RETENTION_DAYS.
const deletePendingSql = (table: string) => `delete from ${table} where key in (
  select key from ${table} where iif(json_valid(event), event ->> '$.cardId', null) = ?1 limit ${maxRowsPerStatement})`

// Days of which all other events still exist are archived again, without those of the card.
const markDaysSql = `insert into archive_days (day, stale)
  select day, 1 from card_days where card_id = ?1 and day >= ?2 on conflict (day) do update set stale = 1`

const deleteOfCardSql = (table: string, key: string) =>
  `delete from ${table} where (${key}) in (select ${key} from ${table} where card_id = ?1 limit ${maxRowsPerStatement})`

/** Deletes a bounded part of a card's analytics data; true if nothing is left. Idempotent. */
export async function deleteCardEvents(env: Bindings, cardId: number): Promise<boolean> {
  // While the card's shard is moved, deleted rows may survive in the copy, and its events may be among those stored in
  // R2: so the card is deleted afterwards.
  const mustWait = async () =>
    (await findMisplacedShards(env)).has(shardOf(cardId)) || (await hasDeadLetterObjects(env))
  return !(await mustWait()) && (await eraseCard(env, cardId)) && !(await mustWait())
}

async function eraseCard(env: Bindings, cardId: number): Promise<boolean> {
  const db = analyticsOf(env, cardId)
  await db.prepare(markDaysSql).bind(cardId, firstWholeDay(env)).run()
  const statements = [
    // Pending events first, so that none is recorded meanwhile. Those of a card may be in any database: the dead
    // letters of all shards are in one.
    ...analyticsDatabases(env).flatMap((each) =>
      ['event_inbox', 'dead_events'].map((table) =>
        each.prepare(deletePendingSql(table)).bind(cardId),
      ),
    ),
    ...Object.entries(keys).map(([table, key]) =>
      db.prepare(deleteOfCardSql(table, key)).bind(cardId),
    ),
  ]
  let rounds = 0
  for (const statement of statements) {
    for (let left = true; left; rounds += 1) {
      if (rounds >= maxRounds) return false
      left = (await statement.run()).meta.changes >= maxRowsPerStatement
    }
  }
  return true
}
