/** Runs inside workerd: exports a card's views, as shipped or by reading them all into memory first. */

import type { Bindings } from '../worker/env.ts'
import { csvLines } from '../worker/platform/csv.ts'
import { exportResponse } from '../worker/reports/export.ts'
import { type EventRow, pagesOfEvents } from '../worker/reports/export-rows.ts'
import { eventTable } from '../worker/reports/export-tables.ts'

export type Question = { way: 'streamed' | 'in memory'; cardId: number }

export default {
  async fetch(request: Request, env: Bindings): Promise<Response> {
    const { way, cardId } = await request.json<Question>()
    const cards = [{ id: cardId, name: 'Bench', slug: 'bench' }]
    const asked = { cards, named: false, section: 'views', zone: 'Europe/Berlin' } as const
    const answer =
      way === 'streamed'
        ? await exportResponse(env, { ...asked, format: 'csv', withContent: false, stem: 'bench' })
        : await inMemory(env, asked)
    return answer ?? new Response('Nothing', { status: 404 })
  },
}

async function inMemory(
  env: Bindings,
  asked: Omit<Parameters<typeof eventTable>[1], 'span'>,
): Promise<Response> {
  const span = { from: 0, until: Date.now() + 86_400_000 }
  const cardIds = asked.cards.map(({ id }) => id)
  const rows: EventRow[] = []
  for await (const page of pagesOfEvents(env.ANALYTICS, { kind: 'view', cardIds, ...span }))
    rows.push(...page)
  const { columns } = eventTable(env, { ...asked, span })
  const header = columns.map(({ title }) => title)
  return new Response(csvLines([header, ...rows.map((row) => columns.map(({ of }) => of(row)))]))
}
