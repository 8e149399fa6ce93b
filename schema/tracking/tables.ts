/** Tables of the analytics database `ANALYTICS`: events, rollups and pending events. Times are milliseconds, UTC. */
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

// The IP columns are empty: only earlier releases stored truncated addresses. All tables except those of pending events are
// WITHOUT ROWID (see the migration), so an event writes one row.

const event = {
  cardId: integer('card_id').notNull(),
  timestamp: integer('timestamp').notNull(),
  id: text('id').notNull(),
  source: text('source').notNull(),
  /** The reason it is excluded from the totals; null if it counts. */
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
 * One row per card and UTC day. `counts` is a JSON map of the day's other counts; only `worker/tracking/rollup-counts.ts`
 * builds and reads its keys.
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
    /** Events by kind, minute and network; only `worker/tracking/bursts.ts` builds and reads its keys. */
    bursts: text('bursts', { mode: 'json' }).$type<Record<string, number>>(),
  },
  (table) => [primaryKey({ columns: [table.cardId, table.day] })],
)

/**
 * One row per share point and UTC day: the counts of `card_days`, without visitors and bursts, for the events with its code.
 * Only codes of the card have rows.
 */
export const sharePointDays = sqliteTable(
  'share_point_days',
  {
    cardId: integer('card_id').notNull(),
    code: text('code').notNull(),
    day: integer('day').notNull(),
    views: integer('views').notNull(),
    clicks: integer('clicks').notNull(),
    saves: integer('saves').notNull(),
    /** When the first and the last event that counts happened; null if none counts. */
    firstAt: integer('first_at'),
    lastAt: integer('last_at'),
    counts: text('counts', { mode: 'json' }).$type<Record<string, number>>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.cardId, table.code, table.day] })],
)

/**
 * The sum of a card's day totals over fourteen UTC days, created once these are over. If a card has a row, it has one for every
 * earlier fortnight with a day total. Written and read by `worker/tracking/rollup-fortnights.ts`.
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
    /**
     * Groups of four numbers: the hour since the start of the fortnight, and its views, clicks and saves. Hours without
     * events are absent.
     */
    hours: text('hours', { mode: 'json' }).$type<number[]>().notNull(),
    /** The sums of the days' counts, without the hours. */
    counts: text('counts', { mode: 'json' }).$type<Record<string, number>>().notNull(),
    /** The bursts of the days. */
    bursts: text('bursts', { mode: 'json' }).$type<Record<string, number>>(),
  },
  (table) => [primaryKey({ columns: [table.cardId, table.fortnight] })],
)

/** The visitors of a card on a day, as keyed hashes that cannot be linked across days. */
export const cardVisitors = sqliteTable(
  'card_visitors',
  {
    cardId: integer('card_id').notNull(),
    day: integer('day').notNull(),
    visitor: text('visitor').notNull(),
  },
  (table) => [primaryKey({ columns: [table.cardId, table.day, table.visitor] })],
)

/** The random key of each day's visitor hashes, deleted after 48 hours. */
export const visitorSalts = sqliteTable('visitor_salts', {
  day: integer('day').primaryKey(),
  salt: text('salt').notNull(),
})

/** Events that could not be queued; the cron records them. */
export const eventInbox = sqliteTable('event_inbox', {
  key: text('key').primaryKey(),
  event: text('event').notNull(),
  receivedAt: integer('received_at').notNull(),
})

/** Dead letters: messages, as received, that could not be recorded after all retries. `npm run events:replay` records them. */
export const deadEvents = sqliteTable('dead_events', {
  key: text('key').primaryKey(),
  event: text('event').notNull(),
  receivedAt: integer('received_at').notNull(),
})

/**
 * Events recorded after the event feed had passed their time, one row per card and transaction. `seq` increases with every row
 * of a card, and is roughly the time of writing in milliseconds.
 */
export const lateEvents = sqliteTable(
  'late_events',
  {
    cardId: integer('card_id').notNull(),
    seq: integer('seq').notNull(),
    /** Time, id and kind of each event. */
    events: text('events', { mode: 'json' }).$type<[number, string, number][]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.cardId, table.seq] })],
)

/** Days whose events are archived. A `stale` day has changed since, and will be archived again. */
export const archiveDays = sqliteTable('archive_days', {
  /** Days since 1970-01-01, UTC. */
  day: integer('day').primaryKey(),
  stale: integer('stale').notNull(),
})

/**
 * The shards that have been moved. This database records the events of a shard only while it is `here`; a shard is `leaving`
 * while it is copied to another database, then it has `left`. A shard without a row has never left ANALYTICS.
 */
export const shardMoves = sqliteTable('shard_moves', {
  shard: integer('shard').primaryKey(),
  state: text('state', { enum: ['here', 'leaving', 'left'] }).notNull(),
})
