/** Runs in workerd: the product's worker with metered bindings, or with an awaited D1 insert instead of the queue. */
import type { CardEvent } from '../schema/event.ts'
import type { Bindings } from '../worker/env.ts'
import worker from '../worker/index.ts'
import { type Counts, meteredBindings, meteredQueue, noCounts } from './metered-bindings.ts'

/** `all` counts every billed operation; `messages` only queue messages, which does not slow the worker down. */
export type Task = { count: 'all' | 'messages' }
export type Result = { before: Counts }

let counts = noCounts()
let bindings: { ours: Bindings; each: Bindings } | undefined

export default {
  async fetch(request: Request, env: Bindings, context: ExecutionContext): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (pathname === '/') {
      const { count } = await request.json<Task>()
      const before = counts
      counts = noCounts()
      bindings = { ours: oursOf(env, count), each: eachOf(env) }
      return Response.json({ before } satisfies Result)
    }
    counts.requests += 1
    // Saves are not batched: each awaits the insert.
    const insertsEach = pathname === '/api/card-saves' && request.headers.has('X-Insert-Each')
    return worker.fetch(request, (insertsEach ? bindings?.each : bindings?.ours) ?? env, context)
  },
  queue: (batch: MessageBatch, env: Bindings) => worker.queue(batch, bindings?.ours ?? env),
}

function oursOf(env: Bindings, count: Task['count']): Bindings {
  return count === 'all'
    ? meteredBindings(env, counts)
    : { ...env, EVENTS: meteredQueue(env.EVENTS, counts) }
}

function eachOf(env: Bindings): Bindings {
  const insert = env.ANALYTICS.prepare(
    'insert into bench_events (event_id, kind, card_id, timestamp, ip, place, device, link_type, link_id) values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const send = async ({ id, kind, cardId, at, ip, place, device, linkType, linkId }: CardEvent) =>
    insert.bind(id, kind, cardId, at, ip, place, device, linkType, linkId).run()
  return { ...env, EVENTS: Object.assign(Object.create(env.EVENTS), { send }) }
}
