/** Runs in workerd: the product, with databases that take a millisecond for each call and let other requests continue meanwhile, as over a network. */
import type { Bindings } from '../worker/env.ts'
import worker from '../worker/index.ts'
import { delayedDatabase } from './metered-bindings.ts'

const milliseconds = 1

export default {
  fetch: (request: Request, env: Bindings, context: ExecutionContext) =>
    worker.fetch(request, remote(env), context),
  queue: (batch: MessageBatch, env: Bindings) => worker.queue(batch, env),
}

let bindings: Bindings | undefined

function remote(env: Bindings): Bindings {
  bindings ??= {
    ...env,
    DB: delayedDatabase(env.DB, milliseconds),
    ANALYTICS: delayedDatabase(env.ANALYTICS, milliseconds),
  }
  return bindings
}
