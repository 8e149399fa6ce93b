/** Tables of an export that list events and form submissions, newest first, with times on the viewer's clock. */

import { tzOffset } from '@date-fns/tz'
import type { ExportSection } from '../../schema/analytics/analytics-export.ts'
import type { Card } from '../../schema/cards/card.ts'
import type { Submission } from '../../schema/inbox/inbox.ts'
import { deviceText, type EventKind, eventKinds, placeText } from '../../schema/tracking/event.ts'
import type { Bindings } from '../env.ts'
import { contentColumns, visitColumns } from '../inbox/inbox-export.ts'
import { countedIn, pagesOfSubmissions } from '../inbox/queries.ts'
import { type Db, database } from '../platform/database.ts'
import type { Column, Table } from '../platform/download.ts'
import { hourMs } from '../platform/time.ts'
import { analyticsOf } from '../tracking/shards.ts'
import {
  type EventRow,
  newestFirst,
  pagesOfEvents,
  submissionEvents,
  type TimeRange,
} from './export-rows.ts'
import { eventOf, labelOf, type PointNames } from './share-point-figures.ts'

type EventSection = Extract<ExportSection, 'all' | 'views' | 'clicks' | 'saves'>
type EventTableQuery = {
  section: EventSection
  zone: string
  range: TimeRange
  cards: Pick<Card, 'id' | 'name' | 'slug'>[]
  /** Limits the table to the share point with this code. */
  code?: string | undefined
  withCard: boolean
  names: PointNames
}

const kindsOf: Record<EventSection, readonly EventKind[]> = {
  all: eventKinds,
  views: ['view'],
  clicks: ['click'],
  saves: ['save'],
}

/** The events of the cards, newest card first, then newest event first; with `withCard`, rows include their card. */
export function eventTable(
  env: Bindings,
  { section, zone, range, cards, code, withCard, names }: EventTableQuery,
): Table<EventRow> {
  const ids = cards.map(({ id }) => id)
  const shards = [...Map.groupBy(ids, (id) => analyticsOf(env, id))]
  const events = shards.flatMap(([db, cardIds]) =>
    kindsOf[section].map((kind) => pagesOfEvents(db, { kind, cardIds, code, ...range })),
  )
  const sent =
    section === 'all' ? [submissionEvents(database(env.DB), ids, { ...range, code })] : []
  return {
    columns: [
      ...timeColumns<EventRow>(zone, ({ at }) => at),
      ...(withCard ? cardColumns<EventRow>(cards, ({ cardId }) => cardId) : []),
      ...ofSection[section],
      ...lastColumns(names),
    ],
    pages: newestFirst([...events, ...sent]),
  }
}

/** The time in the zone, and exactly in UTC. */
function timeColumns<Row>(zone: string, at: (row: Row) => number): Column<Row>[] {
  const [wall, utc] = [wallClock(zone), utcClock()]
  return [
    { key: 'time', title: `Time (${zone})`, of: (row) => wall(at(row)) },
    { key: 'timestamp', title: 'Timestamp (ISO 8601)', of: (row) => utc(at(row)) },
  ]
}

/** The card of the row. */
function cardColumns<Row>(
  cards: EventTableQuery['cards'],
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

/** Always "Unknown": the column is a product requirement, but no IP address is stored. */
const ipColumn: Column<unknown> = { key: 'ip', title: 'IP', of: () => 'Unknown' }

function lastColumns(names: PointNames): Column<EventRow>[] {
  const placeOf = memoize(placeText)
  const deviceOf = memoize(deviceText)
  return [
    { key: 'location', title: 'Location', of: ({ place }) => placeOf(place) },
    { key: 'device', title: 'Device', of: ({ device }) => deviceOf(device) },
    ipColumn,
    { key: 'source', title: 'Source', of: ({ source }) => source },
    { key: 'sharePoint', title: 'Share point', of: ({ source }) => labelOf(names, source) },
    { key: 'event', title: 'At event', of: ({ source, at }) => eventOf(names, source, at) },
    { key: 'id', title: 'Event ID', of: ({ id }) => id },
  ]
}

// A million visits share a few hundred places and devices.
const maxMemoized = 2000

function memoize(read: (key: string) => string): (key: string) => string {
  const known = new Map<string, string>()
  return (key) => {
    const text = known.get(key) ?? read(key)
    if (known.size < maxMemoized) known.set(key, text)
    return text
  }
}

// Tables of form submissions.

type SubmissionTableQuery = {
  cards: (Pick<Card, 'id' | 'name' | 'slug'> & Partial<Pick<Card, 'formConfig'>>)[]
  code?: string | undefined
  withCard: boolean
  withContent: boolean
  zone: string
  range: TimeRange
  names: PointNames
}

/** The cards' form submissions; `withContent` adds their contents in the columns of the inbox. */
export async function submissionTable(
  db: Db,
  { cards, code, withCard, withContent, zone, range, names }: SubmissionTableQuery,
): Promise<Table<Submission>> {
  const ids = cards.map(({ id }) => id)
  return {
    columns: [
      ...timeColumns<Submission>(zone, ({ timestamp }) => Date.parse(timestamp)),
      ...(withCard ? cardColumns<Submission>(cards, ({ cardId }) => cardId) : []),
      ...(withContent ? await contentColumns(db, cards) : []),
      ...visitColumns,
      {
        key: 'event',
        title: 'At event',
        of: ({ source, timestamp }) => eventOf(names, source, Date.parse(timestamp)),
      },
      ipColumn,
      { key: 'id', title: 'Submission ID', of: ({ id }) => id },
    ],
    pages: pagesOfSubmissions(db, ids, countedIn({ ...range, code })),
  }
}

// Local and UTC times, optimized for many times close together.

const quarterHourMs = 900_000

/** Milliseconds as `2026-11-21 14:03:05` in the zone. */
export function wallClock(zone: string): (at: number) => string {
  const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions()
  const hourText = memoizeHour((text) => `${text.slice(0, 10)} ${text.slice(11, 13)}`)
  let quarter = Number.NaN
  let offset = 0
  return (at) => {
    // Zones change their offset only at a quarter hour of UTC, and computing it costs ten times the rest.
    const now = Math.floor(at / quarterHourMs)
    if (now !== quarter) {
      quarter = now
      offset = tzOffset(timeZone, new Date(at)) * 60_000
    }
    return hourText(at + offset) + minutesAndSeconds(at + offset)
  }
}

/** Milliseconds as `2026-11-21T13:03:05.007Z`. */
function utcClock(): (at: number) => string {
  const hourText = memoizeHour((text) => text.slice(0, 13))
  return (at) => `${hourText(at) + minutesAndSeconds(at)}.${String(at % 1000).padStart(3, '0')}Z`
}

function memoizeHour(cut: (text: string) => string): (at: number) => string {
  let known = Number.NaN
  let text = ''
  return (at) => {
    const now = Math.floor(at / hourMs)
    if (now !== known) {
      known = now
      text = cut(new Date(now * hourMs).toISOString())
    }
    return text
  }
}

const sixty = Array.from({ length: 60 }, (_, number) => `:${String(number).padStart(2, '0')}`)

function minutesAndSeconds(at: number): string {
  const seconds = Math.floor(at / 1000) % 3600
  return (sixty[Math.floor(seconds / 60)] ?? '') + (sixty[seconds % 60] ?? '')
}
