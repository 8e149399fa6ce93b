/** Time that passes quickly while faults are injected. Only tests import this. */
import { vi } from 'vitest'

const minLimitMs = 150
const speedup = 50
const maxLimitMs = 300
// The runtime's own limit for what goes on after the answer: all of the others have to fit in.
const waitUntilLimitMs = { usual: 30_000, short: 2000 }

// What is longer is a limit: where nothing hangs none may pass, however busy the machine. Shorter limits have callers that do without.
const longestPauseMs = 5000

/** Pauses as short as can be and, if asked, limits, too: the spies, which somebody has to take away. */
export function shortenTimers(limits: boolean) {
  const limit = (ms: number) => (limits || ms <= longestPauseMs ? shortened(ms) : ms)
  const [timeout, wait, abort] = [setTimeout, scheduler.wait, AbortSignal.timeout]
  return [
    vi.spyOn(globalThis, 'setTimeout').mockImplementation((...args: unknown[]) => {
      const [work, ms, ...rest] = args
      return Reflect.apply(timeout, globalThis, [work, limit(Number(ms ?? 0)), ...rest])
    }),
    vi
      .spyOn(scheduler, 'wait')
      .mockImplementation((ms) => Reflect.apply(wait, scheduler, [Number(ms) / speedup])),
    vi
      .spyOn(AbortSignal, 'timeout')
      .mockImplementation((ms) => Reflect.apply(abort, AbortSignal, [limit(Number(ms))])),
  ]
}

function shortened(ms: number): number {
  if (ms === waitUntilLimitMs.usual) return waitUntilLimitMs.short
  return ms > minLimitMs ? Math.min(maxLimitMs, Math.max(minLimitMs, ms / speedup)) : ms
}
