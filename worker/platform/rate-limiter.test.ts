import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rateLimits } from '../../schema/operations/tables.ts'
import { db } from '../testing/app.ts'
import { clientAddress } from './client.ts'
import {
  consumeAmount,
  consumeLimit,
  deleteExpiredLimits,
  refundLimit,
  resetLimit,
} from './rate-limiter.ts'

const start = 1_800_000_000
const fixed = (subject: string) => ({ kind: 'test', subject, max: 3, window: 60 })
const growing = (subject: string) => ({ kind: 'test', subject, max: 2, window: 900, backoff: true })

test('a fixed window allows its attempts, then returns the seconds to wait', async () => {
  const waits: number[] = []
  for (const at of [0, 10, 20, 30, 59, 60])
    waits.push(await consumeLimit(env, fixed('window'), start + at))
  expect(waits).toEqual([0, 0, 0, 30, 1, 0])
})

test('concurrent attempts are all counted', async () => {
  const attempts = Array.from({ length: 20 }, () => consumeLimit(env, fixed('crowd'), start))
  expect((await Promise.all(attempts)).filter((wait) => wait === 0)).toHaveLength(3)
})

test('a growing wait is 1, 2, 4, 8, then 15 minutes, and resets after an hour', async () => {
  let now = start
  const waits: number[] = []
  await consumeLimit(env, growing('guesser'), now)
  for (let attempt = 0; attempt < 9; attempt += 1) {
    await consumeLimit(env, growing('guesser'), now)
    const wait = await consumeLimit(env, growing('guesser'), now)
    waits.push(wait)
    now += wait
  }
  expect(waits).toEqual([60, 120, 240, 480, 900, 900, 900, 900, 900])
  now += 3600
  expect(await consumeLimit(env, growing('guesser'), now)).toBe(0)
  expect(await consumeLimit(env, growing('guesser'), now)).toBe(0)
})

test('attempts while waiting do not extend the wait', async () => {
  await consumeLimit(env, growing('patient'), start)
  await consumeLimit(env, growing('patient'), start)
  for (let second = 1; second < 50; second += 1)
    expect(await consumeLimit(env, growing('patient'), start + second)).toBe(60 - second)
  expect(await consumeLimit(env, growing('patient'), start + 60)).toBe(0)
})

test('a refunded attempt or a reset counter does not count', async () => {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    expect(await consumeLimit(env, fixed('honest'), start)).toBe(0)
    await refundLimit(env, fixed('honest'))
  }
  await Promise.all([1, 2, 3].map(() => consumeLimit(env, fixed('cleared'), start)))
  await resetLimit(env, fixed('cleared'))
  expect(await consumeLimit(env, fixed('cleared'), start)).toBe(0)
})

test('the table stores no name, and old rows are deleted', async () => {
  await consumeLimit(env, fixed('secret-name'), start)
  expect(JSON.stringify(await db.select().from(rateLimits).all())).not.toContain('secret-name')
  await deleteExpiredLimits(db, start + 2 * 86_400)
  expect(await db.$count(rateLimits)).toBe(0)
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:1:2::6', '2001:db8:1:2'],
  ['2001:db8::', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  [undefined, 'local'],
])('%s counts as %s', (address, counted) => {
  const headers: Record<string, string> = address ? { 'CF-Connecting-IP': address } : {}
  expect(clientAddress(new Request('http://cards.test/', { headers }))).toBe(counted)
})

test('the addresses of a /64 share one counter', () => {
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      const counted = clientAddress(
        new Request('http://cards.test/', { headers: { 'CF-Connecting-IP': address } }),
      )
      expect(counted.split(':')).toHaveLength(4)
    }),
  )
})

test('an amount is counted as a whole or not at all, and can be taken back', async () => {
  const limit = { kind: 'test', subject: 'amount', max: 10, window: 60 }
  const waits: boolean[] = []
  for (const amount of [11, 6, 5, 4, 1, -4, 5, 4, -100, 10, 1])
    waits.push((await consumeAmount(env, limit, amount)) > 0)
  expect(waits).toEqual([
    ...[true, false, true, false, true],
    ...[false, true, false, false, false, true],
  ])
  const crowd = { ...limit, subject: 'crowd of amounts' }
  const all = await Promise.all([1, 2, 3].map(() => consumeAmount(env, crowd, 4)))
  expect(all.filter((wait) => wait === 0)).toHaveLength(2)
  expect(await consumeAmount(env, crowd, 2)).toBe(0)
  expect(await consumeAmount(env, crowd, 1)).toBeGreaterThan(0)
})
