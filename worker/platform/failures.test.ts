import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rateLimits } from '../../schema/operations/tables.ts'
import { db } from '../testing/app.ts'
import { faultyBindings } from '../testing/fault-bindings.ts'
import { resilientBindings } from './bindings.ts'
import { database } from './database.ts'
import { repeatable } from './failures.ts'
import { consumeLimit, countConsumed, type Limit } from './rate-limiter.ts'

/** Bindings whose first call of a database succeeds, but loses its response. */
function losingBindings(at = 0) {
  const { bindings, calls } = faultyBindings({ at, fault: 'after' })
  const env = resilientBindings(bindings)
  return { env, calls, losing: database(env.DB) }
}

const rowOf = (key: string) => ({ key, since: 1, count: 1 })
const isLost = 'D1_ERROR: Network connection lost.'

test('a write whose response is lost is not repeated, unless its caller says that it may be', async () => {
  const plain = losingBindings()
  await expect(plain.losing.insert(rateLimits).values(rowOf('plain'))).rejects.toMatchObject({
    cause: { message: isLost },
  })
  expect(plain.calls).toHaveLength(1)
  const asked = losingBindings()
  const add = () => asked.losing.insert(rateLimits).values(rowOf('asked')).onConflictDoNothing()
  await repeatable(add)
  expect(asked.calls).toHaveLength(2)
  expect(await db.$count(rateLimits, eq(rateLimits.key, 'asked'))).toBe(1)
})

test('so is a batch that writes; a read and a batch of reads are always repeated', async () => {
  const writes = losingBindings()
  const mixed = () =>
    writes.losing.batch([
      writes.losing.select().from(rateLimits),
      writes.losing.delete(rateLimits).where(eq(rateLimits.key, 'none')),
    ])
  await expect(mixed()).rejects.toThrow()
  expect(writes.calls).toHaveLength(1)
  const reads = losingBindings()
  await reads.losing.select().from(rateLimits)
  expect(reads.calls).toHaveLength(2)
  const batches = losingBindings()
  await batches.losing.batch([batches.losing.select().from(rateLimits)])
  expect(batches.calls).toHaveLength(2)
})

test('a statement that begins with `with` is repeated if it only reads', async () => {
  const reads = losingBindings()
  await reads.losing.all(sql`with one as (select 'none' as key) select key from one`)
  expect(reads.calls).toHaveLength(2)
  const writes = losingBindings()
  const remove = sql`with one as (select 'none' as key) delete from throttle where key in (select key from one)`
  await expect(writes.losing.run(remove)).rejects.toThrow()
  expect(writes.calls).toHaveLength(1)
})

test('a write that fails for another reason is not repeated', async () => {
  let attempts = 0
  const fails = () => {
    attempts += 1
    return Promise.reject(new Error('D1_ERROR: UNIQUE constraint failed: users.username'))
  }
  await expect(repeatable(fails)).rejects.toThrow('UNIQUE')
  expect(attempts).toBe(1)
})

test('a database that never answers is asked five times', async () => {
  let attempts = 0
  const fails = () => {
    attempts += 1
    return Promise.reject(new Error(isLost))
  }
  await expect(repeatable(fails)).rejects.toThrow(isLost)
  expect(attempts).toBe(5)
})

test.each([1, 2, 10])(
  'a limit of %d counts an attempt whose response is lost once, and allows it',
  async (max) => {
    const limit: Limit = { kind: 'lost', subject: `of ${max}`, max, window: 60 }
    const { env, calls } = losingBindings()
    expect(await consumeLimit(env, limit)).toBe(0)
    expect(calls).toHaveLength(2)
    expect(await countConsumed(env, limit)).toBe(1)
    const waits: boolean[] = []
    for (let more = 0; more < max; more += 1) waits.push((await consumeLimit(env, limit)) > 0)
    expect(waits).toEqual([...Array.from({ length: max - 1 }, () => false), true])
  },
)

test('an attempt whose response is lost is refused as before, and a growing wait begins once', async () => {
  const start = 1_800_000_000
  const limit: Limit = { kind: 'lost', subject: 'growing', max: 2, window: 900, backoff: true }
  const waitOf = (at: number) => consumeLimit(losingBindings().env, limit, start + at)
  expect([await waitOf(0), await waitOf(1), await waitOf(2), await waitOf(61)]).toEqual([
    0, 0, 59, 0,
  ])
  expect(await waitOf(62)).toBe(119)
})
