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

// D1 answers 1,000 queries an invocation, so three million events fit, and two megabytes a value: 660 bytes an event.
const pageSize = 3000

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
    const page = await statement
      .bind(JSON.stringify(asked), ...(before ?? [until, '']), from)
      .first<string>('page')
    const results = read(page).map((row) => asEvent(kind, row))
    yield results
    const last = results.length < pageSize ? undefined : results.at(-1)
    cards = last ? cards.slice(cards.indexOf(last.cardId)) : cards.slice(asked.length)
    before = last && [last.at, last.id]
  }
}

function read(page: string | null): Raw[] {
  return JSON.parse(page ?? '[]')
}

// Without names and without what is the same in every row.
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

// A list of cards is walked in the order asked for, so nothing is sorted. The page is one value, which D1 hands over for a
// fifth less than thousands, and with half the garbage.
function selectSql(kind: EventKind): string {
  const values = `card_id, timestamp, id, source, ${columns[kind]}`
  return `select json_group_array(json_array(${values})) as page from (
    select ${values} from card_${kind}s
    where card_id in (select value from json_each(?)) and (timestamp, id) < (?, ?) and timestamp >= ? and left_out is null
    order by card_id desc, timestamp desc, id desc limit ${pageSize})`
}
