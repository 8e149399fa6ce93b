import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { businessCards } from '../../schema/cards/tables.ts'
import { sharePoints } from '../../schema/share-points/tables.ts'
import worker from '../index.ts'
import { db, lastCopyAt, makeCard, origin, request, signIn } from '../testing/app.ts'
import { settled } from '../testing/background-work.ts'
import { interceptDatabase } from '../testing/fault-bindings.ts'
import { makeSharePoint } from '../testing/share-points.ts'

const start = Date.now()
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }))
afterEach(() => void vi.useRealTimers())

/** Moves the clock so that the isolate has forgotten its pages, and the codes it has seen. */
const forget = () => vi.setSystemTime(Date.now() + 61_000)

/** The response, with the calls of the database it took. */
async function visit(path: string, mode = 'local') {
  const calls: string[] = []
  const DB = interceptDatabase('DB', async (name, work) => {
    calls.push(name)
    return work()
  })
  const response = await worker.fetch(
    new Request(origin + path, { redirect: 'manual' }),
    { ...env, DB, PAGE_CACHE: mode },
    createExecutionContext(),
  )
  const { status, headers } = response
  return { status, headers, text: await response.text(), reads: calls.length }
}

/** Waits until the data center has cached the slug of the code and, if given, the page. */
async function isCached(path: string, slug?: string): Promise<void> {
  const codes = await caches.open('share-codes')
  await settled()
  expect(await codes.match(origin + path)).toBeDefined()
  if (slug) expect(await caches.default.match(`${origin}/view/${slug}`)).toBeDefined()
}

async function makePoint(card: Parameters<typeof makeCard>[0] = {}, point: object = {}) {
  const { id, slug } = await makeCard(card)
  const { code } = await makeSharePoint({ cardId: id, ...point })
  return { id, slug, code, path: `/s/${code}` }
}

test('GET /s/:code answers with the page of /view/:slug, byte for byte', async () => {
  const { slug, path } = await makePoint()
  const byCode = await request('GET', path)
  const bySlug = await request('GET', `/view/${slug}`)
  expect([byCode.status, bySlug.status]).toEqual([200, 200])
  for (const name of ['ETag', 'Content-Security-Policy', 'Cache-Control', 'Cache-Tag'])
    expect(byCode.headers.get(name), name).toBe(bySlug.headers.get(name))
  expect(await byCode.text()).toBe(await bySlug.text())
  const tag = { 'If-None-Match': bySlug.headers.get('ETag') ?? '' }
  expect((await request('GET', path, undefined, tag)).status).toBe(304)
})

test('a code takes one statement at first, then none, and shares the cached page', async () => {
  const { slug, path } = await makePoint()
  expect(await visit(path)).toMatchObject({ status: 200, reads: 1 })
  await isCached(path, slug)
  // From the isolate.
  expect(await visit(path)).toMatchObject({ status: 200, reads: 0 })
  expect(await visit(`/view/${slug}`)).toMatchObject({ status: 200, reads: 0 })
  // The page from the data center, then the slug, too.
  vi.setSystemTime(Date.now() + 6000)
  expect(await visit(path)).toMatchObject({ status: 200, reads: 0 })
  forget()
  expect(await visit(path)).toMatchObject({ status: 200, reads: 0 })
  // With the page cached by another code or by its slug.
  const second = await makePoint()
  await visit(`/view/${second.slug}`)
  expect((await visit(second.path)).reads).toBe(1)
  await isCached(second.path)
  expect((await visit(second.path)).reads).toBe(0)
})

test('behind the tiered cache, a known code adds no statement of its own', async () => {
  const { path } = await makePoint()
  expect(await visit(path, 'tiered')).toMatchObject({ status: 200, reads: 1 })
  await isCached(path)
  forget()
  // The entrypoint reads the card with bindings of its own.
  expect(await visit(path, 'tiered')).toMatchObject({ status: 200, reads: 0 })
})

test('an unknown code gets the not-found page for one read a minute, anything else for none', async () => {
  const unknown = await visit('/s/ZZZZZZ')
  expect(unknown).toMatchObject({ status: 404, reads: 1 })
  expect(unknown.text).toContain('Card Not Found')
  await isCached('/s/ZZZZZZ')
  expect(await visit('/s/ZZZZZZ')).toMatchObject({ status: 404, reads: 0 })
  for (const path of [
    '/s/ABCDE',
    '/s/ABCDEFG',
    '/s/ABCDE0',
    '/s/ABC%20F',
    "/s/ABC'--",
    '/s/ABCDIO',
  ])
    expect(await visit(path), path).toMatchObject({ status: 404, reads: 0 })
})

test('other spellings of a code redirect to it', async () => {
  for (const path of ['/s/abcdef', '/s/ABCDEF/', '/s/abcdef/']) {
    const { status, headers, reads } = await visit(path)
    expect([status, headers.get('Location'), reads]).toEqual([308, '/s/ABCDEF', 0])
  }
})

test('an archived code opens the card, and that of a paused card its name', async () => {
  const archived = await makePoint({ name: 'Grace' }, { archivedAt: '2026-01-01T00:00:00.000Z' })
  expect(await visit(archived.path)).toMatchObject({ status: 200 })
  const paused = await visit((await makePoint({ name: 'Grace', state: 'paused' })).path)
  expect(paused).toMatchObject({ status: 200 })
  expect(paused.text).toContain('This card is paused')
})

test('a code that existed is never not found: 410 without anything personal', async () => {
  const deletedAt = '2026-01-01T00:00:00.000Z'
  const { id, slug, path } = await makePoint({ name: 'Grace Hopper' })
  const expectGone = async (what: string) => {
    forget()
    const gone = await visit(path)
    expect(gone, what).toMatchObject({ status: 410 })
    expect(gone.text).toContain('Card No Longer Available')
    expect(gone.text + JSON.stringify([...gone.headers])).not.toMatch(/Grace|Hopper|card-/)
    expect(gone.text).not.toContain(slug)
  }
  const set = (fields: object) =>
    db.update(businessCards).set(fields).where(eq(businessCards.id, id))
  expect((await visit(path)).status).toBe(200)
  await isCached(path, slug)
  await caches.default.delete(`${origin}/view/${slug}`)
  await set({ deletedAt })
  await expectGone('deleted, with its slug cached')
  await set({ deletedAt: null, state: 'draft' })
  await expectGone('a draft')
  await set({ state: 'live' })
  forget()
  expect((await visit(path)).status).toBe(200)
  const draft = await makePoint({ name: 'Grace Hopper', state: 'draft' })
  expect((await visit(draft.path)).status).toBe(410)
  const other = await makePoint({ deletedAt })
  expect((await visit(other.path)).status).toBe(410)
  await db.delete(businessCards).where(eq(businessCards.id, other.id))
  forget()
  expect((await visit(other.path)).status).toBe(410)
  const orphan = await makeSharePoint({ cardId: other.id })
  expect(await visit(`/s/${orphan.code}`)).toMatchObject({ status: 410, reads: 1 })
})

test('after a card is renamed, its codes open it without a redirect', async () => {
  const owner = await signIn(2)
  const { id, slug, path } = await makePoint({ userId: owner.user.id })
  expect((await visit(path)).status).toBe(200)
  const card = await (await owner.request('GET', `/api/business-cards/${id}`)).json<object>()
  const renamed = { ...card, slug: `new-${slug}` }
  expect((await owner.request('PUT', `/api/business-cards/${id}`, renamed)).status).toBe(200)
  // From the isolate, which knows the former slug, and from the data center.
  for (const wait of [0, 61_000]) {
    vi.setSystemTime(Date.now() + wait)
    const moved = await visit(path)
    expect(moved.status).toBe(200)
    expect(moved.text).toContain(`href="${origin}/view/new-${slug}"`)
  }
})

test('while the database is down, a known code serves the last copy, and another 503', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { slug, path } = await makePoint({ name: 'Grace' })
  expect((await visit(path)).status).toBe(200)
  await isCached(path, slug)
  await settled()
  expect(await lastCopyAt(`${origin}/view/${slug}`)).toBeDefined()
  await caches.default.delete(`${origin}/view/${slug}`)
  forget()
  const down = async (target: string) => {
    const DB = interceptDatabase('DB', () => Promise.reject(new Error('D1 is down')))
    const context = createExecutionContext()
    const response = await worker.fetch(new Request(origin + target), { ...env, DB }, context)
    return { status: response.status, text: await response.text() }
  }
  const kept = await down(path)
  expect(kept.status).toBe(200)
  expect(kept.text).toContain('Grace')
  const failed = await down('/s/YYYYYY')
  expect(failed.status).toBe(503)
  expect(failed.text).toContain('href="/s/YYYYYY"')
})

test('the owner sees the page as their own, and a draft; others do not see the draft', async () => {
  const owner = await signIn(3)
  const { path, id } = await makePoint({ userId: owner.user.id })
  const own = await owner.request('GET', path)
  expect(own.headers.get('Cache-Control')).toBe('private, no-store')
  expect(await own.text()).toContain('data-own=""')
  const other = await signIn(1)
  expect(await (await other.request('GET', path)).text()).not.toContain('data-own')
  await db.update(businessCards).set({ state: 'draft' }).where(eq(businessCards.id, id))
  expect((await owner.request('GET', path)).status).toBe(200)
  expect((await other.request('GET', path)).status).toBe(410)
  expect((await other.request('GET', '/s/XXXXXX')).status).toBe(404)
  await db.delete(sharePoints).where(eq(sharePoints.cardId, id))
})
