/** Events for exports: every one that counts, read page by page from the tables' own order. */
import type { EventKind } from '../../schema/event.ts'

/** From and until are milliseconds, the first included, the last not. */
export type Span = { from: number; until: number }
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

// D1 answers 1,000 queries an invocation: five million events fit, and a page is less than a megabyte.
const pageSize = 5000

/** The cards' events of a kind: newest card first, and of each the newest event first. */
export async function* pagesOfEvents(
  db: D1Database,
  { kind, cardIds, from, until }: Span & { kind: EventKind; cardIds: number[] },
): AsyncGenerator<EventRow[]> {
  const statement = db.prepare(selectSql(kind))
  let cards = cardIds.toSorted((a, b) => b - a)
  let before: [number, string] | undefined
  while (cards.length > 0) {
    // A card that did not fit the page goes on alone, where it was left.
    const asked = before ? cards.slice(0, 1) : cards
    const results = (
      await statement.bind(JSON.stringify(asked), ...(before ?? [until, '']), from).raw<Raw>()
    ).map((row) => asEvent(kind, row))
    yield results
    const last = results.length < pageSize ? undefined : results.at(-1)
    cards = last ? cards.slice(cards.indexOf(last.cardId)) : cards.slice(asked.length)
    before = last && [last.at, last.id]
  }
}

// Without names and without what is the same in every row: D1 answers in JSON, and that is most of the work.
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

// A list of cards is walked in the order asked for, so nothing is sorted.
function selectSql(kind: EventKind): string {
  return `select card_id, timestamp, id, source, ${columns[kind]} from card_${kind}s
    where card_id in (select value from json_each(?)) and (timestamp, id) < (?, ?) and timestamp >= ? and left_out is null
    order by card_id desc, timestamp desc, id desc limit ${pageSize}`
}
