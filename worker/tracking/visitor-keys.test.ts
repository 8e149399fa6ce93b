import { createScheduledController } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, onTestFinished, test, vi } from 'vitest'
import worker from '../index.ts'
import { dayMs, hourMs } from '../platform/time.ts'
import { makeCard } from '../testing/app.ts'
import { interceptDatabase } from '../testing/fault-bindings.ts'
import { postWith } from '../testing/visitor-events.ts'
import { rotateVisitorKeys, visitorKey } from './visitor.ts'

const today = Math.floor(Date.now() / dayMs)

/** The database of a cold isolate: nothing is cached, and each call takes that many milliseconds. */
function coldIsolate(delayMs = 0) {
  const calls: string[] = []
  const db = interceptDatabase('ANALYTICS', async (name, work) => {
    calls.push(name)
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    return work()
  })
  return { db, calls }
}

async function storedDays(): Promise<number[]> {
  const { results } = await env.ANALYTICS.prepare(
    'select day from visitor_salts order by day',
  ).all<{ day: number }>()
  return results.map(({ day }) => day)
}

test('the cron makes the key of today, and from 22:00 UTC that of tomorrow', async () => {
  await env.ANALYTICS.exec('delete from visitor_salts')
  await rotateVisitorKeys(env, { now: today * dayMs + 22 * hourMs - 1 })
  expect(await storedDays()).toEqual([today])
  await rotateVisitorKeys(env, { now: today * dayMs + 22 * hourMs })
  expect(await storedDays()).toEqual([today, today + 1])
})

test('after the cron of 22:00, the first visit of the next day only reads its key', async () => {
  await env.ANALYTICS.exec('delete from visitor_salts')
  await env.DB.exec('delete from cron_jobs')
  const { id } = await makeCard()
  const evening = today * dayMs + 22 * hourMs
  vi.useFakeTimers({ toFake: ['Date'], now: evening })
  onTestFinished(() => void vi.useRealTimers())
  const scheduledTime = new Date(evening)
  await worker.scheduled(createScheduledController({ scheduledTime, cron: '* * * * *' }), env)
  vi.setSystemTime((today + 1) * dayMs + 1000)
  const { db, calls } = coldIsolate()
  const response = await postWith({ ANALYTICS: db }, '/api/card-views', id)
  expect(response.ok).toBe(true)
  const ofKeys = calls.filter((call) => /visitor_salts|^ANALYTICS insert/.test(call))
  expect(new Set(ofKeys)).toEqual(new Set(['ANALYTICS read visitor_salts']))
})

test('a visit reads the key in one call, and makes it only if the cron has not', async () => {
  await rotateVisitorKeys(env, { now: today * dayMs + hourMs })
  const { db, calls } = coldIsolate()
  const key = await visitorKey(db, today)
  expect(key).toMatch(/^[\w-]{22}$/)
  expect(calls).toEqual(['ANALYTICS read visitor_salts'])
  expect(await visitorKey(db, today)).toBe(key)
  expect(calls).toHaveLength(1)
  expect(await visitorKey(coldIsolate().db, today)).toBe(key)
  const other = coldIsolate()
  const made = await visitorKey(other.db, today - 1)
  expect(made).not.toBe(key)
  expect(await visitorKey(coldIsolate().db, today - 1)).toBe(made)
})

test('a database that needs 2 s has the key, and one that needs more than 3 s is not asked again for 5 s', async () => {
  await rotateVisitorKeys(env, { now: today * dayMs + hourMs })
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: today * dayMs + hourMs })
  onTestFinished(() => void vi.useRealTimers())
  const after = async (delayMs: number) => {
    const { db, calls } = coldIsolate(delayMs)
    const keys = visitorKey(db, today)
    await vi.advanceTimersByTimeAsync(delayMs)
    return { key: await keys, again: await visitorKey(db, today), calls: calls.length }
  }
  const slow = await after(2000)
  expect(slow).toEqual({ key: expect.any(String), again: slow.key, calls: 1 })
  expect(await after(3500)).toEqual({ key: null, again: null, calls: 1 })
})
