/** Time that passes quickly while faults are injected. Only tests import this. */
import { vi } from 'vitest'

const shortest = 150
const shorter = 50
const longest = 300
// The runtime's own limit for what goes on after the answer: all of the others have to fit in.
const afterAnswer = { usual: 30_000, short: 2000 }

// What is longer is a limit: where nothing hangs none may pass, however busy the machine. Shorter limits have callers that do without.
const longestPause = 5000

/** Pauses as short as can be and, if asked, limits, too: the spies, which somebody has to take away. */
export function shortWaits(limits: boolean) {
  const limit = (ms: number) => (limits || ms <= longestPause ? shortWait(ms) : ms)
  const [timeout, wait, abort] = [setTimeout, scheduler.wait, AbortSignal.timeout]
  return [
    vi.spyOn(globalThis, 'setTimeout').mockImplementation((...args: unknown[]) => {
      const [work, ms, ...rest] = args
      return Reflect.apply(timeout, globalThis, [work, limit(Number(ms ?? 0)), ...rest])
    }),
    vi
      .spyOn(scheduler, 'wait')
      .mockImplementation((ms) => Reflect.apply(wait, scheduler, [Number(ms) / shorter])),
    vi
      .spyOn(AbortSignal, 'timeout')
      .mockImplementation((ms) => Reflect.apply(abort, AbortSignal, [limit(Number(ms))])),
  ]
}

function shortWait(ms: number): number {
  if (ms === afterAnswer.usual) return afterAnswer.short
  return ms > shortest ? Math.min(longest, Math.max(shortest, ms / shorter)) : ms
}
