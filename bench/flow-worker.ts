/** Runs in workerd: the product's worker with metered bindings, or an awaited D1 insert for each event. */
import { makeEventId, SavePost } from '../schema/tracking/event.ts'
import type { Bindings } from '../worker/env.ts'
import worker from '../worker/index.ts'
import {
  describeVisitor,
  exceedsEventRate,
  networkTag,
  visitorHash,
} from '../worker/tracking/visitor.ts'
import { type Counts, meteredBindings, noCounts } from './metered-bindings.ts'

/** A request of `/` begins to count, and responds with what was counted since the last. */
export type Result = { before: Counts }

let counts = noCounts()
let bindings: Bindings | undefined

export default {
  async fetch(request: Request, env: Bindings, context: ExecutionContext): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (pathname === '/') {
      const before = counts
      counts = noCounts()
      bindings = meteredBindings(env, counts)
      return Response.json({ before } satisfies Result)
    }
    if (pathname === '/insert-each') return insertEach(request, env)
    counts.requests += 1
    return worker.fetch(request, bindings ?? env, context)
  },
  queue: (batch: MessageBatch, env: Bindings) => worker.queue(batch, bindings ?? env),
}

// What the worker does before it accepts an event, and an insert: without the worker's routing and checks.
async function insertEach(request: Request, env: Bindings): Promise<Response> {
  const { cardId } = SavePost.parse(await request.json())
  const visitor = describeVisitor(request)
  const at = Date.now()
  await Promise.all([
    visitorHash(env.ANALYTICS, visitor, { cardId, at }),
    networkTag(env.ANALYTICS, visitor, { cardId, receivedAt: at }),
    exceedsEventRate(env.BURST, visitor, cardId),
  ])
  await env.ANALYTICS.prepare(
    'insert into bench_events (event_id, kind, card_id, timestamp, ip, place, device, link_type, link_id) values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  )
    .bind(makeEventId(at), 'save', cardId, at, 'Unknown', visitor.place, visitor.device, '', '')
    .run()
  return new Response(null, { status: 202 })
}
