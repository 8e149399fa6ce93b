import { expect, test } from 'vitest'
import { type PurgeOutcome, standInTieredCache } from './tiered-cache-stand-in.ts'

const page = {
  'Cloudflare-CDN-Cache-Control': 'max-age=300, stale-if-error=600',
  'Cache-Tag': 'c:1,s:ada',
}

/** A cache with a clock of its own before an entrypoint that numbers its answers. */
function setUp(headers: Record<string, string> = page, outcomes: PurgeOutcome[] = []) {
  const state = { now: 1_000_000, answers: 0, status: 200, isDown: false }
  const cache = standInTieredCache({ now: () => state.now, outcomes })
  const callee = async () => {
    if (state.isDown) throw new Error('down')
    state.answers += 1
    return new Response(`answer ${state.answers}`, { status: state.status, headers })
  }
  const view = async ({ dataCenter = 'TXL', path = '/view/ada', init = {} } = {}) => {
    const request = new Request(`https://cards.test${path}`, init)
    const response = await cache.fetch(request, callee, dataCenter)
    const cacheStatus = response.headers.get('CF-Cache-Status')
    return { text: `${cacheStatus} ${await response.text()}`, headers: response.headers }
  }
  return {
    ...cache,
    state,
    view,
    seen: async (options?: Parameters<typeof view>[0]) => (await view(options)).text,
  }
}

test('a page is made once for all data centers, and its age counts from then in each', async () => {
  const { seen, view, state } = setUp()
  expect(await seen()).toBe('MISS answer 1')
  state.now += 200_000
  const far = await view({ dataCenter: 'SYD' })
  expect([far.text, far.headers.get('Age')]).toEqual(['HIT answer 1', '200'])
  expect([far.headers.get('Cache-Tag'), far.headers.get('Cloudflare-CDN-Cache-Control')]).toEqual([
    null,
    null,
  ])
  state.now += 100_000
  expect(await seen({ dataCenter: 'SYD' })).toBe('EXPIRED answer 2')
  expect(await seen()).toBe('HIT answer 2')
})

test('the key is the path and the query, not the host', async () => {
  const { seen } = setUp()
  expect(await seen({ path: '/view/ada?origin=a' })).toBe('MISS answer 1')
  expect(await seen({ path: '/view/ada?origin=b' })).toBe('MISS answer 2')
  expect(await seen({ path: '.other.test/view/ada?origin=a' })).toBe('HIT answer 1')
})

test('a stale page is served while the entrypoint fails, for as long as it allows', async () => {
  const { seen, state } = setUp()
  await seen()
  state.now += 300_000
  state.isDown = true
  expect(await seen()).toBe('STALE answer 1')
  state.isDown = false
  state.status = 503
  expect(await seen()).toBe('STALE answer 1')
  state.now += 600_000
  expect(await seen()).toMatch(/^\w+ answer 3$/)
  state.isDown = true
  await expect(seen({ path: '/view/unseen' })).rejects.toThrow('failed')
})

test.each([
  ['no-store', { 'Cache-Control': 'no-store' }, 200],
  ['private', { 'Cache-Control': 'private, max-age=60' }, 200],
  ['a cookie', { ...page, 'Set-Cookie': 'a=b' }, 200],
  ['variants of everything', { ...page, Vary: '*' }, 200],
  ['a part', page, 206],
  ['a failure of the platform', page, 522],
])('a response with %s is not stored', async (_, headers, status) => {
  const { seen, state } = setUp(headers)
  state.status = status
  expect(await seen()).toBe('BYPASS answer 1')
  expect(await seen()).toBe('BYPASS answer 2')
})

test('a request that writes or has credentials is not answered from the cache', async () => {
  const { seen } = setUp()
  expect(await seen({ init: { method: 'POST' } })).toBe('BYPASS answer 1')
  expect(await seen({ init: { headers: { Authorization: 'Bearer x' } } })).toBe('BYPASS answer 2')
})

test('a response without a lifetime is stored by its status, and one that must not be used again is not', async () => {
  const { seen, state } = setUp({})
  state.status = 404
  await seen()
  state.now += 179_000
  expect(await seen()).toBe('HIT answer 1')
  state.now += 1000
  expect(await seen()).toBe('EXPIRED answer 2')
  const always = setUp({ 'Cache-Control': 'no-cache' })
  await always.seen()
  expect(await always.seen()).toBe('EXPIRED answer 2')
})

test('a purge drops the pages with its tag in all tiers, whatever its case', async () => {
  const { seen, purge } = setUp()
  await seen()
  await seen({ dataCenter: 'SYD' })
  expect(await purge({ tags: ['c:2'] })).toEqual({ success: true, errors: [] })
  expect(await seen()).toBe('HIT answer 1')
  await purge({ tags: ['C:1'] })
  expect(await seen({ dataCenter: 'SYD' })).toBe('MISS answer 2')
  expect(await seen()).toBe('HIT answer 2')
})

test('a tag with a space is dropped, and the page is stored', async () => {
  const { seen, purge } = setUp({ ...page, 'Cache-Tag': 'c 1,s:ada' })
  await seen()
  await purge({ tags: ['c 1'] })
  expect(await seen()).toBe('HIT answer 1')
  await purge({ tags: ['s:ada'] })
  expect(await seen()).toBe('MISS answer 2')
})

test('a purge of no or 101 tags is refused, and the 26th in a minute', async () => {
  const { purge, state } = setUp()
  const isDone = async (tags: string[]) => (await purge({ tags })).success
  expect(await isDone([])).toBe(false)
  expect(await isDone(Array(101).fill('c:1'))).toBe(false)
  for (let call = 0; call < 25; call += 1) expect(await isDone(Array(100).fill('c:1'))).toBe(true)
  expect(await purge({ tags: ['c:1'] })).toEqual({
    success: false,
    errors: [{ code: expect.any(Number), message: 'Rate limit reached' }],
  })
  state.now += 12_000
  expect(await isDone(['c:1'])).toBe(true)
  expect(await isDone(['c:1'])).toBe(false)
})

test.each([
  ['late', true, 'HIT answer 1', 'MISS answer 2'],
  ['refused', false, 'HIT answer 1', 'HIT answer 1'],
  ['lost', 'thrown', 'HIT answer 1', 'HIT answer 1'],
  ['unheard', 'thrown', 'MISS answer 2', 'HIT answer 2'],
  ['ignored', true, 'HIT answer 1', 'HIT answer 1'],
] as const)('a purge can be %s', async (outcome, result, atOnce, later) => {
  const { seen, purge, state } = setUp(page, [outcome])
  await seen()
  const call = purge({ tags: ['c:1'] }).then(
    ({ success }) => success,
    () => 'thrown',
  )
  expect(await call).toBe(result)
  expect(await seen()).toBe(atOnce)
  state.now += 5000
  expect(await seen()).toBe(later)
})
