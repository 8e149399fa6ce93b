/** Waits for what the worker does after a response. Only tests import this. */

const { setTimeout, clearTimeout } = globalThis
const timeoutMs = 25_000
const pollMs = 5

const running = new Set<symbol>()
let errors: unknown[] = []

/** Counts work as running until the returned function is called. */
export function begin(): () => void {
  const work = Symbol('work')
  running.add(work)
  return () => void running.delete(work)
}

/** Counts a promise as running until it has settled. */
export function track(work: Promise<unknown>): void {
  const end = begin()
  work.catch((error: unknown) => errors.push(error)).finally(end)
}

/**
 * Resolves when the work that requests so far gave to `waitUntil` has ended and the queue has delivered every message.
 * Rejects if work has failed, or has not ended after 25 seconds.
 */
export async function settled(): Promise<void> {
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
  }, timeoutMs)
  // Polls, because the runtime may never continue a request that awaits the promise of another one.
  while (running.size > 0 && !isLate) await new Promise((resolve) => setTimeout(resolve, pollMs))
  clearTimeout(timer)
  const [left, failed] = [running.size, errors]
  running.clear()
  errors = []
  if (left > 0) throw new Error(`Background work has not ended after 25 seconds: ${left} pieces`)
  if (failed.length > 0) throw new AggregateError(failed, 'Background work has failed')
}
