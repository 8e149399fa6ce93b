/** Runs in workerd: exports a card's views, streamed as in the product or read into memory first. */

import { exportResponse } from '../worker/analytics/analytics-export.ts'
import { type EventRow, pagesOfEvents } from '../worker/analytics/export-rows.ts'
import { eventTable } from '../worker/analytics/export-tables.ts'
import type { Bindings } from '../worker/env.ts'
import { csvLines } from '../worker/platform/csv.ts'
import { dayMs } from '../worker/platform/time.ts'

export type Task = { way: 'streamed' | 'in memory'; cardId: number }

export default {
  async fetch(request: Request, env: Bindings): Promise<Response> {
    const { way, cardId } = await request.json<Task>()
    const cards = [{ id: cardId, name: 'Bench', slug: 'bench' }]
    const query = { cards, withCard: false, section: 'views', zone: 'Europe/Berlin' } as const
    const response =
      way === 'streamed'
        ? await exportResponse(env, { ...query, format: 'csv', withContent: false, stem: 'bench' })
        : await inMemory(env, query)
    return response ?? new Response('Nothing', { status: 404 })
  },
}

async function inMemory(
  env: Bindings,
  query: Omit<Parameters<typeof eventTable>[1], 'range' | 'names'>,
): Promise<Response> {
  const range = { from: 0, until: Date.now() + dayMs }
  const cardIds = query.cards.map(({ id }) => id)
  const rows: EventRow[] = []
  for await (const page of pagesOfEvents(env.ANALYTICS, { kind: 'view', cardIds, ...range }))
    rows.push(...page)
  const { columns } = eventTable(env, { ...query, range, names: new Map() })
  const header = columns.map(({ title }) => title)
  return new Response(csvLines([header, ...rows.map((row) => columns.map(({ of }) => of(row)))]))
}
