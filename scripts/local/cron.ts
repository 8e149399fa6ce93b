/** The cron triggers of `wrangler.toml`, for the local start. */
import { hourMs, minuteMs } from '../../worker/platform/time.ts'

/** The triggers that fall after `since` and until `now` (milliseconds), each at most once, at its latest time. */
export function dueTriggers(since: number, now: number): { cron: string; scheduledTime: Date }[] {
  const triggers = [
    { cron: '* * * * *', everyMs: minuteMs },
    { cron: '0 * * * *', everyMs: hourMs },
  ]
  return triggers.flatMap(({ cron, everyMs }) => {
    const latest = Math.floor(now / everyMs) * everyMs
    return latest > since ? [{ cron, scheduledTime: new Date(latest) }] : []
  })
}
