import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { businessCards, slugHistory } from '../../schema/cards/tables.ts'
import { db, lastCopyAt, makeCard, origin, request, signIn } from '../testing/app.ts'
import { settled } from '../testing/background-work.ts'
import { invalidatePages } from './page-cache.ts'

afterEach(() => vi.useRealTimers())

test('GET /view/:slug shows the card to anyone, revalidated on each visit', async () => {
  const card = await makeCard({ name: 'Ada Lovelace', title: 'Countess' })
  const response = await request('GET', `/view/${card.slug}`)
  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
  expect(response.headers.get('Cache-Control')).toBe('no-cache')
  expect(response.headers.get('Cache-Tag')).toBe(`c:${card.id},s:${card.slug}`)
  const html = await response.text()
  expect(html).toContain('Ada Lovelace</h1>')
  expect(html).toContain(`<a class="bc-save" href="/api/vcard/${card.id}"`)
  expect(html).toContain(`<link rel="canonical" href="${origin}/view/${card.slug}"/>`)
})

test('GET /view/:slug returns 304 to clients that have the page, and HEAD without a body', async () => {
  const { slug } = await makeCard()
  const tag = (await request('GET', `/view/${slug}`)).headers.get('ETag') ?? ''
  const again = await request('GET', `/view/${slug}`, undefined, { 'If-None-Match': `W/${tag}` })
  expect([again.status, await again.text()]).toEqual([304, ''])
  expect(again.headers.get('ETag')).toBe(tag)
  const head = await request('HEAD', `/view/${slug}`)
  expect([head.status, await head.text()]).toEqual([200, ''])
})

test('GET /view/:slug ignores the query and redirects to the canonical spelling', async () => {
  const { slug } = await makeCard()
  expect((await request('GET', `/view/${slug}?utm_source=x`)).status).toBe(200)
  for (const other of [slug.toUpperCase(), `${slug}/`, `${slug.toUpperCase()}/`]) {
    const response = await request('GET', `/view/${other}`)
    expect([response.status, response.headers.get('Location')]).toEqual([308, `/view/${slug}`])
  }
})

test('GET /view/:slug of an unknown, draft or invalid slug is the Card Not Found page', async () => {
  const draft = await makeCard({ state: 'draft' })
  for (const slug of ['nobody-here', draft.slug, '%00', 'a%2Fb', "';--", 'x'.repeat(500)]) {
    const response = await request('GET', `/view/${slug}`)
    const html = await response.text()
    expect(response.status, slug).toBe(404)
    expect(response.headers.get('Cache-Control')).toBe('private, no-store')
    expect(html).toContain('Card Not Found</h1>')
    expect(html).toContain('Card not found.')
    expect(html).toMatch(/href="\/">Return to Home<\/a>/)
  }
})

test('GET /view/:slug of a renamed card redirects to its new slug', async () => {
  const card = await makeCard()
  const former = `old-${card.slug}`
  await db.insert(slugHistory).values({ slug: former, cardId: card.id })
  const response = await request('GET', `/view/${former}`)
  expect([response.status, response.headers.get('Location')]).toEqual([302, `/view/${card.slug}`])
  expect(response.headers.get('Cache-Control')).toBe('no-store')
})

test('GET /view/:slug is served from the cache until the page is invalidated', async () => {
  const { slug } = await makeCard({ name: 'Before' })
  await request('GET', `/view/${slug}`)
  await rename(slug, 'After')
  expect(await (await request('GET', `/view/${slug}`)).text()).toContain('Before</h1>')
  await invalidatePages(env, origin, [slug])
  expect(await (await request('GET', `/view/${slug}`)).text()).toContain('After</h1>')
})

test('GET /view/:slug sends all headers with a cached page, and never serves one to a signed-in user', async () => {
  const { slug } = await makeCard()
  const first = await request('GET', `/view/${slug}`)
  await db.update(businessCards).set({ name: 'Changed' }).where(eq(businessCards.slug, slug))
  const again = await request('GET', `/view/${slug}`)
  expect(Object.fromEntries(again.headers)).toEqual(Object.fromEntries(first.headers))
  expect(again.headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(again.headers.get('Permissions-Policy')).toContain('camera=()')
  expect(await again.text()).toBe(await first.text())
  const reader = await signIn(1)
  expect(await (await reader.request('GET', `/view/${slug}`)).text()).toContain('Changed</h1>')
})

test('GET /view/:slug uses the copy of the data center when that of the isolate is stale', async () => {
  const { slug } = await makeCard({ name: 'Before' })
  await request('GET', `/view/${slug}`)
  await settled()
  expect(await caches.default.match(address(slug))).toBeTruthy()
  await rename(slug, 'After')
  later()
  expect(await (await request('GET', `/view/${slug}`)).text()).toContain('Before</h1>')
  await caches.default.delete(address(slug))
  later()
  expect(await (await request('GET', `/view/${slug}`)).text()).toContain('After</h1>')
})

test('GET /view/:slug serves the last copy while D1 fails, and 503 with Retry-After without one', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  const seen = await makeCard({ name: 'Ada Lovelace' })
  const unseen = await makeCard()
  await request('GET', `/view/${seen.slug}`)
  await settled()
  expect(await lastCopyAt(address(seen.slug))).toBeTruthy()
  await caches.default.delete(address(seen.slug))
  later()
  await env.DB.exec('ALTER TABLE business_cards RENAME TO lost')
  const kept = await request('GET', `/view/${seen.slug}`)
  const missing = await request('GET', `/view/${unseen.slug}`)
  await env.DB.exec('ALTER TABLE lost RENAME TO business_cards')
  expect([kept.status, await kept.text()]).toEqual([
    200,
    expect.stringContaining('Ada Lovelace</h1>'),
  ])
  expect(missing.status).toBe(503)
  expect(missing.headers.get('Retry-After')).toBe('5')
  expect(missing.headers.get('Cache-Control')).toBe('private, no-store')
  const html = await missing.text()
  expect(html).toContain('Failed to load card</h1>')
  expect(html).toContain(`href="/view/${unseen.slug}">Try again</a>`)
  expect(errors).toHaveBeenCalled()
  errors.mockRestore()
})

function address(slug: string) {
  return `${origin}/view/${slug}`
}

function rename(slug: string, name: string) {
  return env.DB.prepare('UPDATE business_cards SET name = ? WHERE slug = ?').bind(name, slug).run()
}

/** Advances six seconds, so that the isolate's copies are stale. */
function later() {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6000 })
}
