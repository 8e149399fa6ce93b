/** Rows of exports: merges several paged lists, newest card and newest event first. */

import type { Submission } from '../../schema/inbox/inbox.ts'
import type { EventKind } from '../../schema/tracking/event.ts'
import { countedIn, pagesOfSubmissions } from '../inbox/queries.ts'
import type { Db } from '../platform/database.ts'

const chunkSize = 5000

type Dated = { cardId: number; at: number }

/** Merges the lists. Holds at most one page of each list and the page that is being built. */
export async function* newestFirst<Row extends Dated>(
  lists: AsyncGenerator<Row[]>[],
): AsyncGenerator<Row[]> {
  const [only, ...others] = lists
  if (only && others.length === 0) return yield* only
  const heads = await Promise.all(lists.map(open))
  let page: Row[] = []
  for (let head = newestOf(heads); head; head = newestOf(heads)) {
    const row = head.rows[head.next]
    if (row) page.push(row)
    head.next += 1
    if (head.next === head.rows.length) await refill(head)
    if (page.length === chunkSize) {
      yield page
      page = []
    }
  }
  yield page
}

type Head<Row> = { list: AsyncGenerator<Row[]>; rows: Row[]; next: number }

async function open<Row>(list: AsyncGenerator<Row[]>): Promise<Head<Row>> {
  return refill({ list, rows: [], next: 0 })
}

async function refill<Row>(head: Head<Row>): Promise<Head<Row>> {
  do {
    const { done, value } = await head.list.next()
    head.rows = done ? [] : value
    head.next = 0
    if (done) break
  } while (head.rows.length === 0)
  return head
}

function newestOf<Row extends Dated>(heads: Head<Row>[]): Head<Row> | undefined {
  let newest: Head<Row> | undefined
  let best: Row | undefined
  for (const head of heads) {
    const row = head.rows[head.next]
    if (!row || (best && !isBefore(row, best))) continue
    newest = head
    best = row
  }
  return newest
}

function isBefore(row: Dated, other: Dated): boolean {
  return row.cardId > other.cardId || (row.cardId === other.cardId && row.at > other.at)
}

// Pages of all counted events, in the order of the tables.

/** In milliseconds; `from` is inclusive, `until` exclusive. */
export type TimeRange = { from: number; until: number }
export type EventRow = {
  kind: EventKind | 'submission'
  cardId: number
  at: number
  id: string
  source: string
  place: string
  device: string
  linkType: string | null
  linkId: string | null
  dwellMs: number | null
}

// D1 allows 1,000 queries per invocation, so three million events fit, and 2 MB per value: 660 bytes per event.
const pageSize = 3000

type EventsQuery = TimeRange & {
  kind: EventKind
  cardIds: number[]
  /** Limits the events to the share point with this code. */
  code?: string | undefined
}

/** The cards' events of one kind: newest card first, then newest event first. */
export async function* pagesOfEvents(
  db: D1Database,
  { kind, cardIds, code, from, until }: EventsQuery,
): AsyncGenerator<EventRow[]> {
  const statement = db.prepare(selectSql(kind))
  let cards = cardIds.toSorted((a, b) => b - a)
  let before: [number, string] | undefined
  while (cards.length > 0) {
    // A card that did not fit in the page continues alone after its last row.
    const queried = before ? cards.slice(0, 1) : cards
    const page = await statement
      .bind(JSON.stringify(queried), ...(before ?? [until, '']), from, code ?? null)
      .first<string>('page')
    const results = read(page).map((row) => asEvent(kind, row))
    yield results
    const last = results.length < pageSize ? undefined : results.at(-1)
    cards = last ? cards.slice(cards.indexOf(last.cardId)) : cards.slice(queried.length)
    before = last && [last.at, last.id]
  }
}

function read(page: string | null): Raw[] {
  return JSON.parse(page ?? '[]')
}

// Without keys, and without values that are equal in every row.
type Raw = [
  cardId: number,
  at: number,
  id: string,
  source: string,
  place: string,
  device: string,
  more?: string | number,
  linkId?: string,
]

const columns: Record<EventKind, string> = {
  view: 'viewer_location, viewer_device, dwell_ms',
  click: 'clicker_location, clicker_device, link_type, link_id',
  save: 'saver_location, saver_device',
}

function asEvent(
  kind: EventKind,
  [cardId, at, id, source, place, device, more, linkId]: Raw,
): EventRow {
  return {
    kind,
    cardId,
    at,
    id,
    source,
    place,
    device,
    linkType: typeof more === 'string' ? more : null,
    linkId: linkId ?? null,
    dwellMs: typeof more === 'number' ? more : null,
  }
}

// The cards are read in the requested order, so nothing is sorted. A page is one value, which takes a fifth less time
// than thousands of rows and makes half the garbage.
function selectSql(kind: EventKind): string {
  const values = `card_id, timestamp, id, source, ${columns[kind]}`
  return `select json_group_array(json_array(${values})) as page from (
    select ${values} from card_${kind}s
    where card_id in (select value from json_each(?1)) and (timestamp, id) < (?2, ?3) and timestamp >= ?4
      and left_out is null and (?5 is null or source = ?5)
    order by card_id desc, timestamp desc, id desc limit ${pageSize})`
}

// Form submissions, as another kind of event.

/** The cards' form submissions as events, without their contents. */
export async function* submissionEvents(
  db: Db,
  cardIds: number[],
  range: TimeRange & { code?: string | undefined },
): AsyncGenerator<EventRow[]> {
  for await (const page of pagesOfSubmissions(db, cardIds, countedIn(range)))
    yield page.map(submissionEvent)
}

function submissionEvent({ cardId, timestamp, id, source, place, device }: Submission): EventRow {
  const at = Date.parse(timestamp)
  const nothing = { linkType: null, linkId: null, dwellMs: null }
  return { kind: 'submission', cardId, at, id: `${id}`, source, place, device, ...nothing }
}
