/** Dropping what is kept for a time only. Every statement is bounded, and safe to run twice. */
import type { Bindings } from '../env.ts'
import { retentionDays } from '../platform/retention.ts'
import { dayMs } from '../platform/time.ts'
import { archivedUntil, firstWholeDay } from './archived-days.ts'
import { shardsAway } from './shard-fence.ts'
import { analyticsDatabases, analyticsOf, shardOf } from './shards.ts'

const mostAtOnce = 5000
const mostRounds = 40
// Addresses older than this were shortened on an earlier day.
const catchUpDays = 15

const eventTables = [
  { name: 'card_views', ip: 'viewer_ip' },
  { name: 'card_clicks', ip: 'clicker_ip' },
  { name: 'card_saves', ip: 'saver_ip' },
]

/** Drops events, also those that could not be recorded, and visitors beyond EVENT_RETENTION_DAYS, and the salts of days before yesterday. */
export async function pruneEvents(env: Bindings, now = Date.now()): Promise<void> {
  for (const db of analyticsDatabases(env)) {
    // What is not in the archive yet waits for it.
    const archived = await archivedUntil(db, Math.floor(now / dayMs))
    const oldest = Math.min(now - Number(env.EVENT_RETENTION_DAYS) * dayMs, archived * dayMs)
    await db
      .prepare('delete from visitor_salts where day < ?')
      .bind(Math.floor(now / dayMs) - retentionDays.visitorKeys + 1)
      .run()
    for (const { name } of eventTables) await repeat(db.prepare(pruneSql(name)).bind(oldest))
    await repeat(db.prepare(pruneVisitorsSql).bind(Math.floor(oldest / dayMs)))
    await repeat(db.prepare(pruneLateSql).bind(oldest))
    await repeat(db.prepare(pruneDeadSql).bind(now - Number(env.EVENT_RETENTION_DAYS) * dayMs))
  }
}

/** Replaces addresses by `Unknown` after 30 days, and drops submissions after 24 months. */
export async function deleteAddresses(env: Bindings, now = Date.now()): Promise<void> {
  const upTo = now - retentionDays.addresses * dayMs
  for (const db of analyticsDatabases(env)) {
    for (const table of eventTables)
      await repeat(db.prepare(forgetSql(table)).bind(upTo - catchUpDays * dayMs, upTo))
  }
  await env.DB.batch([
    env.DB.prepare(
      "update form_submissions set submitter_ip = 'Unknown' where timestamp < ? and submitter_ip <> 'Unknown'",
    ).bind(new Date(upTo).toISOString()),
    env.DB.prepare('delete from form_submissions where timestamp < ?').bind(
      new Date(now - retentionDays.submissions * dayMs).toISOString(),
    ),
  ])
}

// The tables are in the order of cards, so the cards are walked by their key, not the rows.
function cardsOf(table: string): string {
  return `with recursive cards (id) as (
    select min(card_id) from ${table}
    union all select (select min(card_id) from ${table} where card_id > cards.id) from cards where id is not null)`
}

function pruneSql(table: string): string {
  return `${cardsOf(table)} delete from ${table} where (card_id, timestamp, id) in (
    select row.card_id, row.timestamp, row.id from cards cross join ${table} as row on row.card_id = cards.id
    where row.timestamp < ?1 limit ${mostAtOnce})`
}

const pruneVisitorsSql = `${cardsOf('card_visitors')} delete from card_visitors where (card_id, day, visitor) in (
  select row.card_id, row.day, row.visitor from cards cross join card_visitors as row on row.card_id = cards.id
  where row.day < ?1 limit ${mostAtOnce})`

const pruneLateSql = `${cardsOf('late_events')} delete from late_events where (card_id, seq) in (
  select row.card_id, row.seq from cards cross join late_events as row on row.card_id = cards.id
  where row.seq < ?1 limit ${mostAtOnce})`

const pruneDeadSql = `delete from dead_events where key in (
  select key from dead_events where received_at < ?1 limit ${mostAtOnce})`

function forgetSql({ name, ip }: { name: string; ip: string }): string {
  return `${cardsOf(name)} update ${name} set ${ip} = 'Unknown' where (card_id, timestamp, id) in (
    select row.card_id, row.timestamp, row.id from cards cross join ${name} as row on row.card_id = cards.id
    where row.timestamp between ?1 and ?2 and row.${ip} <> 'Unknown' limit ${mostAtOnce})`
}

async function repeat(statement: D1PreparedStatement): Promise<void> {
  for (let round = 0; round < mostRounds; round += 1) {
    const { meta } = await statement.run()
    if (meta.changes < mostAtOnce) return
  }
}

// Erasing everything counted on a card.

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
export async function deleteCardEvents(env: Bindings, cardId: number): Promise<boolean> {
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
