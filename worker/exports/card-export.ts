/** What a card's analytics can be taken away as. */
import type { Card } from '../../schema/card.ts'
import { type EventKind, eventKinds } from '../../schema/event.ts'
import type { ExportQuery } from '../../schema/pull.ts'
import { analyticsOf } from '../analytics/shards.ts'
import { database } from '../database.ts'
import type { Bindings } from '../env.ts'
import { dayIn } from './clock.ts'
import { type EventRow, pagesOfEvents, type Span } from './event-rows.ts'
import { type EventSection, eventColumns } from './event-table.ts'
import { newestFirst } from './newest-first.ts'
import { spanOf } from './span.ts'
import { pagesOfSubmissions, submissionTable } from './submission-table.ts'
import { type Table, tableAnswer } from './table.ts'

type Asked = { card: Card; query: ExportQuery; withContent: boolean; now?: number }

/** The download, or undefined when it would have no row. `withContent` shows what submissions hold. */
export async function exportCard(
  env: Bindings,
  { card, query, withContent, now = Date.now() }: Asked,
): Promise<Response | undefined> {
  const { section, zone, format, range } = query
  const span = spanOf(range, zone, now)
  const tail = `-analytics-${section}-${dayIn(zone, now)}`
  const name = { stem: card.name || card.slug, tail, format }
  if (section === 'submissions') {
    const asked = { cards: [card], zone, span, withContent }
    return tableAnswer(await submissionTable(database(env.DB), asked), name)
  }
  if (section === 'all' || section === 'views' || section === 'clicks' || section === 'saves')
    return tableAnswer(eventTable(env, { cardIds: [card.id], section, zone, span }), name)
  return undefined
}

type Events = { cardIds: number[]; section: EventSection; zone: string; span: Span }

const kindsOf: Record<EventSection, readonly EventKind[]> = {
  all: eventKinds,
  views: ['view'],
  clicks: ['click'],
  saves: ['save'],
}

function eventTable(env: Bindings, { cardIds, section, zone, span }: Events): Table<EventRow> {
  const shards = [...Map.groupBy(cardIds, (id) => analyticsOf(env, id))]
  const events = shards.flatMap(([db, ids]) =>
    kindsOf[section].map((kind) => pagesOfEvents(db, { kind, cardIds: ids, ...span })),
  )
  const submissions = section === 'all' ? [pagesOfSubmissions(database(env.DB), cardIds, span)] : []
  return { columns: eventColumns(section, zone), pages: newestFirst([...events, ...submissions]) }
}
