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
    const asked = { card, zone, span, withContent }
    return tableAnswer(await submissionTable(database(env.DB), asked), name)
  }
  if (section === 'all' || section === 'views' || section === 'clicks' || section === 'saves')
    return tableAnswer(eventTable(env, { cardId: card.id, section, zone, span }), name)
  return undefined
}

type Events = { cardId: number; section: EventSection; zone: string; span: Span }

function eventTable(env: Bindings, { cardId, section, zone, span }: Events): Table<EventRow> {
  const db = analyticsOf(env, cardId)
  const of = (kind: EventKind) => pagesOfEvents(db, { kind, cardId, ...span })
  const pages = {
    all: () =>
      newestFirst([...eventKinds.map(of), pagesOfSubmissions(database(env.DB), cardId, span)]),
    views: () => of('view'),
    clicks: () => of('click'),
    saves: () => of('save'),
  }
  return { columns: eventColumns(section, zone), pages: pages[section]() }
}
