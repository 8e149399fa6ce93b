/**
 * Deletes events after their retention period, events of deleted cards, and addresses that an earlier release stored. Every
 * statement is bounded and idempotent.
 */
import * as z from 'zod/mini'
import type { Bindings } from '../env.ts'
import { repeatable } from '../platform/failures.ts'
import type { StepContext } from '../platform/jobs.ts'
import { dayMs } from '../platform/time.ts'
import { hasDeadLetterObjects } from './dead-letters.ts'
import { archivedUntil, firstWholeDay } from './late-events.ts'
import {
  analyticsDatabases,
  analyticsOf,
  databaseNamed,
  findMisplacedShards,
  isMovingShards,
  shardOf,
} from './shards.ts'

const maxRowsPerStatement = 5000
const maxCardsPerStatement = 20_000
const maxRounds = 40
const prunedPerStatement = 10_000
const prunesPerStep = 10

// In this order; `unit` is the unit of `time`, in milliseconds.
const expiring = {
  card_views: { key: ['card_id', 'timestamp', 'id'], time: 'timestamp', unit: 1 },
  card_clicks: { key: ['card_id', 'timestamp', 'id'], time: 'timestamp', unit: 1 },
  card_saves: { key: ['card_id', 'timestamp', 'id'], time: 'timestamp', unit: 1 },
  card_visitors: { key: ['card_id', 'day', 'visitor'], time: 'day', unit: dayMs },
  late_events: { key: ['card_id', 'seq'], time: 'seq', unit: 1 },
} as const
const tables = ['card_views', 'card_clicks', 'card_saves', 'card_visitors', 'late_events'] as const

/** What is older than `before` (milliseconds) is deleted from `table`, from the card `card` on. */
const Checkpoint = z.object({ before: z.int(), table: z.enum(tables), card: z.int() })
type Checkpoint = z.infer<typeof Checkpoint>

/**
 * Step of a cron job: deletes the next 100,000 events, late events and visitors older than EVENT_RETENTION_DAYS, and dead
 * letters as old. Nothing is deleted before its day is archived, or while cards are moved.
 */
export async function pruneEvents(
  env: Bindings,
  { from, database, now }: StepContext,
): Promise<Checkpoint | undefined> {
  const db = databaseNamed(env, database)
  if (await isMovingShards(env, database)) return undefined
  let at: Checkpoint | undefined =
    Checkpoint.safeParse(from).data ?? (await beginPruning(env, db, now))
  for (let statement = 0; at && statement < prunesPerStep; statement += 1)
    at = await pruneNext(db, at)
  return at
}

async function beginPruning(env: Bindings, db: D1Database, now: number): Promise<Checkpoint> {
  const expired = now - Number(env.EVENT_RETENTION_DAYS) * dayMs
  // More than one step has are deleted by the next run.
  await repeatable(() => db.prepare(pruneDeadSql).bind(expired).run())
  const archived = await archivedUntil(db, Math.floor(now / dayMs))
  return { table: tables[0], before: Math.min(expired, archived * dayMs), card: 0 }
}

const pruneDeadSql = `delete from dead_events where key in (
  select key from dead_events where received_at < ?1 limit ${maxRowsPerStatement})`

async function pruneNext(
  db: D1Database,
  { table, before, card }: Checkpoint,
): Promise<Checkpoint | undefined> {
  const { results } = await db
    .prepare(pruneSql(table))
    .bind(card, Math.floor(before / expiring[table].unit))
    .all<{ card: number }>()
  if (results.length === prunedPerStatement)
    return { table, before, card: results.reduce((last, row) => Math.max(last, row.card), 0) }
  const listed = await db
    .prepare(listSql(table))
    .bind(card)
    .first<{ last: number; cards: number }>()
  if (listed?.cards === maxCardsPerStatement) return { table, before, card: listed.last + 1 }
  const next = tables[tables.indexOf(table) + 1]
  return next && { table: next, before, card: 0 }
}

// The tables are keyed by card, so this lists the cards by key instead of scanning all rows.
function cardsOf(table: string): string {
  return `with recursive cards (id) as (
    select min(card_id) from ${table} where card_id >= ?1
    union all select (select min(card_id) from ${table} where card_id > cards.id) from cards where id is not null
    limit ${maxCardsPerStatement})`
}

function listSql(table: string): string {
  return `${cardsOf(table)} select max(id) as last, count(id) as cards from cards`
}

function pruneSql(table: Checkpoint['table']): string {
  const { key, time } = expiring[table]
  return `${cardsOf(table)} delete from ${table} where (${key}) in (
    select ${key.map((column) => `row.${column}`)} from cards cross join ${table} as row on row.card_id = cards.id
    where row.${time} < ?2 limit ${prunedPerStatement}) returning card_id as card`
}

const keys = {
  card_views: 'card_id, timestamp, id',
  card_clicks: 'card_id, timestamp, id',
  card_saves: 'card_id, timestamp, id',
  card_visitors: 'card_id, day, visitor',
  card_days: 'card_id, day',
  card_fortnights: 'card_id, fortnight',
  share_point_days: 'card_id, code, day',
  late_events: 'card_id, seq',
}

// Dead letters that are not valid JSON name no card; they are deleted after EVENT_RETENTION_DAYS.
const deletePendingSql = (table: string) => `delete from ${table} where key in (
  select key from ${table} where iif(json_valid(event), event ->> '$.cardId', null) = ?1 limit ${maxRowsPerStatement})`

// Days whose other events all still exist are archived again, without the card.
const markDaysSql = `insert into archive_days (day, stale)
  select day, 1 from card_days where card_id = ?1 and day >= ?2 on conflict (day) do update set stale = 1`

const deleteOfCardSql = (table: string, key: string) =>
  `delete from ${table} where (${key}) in (select ${key} from ${table} where card_id = ?1 limit ${maxRowsPerStatement})`

/**
 * Deletes a bounded part of a card's analytics data; `more` if some is left, `wait` if it cannot be deleted yet.
 * Idempotent.
 */
export async function deleteCardEvents(
  env: Bindings,
  cardId: number,
): Promise<'done' | 'more' | 'wait'> {
  // While the card's shard is moved, deleted rows may survive in the copy, and its events may be among those stored in
  // R2: so the card is deleted afterwards.
  const mustWait = async () =>
    (await findMisplacedShards(env)).has(shardOf(cardId)) || (await hasDeadLetterObjects(env))
  if (await mustWait()) return 'wait'
  if (!(await eraseCard(env, cardId))) return 'more'
  return (await mustWait()) ? 'wait' : 'done'
}

async function eraseCard(env: Bindings, cardId: number): Promise<boolean> {
  const db = analyticsOf(env, cardId)
  await repeatable(() => db.prepare(markDaysSql).bind(cardId, firstWholeDay(env)).run())
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

const addressColumns = {
  card_views: 'viewer_ip',
  card_clicks: 'clicker_ip',
  card_saves: 'saver_ip',
}
const addressTables = ['card_views', 'card_clicks', 'card_saves'] as const
const rowsPerStep = 10_000

const Key = z.tuple([z.number(), z.number(), z.string()])
/** The last row that was looked at. */
const AddressCheckpoint = z.object({ table: z.enum(addressTables), after: Key })
type AddressCheckpoint = z.infer<typeof AddressCheckpoint>

const begin: AddressCheckpoint['after'] = [0, 0, '']

/**
 * Step of a cron job: looks at the next 10,000 rows of a database and empties the address column of events that an earlier
 * release recorded; it stored truncated addresses for 30 days. The job ends for good once every column is empty.
 */
export async function clearAddresses(
  env: Bindings,
  { from, database }: StepContext,
): Promise<AddressCheckpoint | undefined> {
  const db = databaseNamed(env, database)
  const { table, after } = AddressCheckpoint.safeParse(from).data ?? {
    table: addressTables[0],
    after: begin,
  }
  const last = await lastKey(db, table, after)
  await repeatable(() =>
    db
      .prepare(clearSql(table))
      .bind(...after, ...(last ?? [Number.MAX_SAFE_INTEGER, 0, '']))
      .run(),
  )
  if (last) return { table, after: last }
  const next = addressTables[addressTables.indexOf(table) + 1]
  return next && { table: next, after: begin }
}

/** The key of the last of the next rows; undefined if they are fewer than a step has. */
async function lastKey(
  db: D1Database,
  table: string,
  after: AddressCheckpoint['after'],
): Promise<AddressCheckpoint['after'] | undefined> {
  const row = await db
    .prepare(
      `select card_id as cardId, timestamp as at, id from ${table} where (card_id, timestamp, id) > (?, ?, ?)
       order by card_id, timestamp, id limit 1 offset ${rowsPerStep - 1}`,
    )
    .bind(...after)
    .first<{ cardId: number; at: number; id: string }>()
  return row ? [row.cardId, row.at, row.id] : undefined
}

function clearSql(table: AddressCheckpoint['table']): string {
  const column = addressColumns[table]
  return `update ${table} set ${column} = '' where (card_id, timestamp, id) > (?, ?, ?)
    and (card_id, timestamp, id) <= (?, ?, ?) and ${column} not in ('', 'Unknown')`
}
