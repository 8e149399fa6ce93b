/** Limits of how much a user uploads. */
import type { Bindings } from '../env.ts'
import { consumeLimit } from '../platform/rate-limiter.ts'
import { daySeconds } from '../platform/time.ts'

/** Counts an upload of the user. Returns 0, or the seconds to wait. */
export async function limitUploads(env: Bindings, userId: number): Promise<number> {
  const subject = `${userId}`
  const max = Number(env.UPLOADS_PER_10_MINUTES)
  const maxPerDay = Number(env.UPLOADS_A_DAY)
  return (
    (await consumeLimit(env, { kind: 'upload', subject, max, window: 600 })) ||
    consumeLimit(env, { kind: 'uploads a day', subject, max: maxPerDay, window: daySeconds })
  )
}
