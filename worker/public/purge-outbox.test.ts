import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import { users } from '../../schema/accounts/tables.ts'
import { businessCards } from '../../schema/cards/tables.ts'
import { runJobs } from '../operations/cron.ts'
import { findIntegrityErrors } from '../operations/integrity-checks.ts'
import { db, makeCard, signIn } from '../testing/app.ts'
import { purgeOnce } from './tiered-cache.ts'

beforeEach(() =>
  env.DB.batch([
    env.DB.prepare('delete from purge_outbox'),
    env.DB.prepare('delete from purge_budget'),
  ]),
)

test('every change of a page adds its tag to the outbox', async () => {
  const admin = await signIn(5)
  const owner = await signIn(1)
  const card = await makeCard({ userId: owner.user.id })
  expect(await tags()).toEqual([])
  const change = async (work: () => PromiseLike<unknown>) => {
    await env.DB.prepare('delete from purge_outbox').run()
    await work()
    return tags()
  }
  const path = `/api/business-cards/${card.id}`
  const own = [`c:${card.id}`]
  const renamed = `new-${card.slug}`
  expect(await change(() => owner.request('PUT', path, { slug: card.slug, title: 'New' }))).toEqual(
    own,
  )
  expect(await change(() => admin.request('PUT', path, { slug: renamed }))).toEqual([
    ...own,
    `s:${renamed}`,
  ])
  expect(await change(() => admin.request('DELETE', path))).toEqual(own)
  expect(await change(() => admin.request('POST', `${path}/restore`))).toEqual([
    ...own,
    `s:${renamed}`,
  ])
  const user = `/api/users/${owner.user.id}`
  const level = db.update(users).set({ accessLevel: 3 }).where(eq(users.id, owner.user.id))
  expect(await change(() => level)).toEqual(own)
  expect(await change(() => admin.request('DELETE', user))).toEqual(own)
  expect(await change(() => db.delete(businessCards).where(eq(businessCards.id, card.id)))).toEqual(
    own,
  )
})

test('a change that is rolled back adds no tag', async () => {
  const card = await makeCard()
  const update = env.DB.prepare('update business_cards set name = 1 where id = ?').bind(card.id)
  await expect(
    env.DB.batch([update, env.DB.prepare('insert into nowhere values (1)')]),
  ).rejects.toThrow()
  expect(await tags()).toEqual([])
})

test('a tag is purged, and again ten seconds later', async () => {
  const { calls, purge, clock, advance } = platform()
  const card = await changedCard()
  expect(await purgeOnce(env.DB, purge, clock)).toBe(10_000)
  expect(calls).toEqual([[`c:${card.id}`]])
  expect(await purgeOnce(env.DB, purge, clock)).toBe(10_000)
  advance(10_000)
  expect(await purgeOnce(env.DB, purge, clock)).toBeUndefined()
  expect(calls).toEqual([[`c:${card.id}`], [`c:${card.id}`]])
  expect(await tags()).toEqual([])
})

test('a change during a purge is purged again', async () => {
  const { clock, advance } = platform()
  const card = await changedCard()
  const purge = vi.fn(async () => {
    if (purge.mock.calls.length < 2) await rename(card.id)
    return true
  })
  expect(await purgeOnce(env.DB, purge, clock)).toBe(0)
  expect(await purgeOnce(env.DB, purge, clock)).toBe(10_000)
  advance(10_000)
  await purgeOnce(env.DB, purge, clock)
  expect(purge).toHaveBeenCalledTimes(3)
})

test('one call purges 100 tags, the last changed first', async () => {
  const { calls, purge, clock } = platform()
  await env.DB.prepare(
    `insert into purge_outbox (tag, changed_at, due_at)
      select 'c:' || value, value, 0 from json_each(?)`,
  )
    .bind(JSON.stringify(Array.from({ length: 250 }, (_, n) => n + 1)))
    .run()
  for (const _ of [1, 2, 3]) await purgeOnce(env.DB, purge, clock)
  expect(calls.map((call) => call.length)).toEqual([100, 100, 50])
  expect(calls[0]).toContain('c:250')
  expect(calls[2]).toContain('c:1')
})

test('a refused or failed call is retried with the next call of the budget', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { calls, clock, advance, purge } = platform()
  const card = await changedCard()
  expect(await purgeOnce(env.DB, async () => false, clock)).toBe(12_000)
  advance(12_000)
  expect(await purgeOnce(env.DB, () => Promise.reject(new Error('lost')), clock)).toBe(12_000)
  advance(12_000)
  expect(await purgeOnce(env.DB, purge, clock)).toBe(12_000)
  expect(calls).toEqual([[`c:${card.id}`]])
  errors.mockRestore()
})

test('the next call is made after the wait, whatever part of the budget was refilled', async () => {
  const { calls, clock, advance, purge } = platform()
  await changedCard()
  await purgeOnce(env.DB, async () => false, clock)
  // A call and 8 of the 12,000 ms of the next.
  advance(12_008)
  await purgeOnce(env.DB, purge, clock)
  const other = await changedCard()
  expect(await purgeOnce(env.DB, purge, clock)).toBe(11_992)
  advance(11_992)
  await purgeOnce(env.DB, purge, clock)
  expect(calls[1]).toContain(`c:${other.id}`)
})

test('the cron empties the outbox of a deployment without a tiered cache', async () => {
  await changedCard()
  await runJobs(env, Date.parse('2026-11-21T10:01:00Z'))
  expect(await tags()).toEqual([])
})

test('fsck reports a tag that is not purged', async () => {
  const rule = 'no purge is an hour behind the newest'
  const broken = async () =>
    (await findIntegrityErrors(env)).find((found) => found.rule === rule)?.broken
  await changedCard()
  await changedCard()
  expect(await broken()).toBe(0)
  await env.DB.prepare(
    'update purge_outbox set changed_at = changed_at - 3700000 where tag = (select min(tag) from purge_outbox)',
  ).run()
  expect(await broken()).toBe(1)
})

async function changedCard() {
  const card = await makeCard()
  await rename(card.id)
  return card
}

function rename(id: number) {
  return db.update(businessCards).set({ name: 'New' }).where(eq(businessCards.id, id))
}

async function tags() {
  const { results } = await env.DB.prepare('select tag from purge_outbox order by tag').all<{
    tag: string
  }>()
  return results.map(({ tag }) => tag)
}

/** A fake platform that accepts every call, and its clock, which is ahead: what a test changes is due. */
function platform() {
  const calls: string[][] = []
  let now = Date.now() + 600_000
  return {
    calls,
    purge: async (list: string[]) => {
      calls.push(list)
      return true
    },
    clock: () => now,
    advance: (milliseconds: number) => {
      now += milliseconds
    },
  }
}
