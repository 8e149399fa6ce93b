/** Timers of tests that inject faults, or that must not depend on the speed of the machine. Only tests import this. */
import { onTestFinished, vi } from 'vitest'

// Before `tolerateSlowServices` replaces it.
const abortAfter = AbortSignal.timeout.bind(AbortSignal)
const minLimitMs = 150
const speedup = 50
const maxLimitMs = 300
// The time limit of `waitUntil` in the runtime: all other limits must be shorter.
const waitUntilLimitMs = { usual: 30_000, short: 2000 }

// Longer timers are time limits, which must not fire unless a call hangs. Callers tolerate the shorter ones.
const longestPauseMs = 5000
const serviceTimeoutMs = 250_000

/** Shortens pauses and, if `limits`, time limits, too. Returns the spies, which the caller must restore. */
export function shortenTimers(limits: boolean) {
  const limit = (ms: number) => (limits || ms <= longestPauseMs ? shortened(ms) : ms)
  const { setTimeout } = globalThis
  const { wait } = scheduler
  return [
    vi.spyOn(globalThis, 'setTimeout').mockImplementation((...args: unknown[]) => {
      const [work, ms, ...rest] = args
      return Reflect.apply(setTimeout, globalThis, [work, limit(Number(ms ?? 0)), ...rest])
    }),
    vi
      .spyOn(scheduler, 'wait')
      .mockImplementation((ms) => Reflect.apply(wait, scheduler, [Number(ms) / speedup])),
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => abortAfter(limit(Number(ms)))),
  ]
}

/**
 * Lets requests to mock services take minutes, because the services run in the process of Vitest, which a busy machine
 * delays by seconds. A test of a timeout uses `expireServices`.
 */
export function tolerateSlowServices(): void {
  AbortSignal.timeout = (ms) => abortAfter(Math.max(ms, serviceTimeoutMs))
}

/** Ends requests to mock services that do not answer within 100 ms, until the test ends. */
export function expireServices(): void {
  const timer = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => abortAfter(100))
  onTestFinished(() => timer.mockRestore())
}

const storeTimeoutMs = 2000

/** Lets stores respond as late as they do on a busy machine, until the test ends; alerts and `/healthz` give up after 2 s. */
export function tolerateSlowStores(): void {
  const { setTimeout } = globalThis
  const timer = vi.spyOn(globalThis, 'setTimeout').mockImplementation((...args: unknown[]) => {
    const [work, ms, ...rest] = args
    return Reflect.apply(setTimeout, globalThis, [
      work,
      ms === storeTimeoutMs ? 60_000 : ms,
      ...rest,
    ])
  })
  onTestFinished(() => timer.mockRestore())
}

function shortened(ms: number): number {
  if (ms === waitUntilLimitMs.usual) return waitUntilLimitMs.short
  return ms > minLimitMs ? Math.min(maxLimitMs, Math.max(minLimitMs, ms / speedup)) : ms
}
