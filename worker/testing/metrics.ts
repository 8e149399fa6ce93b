/** The setting of the metrics in a test. */
import { env } from 'cloudflare:workers'
import { onTestFinished } from 'vitest'

/** Sets how long an isolate counts requests before it writes the sums, until the test ends; elsewhere it is 0. */
export function setFlushSeconds(seconds: string): void {
  const before = env.METRICS_FLUSH_SECONDS
  env.METRICS_FLUSH_SECONDS = seconds
  onTestFinished(() => {
    env.METRICS_FLUSH_SECONDS = before
  })
}
