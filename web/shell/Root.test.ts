import { expect, test, vi } from 'vitest'
import { CacheRefCounter } from './Root.tsx'

test('a response is discarded a minute after its last use, and not before', () => {
  vi.useFakeTimers()
  const refCounter = new CacheRefCounter()
  const discard = vi.fn()
  const release = refCounter.retain('/api/user', discard)
  vi.advanceTimersByTime(600_000)
  release()
  vi.advanceTimersByTime(59_999)
  expect(discard).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(discard).toHaveBeenCalledExactlyOnceWith('/api/user')
  vi.useRealTimers()
})

test('a response used again in time stays, and one of two users is enough', () => {
  vi.useFakeTimers()
  const refCounter = new CacheRefCounter()
  const discard = vi.fn()
  refCounter.retain('/api/user', discard)()
  vi.advanceTimersByTime(30_000)
  const first = refCounter.retain('/api/user', discard)
  const second = refCounter.retain('/api/user', discard)
  first()
  vi.advanceTimersByTime(120_000)
  expect(discard).not.toHaveBeenCalled()
  second()
  vi.advanceTimersByTime(60_000)
  expect(discard).toHaveBeenCalledOnce()
  vi.useRealTimers()
})
