/** Events as tables: one row each, newest first. */
import type { Card } from '../../schema/card.ts'
import { type EventKind, eventKinds } from '../../schema/event.ts'
import { deviceText, placeText } from '../../schema/place.ts'
import type { Section } from '../../schema/pull.ts'
import { analyticsOf } from '../analytics/shards.ts'
import { database } from '../database.ts'
import type { Bindings } from '../env.ts'
import { utcClock, wallClock } from './clock.ts'
import { type EventRow, pagesOfEvents, type Span } from './event-rows.ts'
import { newestFirst } from './newest-first.ts'
import { submissionEvents } from './submission-events.ts'
import type { Column, Table } from './table.ts'

export type EventSection = Extract<Section, 'all' | 'views' | 'clicks' | 'saves'>
type Asked = {
  section: EventSection
  zone: string
  span: Span
  cards: Pick<Card, 'id' | 'name' | 'slug'>[]
  named: boolean
}

const kindsOf: Record<EventSection, readonly EventKind[]> = {
  all: eventKinds,
  views: ['view'],
  clicks: ['click'],
  saves: ['save'],
}

/** Of several cards the newest card first; `named` rows say which card they are of. */
export function eventTable(
  env: Bindings,
  { section, zone, span, cards, named }: Asked,
): Table<EventRow> {
  const ids = cards.map(({ id }) => id)
  const shards = [...Map.groupBy(ids, (id) => analyticsOf(env, id))]
  const events = shards.flatMap(([db, cardIds]) =>
    kindsOf[section].map((kind) => pagesOfEvents(db, { kind, cardIds, ...span })),
  )
  const sent = section === 'all' ? [submissionEvents(database(env.DB), ids, span)] : []
  return {
    columns: [
      ...timeColumns<EventRow>(zone, ({ at }) => at),
      ...(named ? cardColumns<EventRow>(cards, ({ cardId }) => cardId) : []),
      ...ofSection[section],
      ...lastColumns(),
    ],
    pages: newestFirst([...events, ...sent]),
  }
}

/** When it was, as the zone's clock shows it and exactly. */
export function timeColumns<Row>(zone: string, at: (row: Row) => number): Column<Row>[] {
  const [wall, utc] = [wallClock(zone), utcClock()]
  return [
    { key: 'time', title: `Time (${zone})`, of: (row) => wall(at(row)) },
    { key: 'timestamp', title: 'Timestamp (ISO 8601)', of: (row) => utc(at(row)) },
  ]
}

/** Which card it is of. */
export function cardColumns<Row>(
  cards: Asked['cards'],
  cardOf: (row: Row) => number,
): Column<Row>[] {
  const names = new Map(cards.map(({ id, name, slug }) => [id, name || slug]))
  return [
    { key: 'card', title: 'Card', of: (row) => names.get(cardOf(row)) ?? null },
    { key: 'cardId', title: 'Card ID', of: cardOf },
  ]
}

const kindNames = { view: 'View', click: 'Click', save: 'Save', submission: 'Submission' }
const kind: Column<EventRow> = { key: 'kind', title: 'Event', of: (row) => kindNames[row.kind] }
const links: Column<EventRow>[] = [
  { key: 'linkType', title: 'Link type', of: ({ linkType }) => linkType },
  { key: 'linkId', title: 'Link ID', of: ({ linkId }) => linkId },
]
const dwell: Column<EventRow> = {
  key: 'dwellMs',
  title: 'Time spent (ms)',
  of: ({ dwellMs }) => dwellMs,
}

const ofSection: Record<EventSection, Column<EventRow>[]> = {
  all: [kind, ...links, dwell],
  views: [dwell],
  clicks: links,
  saves: [],
}

/** Kept shortened and for 30 days only, so it is nobody's to take away. */
export const ipColumn: Column<unknown> = { key: 'ip', title: 'IP', of: () => 'Unknown' }

function lastColumns(): Column<EventRow>[] {
  const placeOf = remembering(placeText)
  const deviceOf = remembering(deviceText)
  return [
    { key: 'location', title: 'Location', of: ({ place }) => placeOf(place) },
    { key: 'device', title: 'Device', of: ({ device }) => deviceOf(device) },
    ipColumn,
    { key: 'source', title: 'Source', of: ({ source }) => source },
    { key: 'id', title: 'Event ID', of: ({ id }) => id },
  ]
}

// A million visits have a few hundred places and devices between them.
const mostRemembered = 2000

function remembering(read: (key: string) => string): (key: string) => string {
  const known = new Map<string, string>()
  return (key) => {
    const text = known.get(key) ?? read(key)
    if (known.size < mostRemembered) known.set(key, text)
    return text
  }
}
