/** Runs in workerd: exports a card's views as CSV. */
import { exportResponse } from '../worker/analytics/analytics-export.ts'
import type { Bindings } from '../worker/env.ts'

export type Task = { cardId: number }

export default {
  async fetch(request: Request, env: Bindings): Promise<Response> {
    const { cardId } = await request.json<Task>()
    const cards = [{ id: cardId, name: 'Bench', slug: 'bench' }]
    const query = { cards, withCard: false, section: 'views', zone: 'Europe/Berlin' } as const
    const file = { format: 'csv', withContent: false, stem: 'bench' } as const
    return (
      (await exportResponse(env, { ...query, ...file })) ?? new Response('Nothing', { status: 404 })
    )
  },
}
