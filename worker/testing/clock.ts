/** The time, for tests. Only tests import this. */
import { onTestFinished, vi } from 'vitest'

/** To the end of the test it is so many seconds later, and stays so. */
export function later(seconds: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })
  onTestFinished(() => {
    vi.useRealTimers()
  })
}

// A step of thirty seconds must not begin between a code and its use; half past is the middle of one.
let halfPast = 1_780_000_015_000

/** To the end of the test it is the middle of a step of thirty seconds, an hour after the last such; in milliseconds. */
export function stopClock(): number {
  halfPast += 3_600_000
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(halfPast)
  onTestFinished(() => {
    vi.useRealTimers()
  })
  return halfPast
}
