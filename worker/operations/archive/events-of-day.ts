/** The events of a day in a fixed order, page by page, so that the same day gives the same file. */
import * as z from 'zod/mini'
import { type EventKind, eventKinds } from '../../../schema/tracking/event.ts'
import { dayMs } from '../../platform/time.ts'
import {
  type AnalyticsBindings,
  configuredDatabases,
  databaseNamed,
  shardOf,
} from '../../tracking/shards.ts'

/** An event as it is archived: without address and visitor. Fields of other kinds are null. */
export type ArchivedEvent = {
  kind: EventKind
  cardId: number
  id: string
  at: number
  source: string
  leftOut: string | null
  burst: number
  place: string
  device: string
  dwellMs: number | null
  linkType: string | null
  linkId: string | null
}

/** The next page: of the group of cards after `card`, the events of `kind` after a key (card, time, id). */
export const Cursor = z.object({
  card: z.int(),
  kind: z.enum(eventKinds),
  after: z.nullable(z.tuple([z.int(), z.int(), z.string()])),
})
export type Cursor = z.infer<typeof Cursor>

/** Cards by number, then kinds: the first group of cards has all its events before the next. */
export const firstCursor: Cursor = { card: -1, kind: eventKinds[0], after: null }

const pageSize = 10_000
const cardsPerGroup = 2000

/** A day (since 1970-01-01) in the database of that binding. */
export type DayOfDatabase = { database: string; day: number }

/**
 * Yields every event of the database's own cards, counted or excluded, of existing or deleted cards. `next` is where to
 * continue after the page; null at the end. A page may be empty.
 */
export async function* pagesOfDay(
  env: AnalyticsBindings,
  { database, day }: DayOfDatabase,
  from = firstCursor,
): AsyncGenerator<{ events: ArchivedEvent[]; next: Cursor | null }> {
  const db = databaseNamed(env, database)
  const homes = configuredDatabases(env)
  for (let cursor: Cursor | null = from; cursor; ) {
    const { card } = cursor
    const group = await nextCards(db, day, card)
    const following = group.isLast ? null : { ...firstCursor, card: group.last }
    // Rows of cards moved to another database may remain here.
    const cards = group.cards.filter((id) => homes[shardOf(id)] === database)
    if (cards.length === 0) yield { events: [], next: following }
    for (const kind of cards.length > 0 ? eventKinds.slice(eventKinds.indexOf(cursor.kind)) : []) {
      const nextKind = eventKinds[eventKinds.indexOf(kind) + 1]
      const start = kind === cursor.kind ? cursor.after : null
      for await (const { events, after } of pagesOfKind(db, { kind, cards, day }, start))
        yield {
          events,
          next: after
            ? { card, kind, after }
            : nextKind
              ? { card, kind: nextKind, after: null }
              : following,
        }
    }
    cursor = following
  }
}

type Group = { cards: number[]; last: number; isLast: boolean }

// Daily totals have a row for every card with an event, and are found by key without scanning other rows.
async function nextCards(db: D1Database, day: number, card: number): Promise<Group> {
  const row = await db
    .prepare(
      `with recursive cards (id) as (
         select min(card_id) from card_days where card_id > ?1
         union all select (select min(card_id) from card_days where card_id > cards.id) from cards where id is not null
         limit ${cardsPerGroup})
       select count(id) as listed, max(id) as last, json_group_array(id) filter (
         where exists (select 1 from card_days where card_id = cards.id and day = ?2)) as found from cards`,
    )
    .bind(card, day)
    .first<{ listed: number; last: number | null; found: string }>()
  const cards: number[] = JSON.parse(row?.found ?? '[]')
  const isLast = row?.listed !== cardsPerGroup
  return { cards: cards.sort((a, b) => a - b), last: row?.last ?? card, isLast }
}

type Query = { kind: EventKind; cards: number[]; day: number }
type Key = Cursor['after']

async function* pagesOfKind(
  db: D1Database,
  { kind, cards, day }: Query,
  from: Key,
): AsyncGenerator<{ events: ArchivedEvent[]; after: Key }> {
  const statement = db.prepare(selectSql(kind))
  const end = (day + 1) * dayMs
  let after = from
  let left = cards.filter((id) => !from || id >= from[0])
  while (left.length > 0) {
    // A card that did not fit in the page continues alone after its last row.
    const queried = after ? left.slice(0, 1) : left
    const [, at, id] = after ?? [0, day * dayMs - 1, '\u{10ffff}']
    const { results } = await statement
      .bind(JSON.stringify(queried), at, id, end)
      .all<ArchivedEvent>()
    const last = results.length < pageSize ? undefined : results.at(-1)
    left = last ? left.slice(left.indexOf(last.cardId)) : left.slice(queried.length)
    after = last ? [last.cardId, last.at, last.id] : null
    const [next] = left
    yield {
      events: results,
      after: after ?? (next === undefined ? null : [next, day * dayMs - 1, '\u{10ffff}']),
    }
  }
}

const columns: Record<EventKind, string> = {
  view: 'viewer_location as place, viewer_device as device, dwell_ms as dwellMs, null as linkType, null as linkId',
  click:
    'clicker_location as place, clicker_device as device, null as dwellMs, link_type as linkType, link_id as linkId',
  save: 'saver_location as place, saver_device as device, null as dwellMs, null as linkType, null as linkId',
}

function selectSql(kind: EventKind): string {
  return `select '${kind}' as kind, card_id as cardId, id, timestamp as at, source, left_out as leftOut, burst, ${columns[kind]}
    from card_${kind}s where card_id in (select value from json_each(?)) and (timestamp, id) > (?, ?) and timestamp < ?
    order by card_id, timestamp, id limit ${pageSize}`
}
