import { env, exports } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { businessCards, slugHistory } from '../../schema/tables.ts'
import { db, eventually, lastCopyAt, makeCard, origin, request, signIn } from '../testing/app.ts'
import { maxBytes, maxPageBytes } from './page-cache.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('five hundred at once on a page that nobody has seen cost one statement', async () => {
  const { slug } = await makeCard({ name: 'Ada Lovelace' })
  const statements = vi.spyOn(env.DB, 'prepare')
  const answers = await Promise.all(
    Array.from({ length: 500 }, (_, n) => request('GET', `/view/${slug}?scan=${n}`)),
  )
  expect(statements).toHaveBeenCalledTimes(1)
  const pages = new Set(await Promise.all(answers.map((answer) => answer.text())))
  expect(pages.size).toBe(1)
  expect([...pages][0]).toContain('Ada Lovelace</h1>')
})

test('a page is made for those who wait, though who asked first has left', async () => {
  const { slug } = await makeCard()
  const { times, goOn } = slowDatabase(slug)
  // On a slow machine, too, nobody has waited so long that they would start again.
  const wait = scheduler.wait.bind(scheduler)
  vi.spyOn(scheduler, 'wait').mockImplementation((milliseconds) => wait(60 * milliseconds))
  const leave = new AbortController()
  const first = exports.default.fetch(address(slug), { signal: leave.signal }).catch(() => 'left')
  await eventually(() => expect(times()).toBe(1))
  const second = request('GET', `/view/${slug}`)
  leave.abort()
  expect(await first).toBe('left')
  goOn()
  expect((await second).status).toBe(200)
  expect(times()).toBe(1)
})

test('who waited half a second makes the page, one for all who wait', async () => {
  const { slug } = await makeCard()
  const { times, goOn } = slowDatabase(slug)
  const all = Array.from({ length: 20 }, () => request('GET', `/view/${slug}`))
  await eventually(() => expect(times()).toBeGreaterThan(1))
  goOn()
  for (const answer of await Promise.all(all)) expect(answer.status).toBe(200)
  expect(times()).toBeLessThanOrEqual(4)
})

test('a card opens while D1, KV, R2 and the queue are all down, at its former address, too', async () => {
  const owner = await signIn(1)
  const card = await makeCard({ name: 'Ada Lovelace', userId: owner.user.id })
  const former = `former-${card.slug}`
  await db.insert(slugHistory).values({ slug: former, cardId: card.id })
  await visited(card.slug)
  await visited(former)
  await caches.default.delete(address(card.slug))
  later()
  const errors = breakEverything()
  for (const viewer of [request, owner.request]) {
    const answer = await viewer('GET', `/view/${card.slug}?utm_source=poster`)
    expect([answer.status, answer.headers.get('ETag')]).toEqual([200, expect.any(String)])
    expect(await answer.text()).toContain('Ada Lovelace</h1>')
  }
  const moved = await request('GET', `/view/${former}`)
  expect([moved.status, moved.headers.get('Location')]).toEqual([302, `/view/${card.slug}`])
  expect((await request('GET', '/view/nobody-was-here')).status).toBe(503)
  expect(errors).toHaveBeenCalled()
})

test('a card opens from its last copy while D1 does not answer at all', async () => {
  const { slug } = await makeCard({ name: 'Ada Lovelace' })
  await visited(slug)
  await caches.default.delete(address(slug))
  later()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { goOn } = slowDatabase(slug)
  const answer = await request('GET', `/view/${slug}`)
  goOn()
  expect([answer.status, await answer.text()]).toEqual([
    200,
    expect.stringContaining('Ada Lovelace</h1>'),
  ])
})

/** Statements wait until they may go on; those about that card are counted. */
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
  return { times: () => count, goOn: gate.resolve }
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

/** Somebody saw the page, and its last copy is kept. */
async function visited(slug: string) {
  await request('GET', `/view/${slug}`)
  await eventually(async () => expect(await lastCopyAt(address(slug))).toBeTruthy())
}

function address(slug: string) {
  return `${origin}/view/${slug}`
}

/** Six seconds later, when the isolate's copies are old. */
function later() {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6000 })
}

test('a page over 200 kB is not kept in the memory of the isolate, a smaller one is', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const large = await visitedPage(maxPageBytes + 20_000)
  const small = await visitedPage(maxPageBytes - 20_000)
  expect(await nameShown(large)).toBe('After')
  expect(await nameShown(small)).toBe('Before')
})

test('the memory of the isolate holds 8 MB of pages, and the oldest gives way', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const bytes = maxPageBytes - 20_000
  const first = await visitedPage(bytes)
  const many = Array.from({ length: Math.ceil(maxBytes / bytes) }, () => visitedPage(bytes))
  const last = (await Promise.all(many)).at(-1) ?? ''
  expect(await nameShown(first)).toBe('After')
  expect(await nameShown(last)).toBe('Before')
})

/** The slug of a card called Before whose page has about that many bytes, seen a moment ago. */
async function visitedPage(bytes: number): Promise<string> {
  const { slug } = await makeCard({ name: 'Before', about: 'x'.repeat(bytes - 20_000) })
  const body = await (await request('GET', `/view/${slug}`)).bytes()
  expect(Math.abs(body.byteLength - bytes)).toBeLessThan(2000)
  return slug
}

/** What the page says once the card is called After and no cache of the data center has it. */
async function nameShown(slug: string): Promise<string | undefined> {
  await eventually(async () => expect(await caches.default.match(address(slug))).toBeTruthy())
  await caches.default.delete(address(slug))
  await db.update(businessCards).set({ name: 'After' }).where(eq(businessCards.slug, slug))
  const html = await (await request('GET', `/view/${slug}`)).text()
  return /(\w+)<\/h1>/.exec(html)?.[1]
}
