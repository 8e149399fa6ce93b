/** Tables of the analytics database `ANALYTICS`: events, rollups, and where events wait. Times are milliseconds, UTC. */
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

// All but the waiting rooms are WITHOUT ROWID (see the migration): the key is the row, so an event costs one row written.

const event = {
  cardId: integer('card_id').notNull(),
  timestamp: integer('timestamp').notNull(),
  id: text('id').notNull(),
  source: text('source').notNull(),
  /** Why it is left out of the totals; null when it counts. */
  leftOut: text('left_out'),
  burst: integer('burst').notNull(),
}

export const cardViews = sqliteTable(
  'card_views',
  {
    ...event,
    dwellMs: integer('dwell_ms').notNull(),
    viewerIp: text('viewer_ip').notNull(),
    viewerLocation: text('viewer_location').notNull(),
    viewerDevice: text('viewer_device').notNull(),
  },
  (table) => [primaryKey({ columns: [table.cardId, table.timestamp, table.id] })],
)

export const cardClicks = sqliteTable(
  'card_clicks',
  {
    ...event,
    linkType: text('link_type').notNull(),
    linkId: text('link_id').notNull(),
    clickerIp: text('clicker_ip').notNull(),
    clickerLocation: text('clicker_location').notNull(),
    clickerDevice: text('clicker_device').notNull(),
  },
  (table) => [primaryKey({ columns: [table.cardId, table.timestamp, table.id] })],
)

export const cardSaves = sqliteTable(
  'card_saves',
  {
    ...event,
    saverIp: text('saver_ip').notNull(),
    saverLocation: text('saver_location').notNull(),
    saverDevice: text('saver_device').notNull(),
  },
  (table) => [primaryKey({ columns: [table.cardId, table.timestamp, table.id] })],
)

/**
 * One row per card and UTC day. `counts` is a JSON map of everything else that is counted that day; its keys are made
 * and read in `worker/events/rollup-counts.ts` alone.
 */
export const cardDays = sqliteTable(
  'card_days',
  {
    cardId: integer('card_id').notNull(),
    /** Days since 1970-01-01, UTC. */
    day: integer('day').notNull(),
    views: integer('views').notNull(),
    clicks: integer('clicks').notNull(),
    saves: integer('saves').notNull(),
    visitors: integer('visitors').notNull(),
    counts: text('counts', { mode: 'json' }).$type<Record<string, number>>().notNull(),
    /** Events by kind, minute and network; its keys are made and read in `worker/events/bursts.ts` alone. */
    bursts: text('bursts', { mode: 'json' }).$type<Record<string, number>>(),
  },
  (table) => [primaryKey({ columns: [table.cardId, table.day] })],
)

/**
 * The sum of the day totals of a card over fourteen UTC days, made when they are over. Where a card has one, it has one for every
 * earlier fortnight with a day total. Written and read through `worker/events/rollup-fortnights.ts`.
 */
export const cardFortnights = sqliteTable(
  'card_fortnights',
  {
    cardId: integer('card_id').notNull(),
    /** Fortnights since 1970-01-01. */
    fortnight: integer('fortnight').notNull(),
    views: integer('views').notNull(),
    clicks: integer('clicks').notNull(),
    saves: integer('saves').notNull(),
    visitors: integer('visitors').notNull(),
    /** Hour since the fortnight began, views, clicks, saves; again for each hour that has any. */
    hours: text('hours', { mode: 'json' }).$type<number[]>().notNull(),
    /** As of the days, without the hours. */
    counts: text('counts', { mode: 'json' }).$type<Record<string, number>>().notNull(),
    /** As of the days, without what is no burst. */
    bursts: text('bursts', { mode: 'json' }).$type<Record<string, number>>(),
  },
  (table) => [primaryKey({ columns: [table.cardId, table.fortnight] })],
)

/** Who was seen on a card that day, as a keyed hash that cannot be linked to the next day. */
export const cardVisitors = sqliteTable(
  'card_visitors',
  {
    cardId: integer('card_id').notNull(),
    day: integer('day').notNull(),
    visitor: text('visitor').notNull(),
  },
  (table) => [primaryKey({ columns: [table.cardId, table.day, table.visitor] })],
)

/** The random key of the visitor hash, one a day, deleted after 48 hours. */
export const visitorSalts = sqliteTable('visitor_salts', {
  day: integer('day').primaryKey(),
  salt: text('salt').notNull(),
})

/** Events that the queue would not take; the cron moves them on. */
export const eventInbox = sqliteTable('event_inbox', {
  key: text('key').primaryKey(),
  event: text('event').notNull(),
  receivedAt: integer('received_at').notNull(),
})

/** Messages that could not be recorded after every retry, as they came, for `npm run events:replay`. */
export const deadEvents = sqliteTable('dead_events', {
  key: text('key').primaryKey(),
  event: text('event').notNull(),
  receivedAt: integer('received_at').notNull(),
})

/**
 * Events recorded after the time before which programs had been told everything: a row a card and transaction.
 * `seq` grows with every row of a card and is about when it was written, in milliseconds.
 */
export const lateEvents = sqliteTable(
  'late_events',
  {
    cardId: integer('card_id').notNull(),
    seq: integer('seq').notNull(),
    /** Time, id and kind of each. */
    events: text('events', { mode: 'json' }).$type<[number, string, number][]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.cardId, table.seq] })],
)

/** Days whose events are in the archive; `stale` ones have changed since and are written again. */
export const archiveDays = sqliteTable('archive_days', {
  /** Days since 1970-01-01, UTC. */
  day: integer('day').primaryKey(),
  stale: integer('stale').notNull(),
})

/**
 * Which shards of cards this database may record: `here`, `leaving` while they are copied to another, `left` afterwards.
 * Without a row a shard is in ANALYTICS and nowhere else.
 */
export const shardMoves = sqliteTable('shard_moves', {
  shard: integer('shard').primaryKey(),
  state: text('state', { enum: ['here', 'leaving', 'left'] }).notNull(),
})
