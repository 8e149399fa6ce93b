/** The worker as the tests run it: `settled` waits for its background work, and for the queue. */
import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import type { Bindings } from '../env.ts'
import worker from '../index.ts'
import { begin, track } from './background-work.ts'

export { PublicCard } from '../index.ts'

const ends: (() => void)[] = []

export default {
  ...worker,
  fetch: (request: Request, bindings, context) => {
    trackBackgroundWork(context)
    return worker.fetch(request, bindings, context)
  },
  queue: async (batch, bindings) => {
    await worker.queue(batch, bindings).finally(() => {
      // A message that is retried comes back after 30 seconds or more.
      for (const { attempts } of batch.messages) if (attempts === 1) ends.shift()?.()
    })
  },
} satisfies ExportedHandler<Bindings>

// Tests that give the worker bindings of their own create its context themselves.
trackBackgroundWork(Object.getPrototypeOf(createExecutionContext()))

const send = env.EVENTS.send.bind(env.EVENTS)
env.EVENTS.send = async (...message) => {
  const end = begin()
  ends.push(end)
  return send(...message).catch((error: unknown) => {
    ends.splice(ends.indexOf(end), 1)
    end()
    throw error
  })
}

function trackBackgroundWork(context: ExecutionContext): void {
  const { waitUntil } = context
  context.waitUntil = function (work) {
    track(work)
    Reflect.apply(waitUntil, this, [work])
  }
}
