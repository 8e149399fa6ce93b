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
    const { results } = await statement
      .bind(JSON.stringify(asked), ...(before ?? [until, '']), from)
      .all<EventRow>()
    yield results
    const last = results.length < pageSize ? undefined : results.at(-1)
    cards = last ? cards.slice(cards.indexOf(last.cardId)) : cards.slice(asked.length)
    before = last && [last.at, last.id]
  }
}

const columns = {
  view: 'viewer_location as place, viewer_device as device, null as linkType, null as linkId, dwell_ms as dwellMs',
  click:
    'clicker_location as place, clicker_device as device, link_type as linkType, link_id as linkId, null as dwellMs',
  save: 'saver_location as place, saver_device as device, null as linkType, null as linkId, null as dwellMs',
}

// A list of cards is walked in the order asked for, so nothing is sorted.
function selectSql(kind: EventKind): string {
  return `select '${kind}' as kind, card_id as cardId, timestamp as at, id, source, ${columns[kind]} from card_${kind}s
    where card_id in (select value from json_each(?)) and (timestamp, id) < (?, ?) and timestamp >= ? and left_out is null
    order by card_id desc, timestamp desc, id desc limit ${pageSize}`
}
