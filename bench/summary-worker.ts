/** Runs inside workerd: fills a card with events, or times its report. */

import { cardReport } from '../worker/analytics/card-report.ts'
import { recordEvents } from '../worker/analytics/record.ts'
import type { Bindings } from '../worker/env.ts'
import { makeEvent } from './made-events.ts'

export type Question =
  | { fill: number; start: number; cardId: number; at: number }
  | { report: number; cardId: number }
/** Milliseconds of each report; empty after filling. */
export type Answer = { milliseconds: number[]; events: number }

const summaryDays = 30
const batch = 1000

export default {
  async fetch(request: Request, env: Bindings): Promise<Response> {
    const question = await request.json<Question>()
    const answer = 'fill' in question ? await fill(env, question) : await time(env, question)
    return Response.json(answer satisfies Answer)
  },
}

async function fill(
  env: Bindings,
  { fill: events, start, cardId, at }: { fill: number; start: number; cardId: number; at: number },
): Promise<Answer> {
  for (let from = start; from < start + events; from += batch) {
    const made = Array.from({ length: batch }, (_, index) =>
      makeEvent(from + index, { at, cardId, days: summaryDays }),
    )
    await recordEvents(env, made)
  }
  return { milliseconds: [], events }
}

async function time(
  env: Bindings,
  { report: calls, cardId }: { report: number; cardId: number },
): Promise<Answer> {
  const milliseconds: number[] = []
  let events = 0
  for (let call = 0; call < calls; call += 1) {
    const started = performance.now()
    const { summary } = await cardReport(env, {
      card: { id: cardId, name: null, slug: 'bench' },
      query: { range: 'monthly', zone: 'UTC', rows: 500 },
      withContent: false,
    })
    milliseconds.push(performance.now() - started)
    events = summary.totalViews + summary.totalClicks + summary.totalSaves
  }
  return { milliseconds, events }
}
