import { env, exports } from 'cloudflare:workers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eventually, makeCard, signIn } from '../testing/app.ts'
import { collectRequestLines } from '../testing/request-lines.ts'
import { sendTiered as send, useTieredCache } from '../testing/tiered-read-path.ts'

beforeEach(async () => {
  await env.DB.exec('delete from purge_outbox; delete from purge_budget')
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

async function nameOn(slug: string): Promise<string | undefined> {
  const html = await (await send(`/view/${slug}`)).text()
  return />([^<>]+)<\/h1>/.exec(html)?.[1]
}

/** Advances the clock that far beyond the last time, in milliseconds. The copy of the isolate lives 5 s. */
function pass(milliseconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds })
}

test.each([
  ['MISS', undefined],
  ['EXPIRED', undefined],
  ['BYPASS', undefined],
  ['HIT', 'tiered'],
  ['STALE', 'tiered'],
  ['UPDATING', 'tiered'],
  ['REVALIDATED', 'tiered'],
])('a view with CF-Cache-Status %s is logged with the cache %s', async (status, layer) => {
  const { slug } = await makeCard()
  const { fetch } = exports.PublicCard
  vi.spyOn(exports.PublicCard, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const response: Response = await Reflect.apply(fetch, exports.PublicCard, [request])
    const headers = new Headers(response.headers)
    headers.set('CF-Cache-Status', status)
    return new Response(response.body, { headers })
  })
  const lines = collectRequestLines()
  const response = await send(`/view/${slug}`)
  expect([response.status, response.headers.get('CF-Cache-Status')]).toEqual([200, null])
  expect(lines.map(({ cache }) => cache)).toEqual([layer])
})

test('views are logged with the cache that serves them, from the first of the world to an outage', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { place } = useTieredCache()
  const { slug } = await makeCard({ name: 'Ada Lovelace' })
  const lines = collectRequestLines()
  expect(await nameOn(slug)).toBe('Ada Lovelace')
  expect(await nameOn(slug)).toBe('Ada Lovelace')
  for (const dataCenter of ['TXL', 'SYD']) {
    pass(6000)
    place.dataCenter = dataCenter
    expect(await nameOn(slug)).toBe('Ada Lovelace')
  }
  pass(300_000)
  await env.DB.exec('ALTER TABLE business_cards RENAME TO lost')
  const kept = await nameOn(slug)
  await env.DB.exec('ALTER TABLE lost RENAME TO business_cards')
  expect(kept).toBe('Ada Lovelace')
  pass(6000)
  expect(await nameOn(slug)).toBe('Ada Lovelace')
  const served = [undefined, 'isolate', 'tiered', 'tiered', 'tiered', undefined]
  expect(lines.map(({ cache }) => cache)).toEqual(served)
  expect(errors).toHaveBeenCalled()
})

test('while the database fails, no stale "not found" page is served', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  useTieredCache()
  const statusOf = async () => (await send('/view/not-yet-taken')).status
  expect(await statusOf()).toBe(404)
  pass(61_000)
  await env.DB.exec('ALTER TABLE business_cards RENAME TO lost')
  const during = await statusOf()
  await env.DB.exec('ALTER TABLE lost RENAME TO business_cards')
  expect(during).toBe(503)
})

test('an edit is seen in every data center once its purge is done', async () => {
  const { place, purge } = useTieredCache()
  const owner = await signIn(1)
  const card = await makeCard({ userId: owner.user.id, name: 'Before' })
  for (const dataCenter of ['TXL', 'SYD']) {
    place.dataCenter = dataCenter
    expect(await nameOn(card.slug)).toBe('Before')
    pass(6000)
  }
  const saved = await send(`/api/business-cards/${card.id}`, {
    method: 'PUT',
    headers: { Cookie: owner.cookie, 'Content-Type': 'application/json' },
    body: JSON.stringify({ slug: card.slug, name: 'After' }),
  })
  expect(saved.status).toBe(200)
  await eventually(() => expect(purge.mock.settledResults[0]).toMatchObject({ value: true }))
  for (const dataCenter of ['TXL', 'SYD']) {
    place.dataCenter = dataCenter
    pass(6000)
    expect(await nameOn(card.slug)).toBe('After')
  }
})

test('if the platform ignores every purge, an edit is seen five minutes later', async () => {
  pass(0)
  const { purge } = useTieredCache(['ignored', 'ignored'])
  const owner = await signIn(1)
  const card = await makeCard({ userId: owner.user.id, name: 'Before' })
  expect(await nameOn(card.slug)).toBe('Before')
  const saved = await send(`/api/business-cards/${card.id}`, {
    method: 'PUT',
    headers: { Cookie: owner.cookie, 'Content-Type': 'application/json' },
    body: JSON.stringify({ slug: card.slug, name: 'After' }),
  })
  expect(saved.status).toBe(200)
  await eventually(() => expect(purge.mock.settledResults[0]).toMatchObject({ value: true }))
  pass(290_000)
  expect(await nameOn(card.slug)).toBe('Before')
  pass(10_000)
  expect(await nameOn(card.slug)).toBe('After')
})
