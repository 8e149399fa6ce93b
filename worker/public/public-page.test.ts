import { env, exports } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { businessCards, slugHistory } from '../../schema/cards/tables.ts'
import { db, eventually, lastCopyAt, makeCard, origin, request, signIn } from '../testing/app.ts'
import { settled } from '../testing/background-work.ts'
import { maxBytes, maxPageBytes } from './page-cache.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('500 concurrent requests for an uncached page run one statement', async () => {
  const { slug } = await makeCard({ name: 'Ada Lovelace' })
  startNoSecondRendering()
  const statements = vi.spyOn(env.DB, 'prepare')
  const responses = await Promise.all(
    Array.from({ length: 500 }, (_, n) => request('GET', `/view/${slug}?scan=${n}`)),
  )
  expect(statements).toHaveBeenCalledOnce()
  const pages = new Set(await Promise.all(responses.map((response) => response.text())))
  expect(pages.size).toBe(1)
  expect([...pages][0]).toContain('Ada Lovelace</h1>')
})

test('rendering continues for waiting requests when the first client disconnects', async () => {
  const { slug } = await makeCard()
  const { times, resume } = slowDatabase(slug)
  startNoSecondRendering()
  const client = new AbortController()
  const first = exports.default
    .fetch(address(slug), { signal: client.signal })
    .catch(() => 'disconnected')
  await eventually(() => expect(times()).toBe(1))
  const second = request('GET', `/view/${slug}`)
  client.abort()
  expect(await first).toBe('disconnected')
  resume()
  expect((await second).status).toBe(200)
  expect(times()).toBe(1)
})

/** Lets no request wait long enough to start a second rendering, even on a slow machine. */
function startNoSecondRendering() {
  const wait = scheduler.wait.bind(scheduler)
  vi.spyOn(scheduler, 'wait').mockImplementation((milliseconds) => wait(60 * milliseconds))
}

test('a request that has waited 500 ms renders the page once for all that wait', async () => {
  const { slug } = await makeCard()
  const { times, resume } = slowDatabase(slug)
  const all = Array.from({ length: 20 }, () => request('GET', `/view/${slug}`))
  await eventually(() => expect(times()).toBeGreaterThan(1))
  resume()
  for (const response of await Promise.all(all)) expect(response.status).toBe(200)
  expect(times()).toBeLessThanOrEqual(4)
})

test('a card opens, also at its former slug, while D1, KV, R2 and the queue are all down', async () => {
  const owner = await signIn(1)
  const card = await makeCard({ name: 'Ada Lovelace', userId: owner.user.id })
  const former = `former-${card.slug}`
  await db.insert(slugHistory).values({ slug: former, cardId: card.id })
  await visit(card.slug)
  await visit(former)
  await caches.default.delete(address(card.slug))
  expireIsolateCache()
  const errors = breakEverything()
  for (const viewer of [request, owner.request]) {
    const response = await viewer('GET', `/view/${card.slug}?utm_source=poster`)
    expect([response.status, response.headers.get('ETag')]).toEqual([200, expect.any(String)])
    expect(await response.text()).toContain('Ada Lovelace</h1>')
  }
  const moved = await request('GET', `/view/${former}`)
  expect([moved.status, moved.headers.get('Location')]).toEqual([302, `/view/${card.slug}`])
  expect((await request('GET', '/view/nobody-was-here')).status).toBe(503)
  expect(errors).toHaveBeenCalled()
})

test('a card opens from its last copy while D1 does not respond', async () => {
  const { slug } = await makeCard({ name: 'Ada Lovelace' })
  await visit(slug)
  await caches.default.delete(address(slug))
  expireIsolateCache()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { resume } = slowDatabase(slug)
  const response = await request('GET', `/view/${slug}`)
  resume()
  expect([response.status, await response.text()]).toEqual([
    200,
    expect.stringContaining('Ada Lovelace</h1>'),
  ])
})

/** Blocks all statements until `resume`; `times` counts those for this card. */
function slowDatabase(slug: string) {
  const gate = Promise.withResolvers<void>()
  let count = 0
  const prepare = env.DB.prepare.bind(env.DB)
  vi.spyOn(env.DB, 'prepare').mockImplementation((sql) => slow(prepare(sql)))
  const slow = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get: (target, key) =>
        key === 'bind'
          ? (...values: unknown[]) => {
              if (values.includes(slug)) count += 1
              return slow(target.bind(...values))
            }
          : (...args: unknown[]) =>
              gate.promise.then(() => Reflect.apply(Reflect.get(target, key), target, args)),
    })
  return { times: () => count, resume: gate.resolve }
}

function breakEverything() {
  const down = () => {
    throw new Error('storage is unavailable')
  }
  for (const method of ['prepare', 'batch'] as const) {
    vi.spyOn(env.DB, method).mockImplementation(down)
    vi.spyOn(env.ANALYTICS, method).mockImplementation(down)
  }
  vi.spyOn(env.PLACES, 'get').mockImplementation(down)
  vi.spyOn(env.MEDIA, 'get').mockImplementation(down)
  vi.spyOn(env.EVENTS, 'send').mockImplementation(down)
  return vi.spyOn(console, 'error').mockImplementation(() => {})
}

/** Views the page and waits until its last copy is stored. */
async function visit(slug: string) {
  await request('GET', `/view/${slug}`)
  await settled()
  expect(await lastCopyAt(address(slug))).toBeTruthy()
}

function address(slug: string) {
  return `${origin}/view/${slug}`
}

/** Advances the clock by 6 s, after which the isolate's copies have expired. */
function expireIsolateCache() {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6000 })
}

test('the isolate caches pages of up to 200 kB', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const large = await visitedPage(maxPageBytes + 20_000)
  const small = await visitedPage(maxPageBytes - 20_000)
  expect(await nameShown(large)).toBe('After')
  expect(await nameShown(small)).toBe('Before')
})

test('the isolate caches 8 MB of pages and evicts the oldest', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const bytes = maxPageBytes - 20_000
  const first = await visitedPage(bytes)
  const many = Array.from({ length: Math.ceil(maxBytes / bytes) }, () => visitedPage(bytes))
  const last = (await Promise.all(many)).at(-1) ?? ''
  expect(await nameShown(first)).toBe('After')
  expect(await nameShown(last)).toBe('Before')
})

/** Creates a card named Before whose page has about this many bytes, and views it once. Returns the slug. */
async function visitedPage(bytes: number): Promise<string> {
  const { slug } = await makeCard({ name: 'Before', about: 'x'.repeat(bytes - 22_000) })
  const body = await (await request('GET', `/view/${slug}`)).bytes()
  expect(Math.abs(body.byteLength - bytes)).toBeLessThan(2000)
  return slug
}

/** Renames the card to After, empties the data center's cache and returns the name on the page. */
async function nameShown(slug: string): Promise<string | undefined> {
  await settled()
  expect(await caches.default.match(address(slug))).toBeTruthy()
  await caches.default.delete(address(slug))
  await db.update(businessCards).set({ name: 'After' }).where(eq(businessCards.slug, slug))
  const html = await (await request('GET', `/view/${slug}`)).text()
  return /(\w+)<\/h1>/.exec(html)?.[1]
}
