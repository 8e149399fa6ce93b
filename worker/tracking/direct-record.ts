/** Records events without the queue while the databases are quick: a queue message costs more than a row. */
import type { CardEvent } from '../../schema/event.ts'
import type { Bindings } from '../env.ts'
import { log } from '../platform/log.ts'
import { withTimeout } from '../platform/timeout.ts'
import { recordEvents } from './record.ts'

const timeoutMs = 1500
/** Databases that need longer for an event are loaded, in milliseconds: three calls take 360 from anywhere. */
export const loadedMs = 500
/** How long events are not recorded directly after that, in milliseconds. */
export const directBackoffMs = 10_000

const backoffUntil = new WeakMap<D1Database, number>()

/**
 * Returns true once the event is recorded. Returns false if the databases are loaded or fail: the event may be recorded
 * nevertheless, but only once if it is also sent to the queue.
 */
export async function recordDirectly(env: Bindings, event: CardEvent): Promise<boolean> {
  const startedAt = Date.now()
  if (startedAt < (backoffUntil.get(env.ANALYTICS) ?? 0)) return false
  const isRecorded = await withTimeout(timeoutMs, recordEvents(env, [event])).then(
    () => true,
    (error: unknown) => {
      log('warn', 'recording an event directly', { error })
      return false
    },
  )
  if (!isRecorded || Date.now() - startedAt > loadedMs)
    backoffUntil.set(env.ANALYTICS, Date.now() + directBackoffMs)
  return isRecorded
}
