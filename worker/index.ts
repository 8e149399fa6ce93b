/** The worker's three doors; the work behind each is an ordinary function. */
import { app } from './app.ts'
import type { Bindings } from './env.ts'

export default {
  fetch: app.fetch,
  async queue() {},
  async scheduled() {},
} satisfies ExportedHandler<Bindings>
