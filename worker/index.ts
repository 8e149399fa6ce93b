/** The worker's three doors; the work behind each is an ordinary function. */
import { consume } from './analytics/consumer.ts'
import { app } from './app.ts'
import { runJobs } from './cron.ts'
import type { Bindings } from './env.ts'

export default {
  fetch: app.fetch,
  queue: consume,
  scheduled: ({ scheduledTime }, env) => runJobs(env, scheduledTime),
} satisfies ExportedHandler<Bindings>
