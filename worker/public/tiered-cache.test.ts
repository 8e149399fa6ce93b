import { createExecutionContext } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { afterEach, expect, test, vi } from 'vitest'
import { slugHistory } from '../../schema/cards/tables.ts'
import { app } from '../app.ts'
import { db, eventually, makeCard, origin, request, signIn } from '../testing/app.ts'
import { shortenPurgePauses } from '../testing/tiered-read-path.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const tiered = { ...env, PAGE_CACHE: 'tiered' }

async function view(slug: string) {
  return app.request(`${origin}/view/${slug}`, {}, tiered, createExecutionContext())
}

test('the tiered cache does not change the response of a page', async () => {
  const entrypoint = vi.spyOn(exports.PublicCard, 'fetch')
  const { slug } = await makeCard({ name: 'Ada Lovelace' })
  const withTiers = await view(slug)
  expect(entrypoint).toHaveBeenCalledTimes(1)
  const { slug: other } = await makeCard({ name: 'Ada Lovelace' })
  const withoutTiers = await request('GET', `/view/${other}`)
  const names = ({ headers }: Response) => [...headers.keys()].sort()
  expect(names(withTiers)).toEqual(names(withoutTiers))
  expect(withTiers.headers.get('Cache-Control')).toBe('no-cache')
  expect(await withTiers.text()).toContain('Ada Lovelace</h1>')
})

test('the entrypoint answers only for a canonical path and an origin in the query', async () => {
  const { slug } = await makeCard()
  const query = `?origin=${encodeURIComponent(origin)}`
  for (const path of [
    `/view/${slug}`,
    `/view/${slug}/last${query}`,
    `/view/${slug.toUpperCase()}${query}`,
    `/${encodeURIComponent('https://evil.example')}/view/${slug}${query}`,
    `/view/..%2f${slug}${query}`,
    `/view/${slug}?origin=nothing`,
  ]) {
    const response = await exports.PublicCard.fetch(`https://x.test${path}`)
    expect([response.status, response.headers.get('Cache-Control')], path).toEqual([
      404,
      'no-store',
    ])
  }
})

test('with the tiered cache, a renamed card redirects to its new slug', async () => {
  const card = await makeCard()
  await db.insert(slugHistory).values({ slug: `old-${card.slug}`, cardId: card.id })
  const response = await view(`old-${card.slug}`)
  expect([response.status, response.headers.get('Location')]).toEqual([302, `/view/${card.slug}`])
})

test('the entrypoint sends cache lifetimes and tags', async () => {
  const card = await makeCard()
  const fetchPage = (slug: string) =>
    exports.PublicCard.fetch(`https://x.test/view/${slug}?origin=${encodeURIComponent(origin)}`)
  const found = await fetchPage(card.slug)
  expect(found.headers.get('Cloudflare-CDN-Cache-Control')).toBe(
    'max-age=300, stale-if-error=604800',
  )
  expect(found.headers.get('Cache-Tag')).toBe(`c:${card.id},s:${card.slug}`)
  expect(found.headers.get('Set-Cookie') ?? found.headers.get('Vary')).toBeNull()
  const missing = await fetchPage('nobody-here')
  expect(missing.headers.get('Cloudflare-CDN-Cache-Control')).toBe('max-age=60, stale-if-error=0')
  expect(missing.headers.get('Cache-Tag')).toBe('s:nobody-here')
})

test('with the tiered cache, a save purges its tag at once, and a refused tag stays in the outbox', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  // Other files' tests leave tags of their own.
  await env.DB.exec('delete from purge_outbox; delete from purge_budget')
  shortenPurgePauses()
  const purge = vi.spyOn(exports.PublicCard, 'purge')
  const owner = await signIn(1)
  const card = await makeCard({ userId: owner.user.id })
  const body = JSON.stringify({ slug: card.slug, title: 'New' })
  const context = createExecutionContext()
  const headers = { 'Content-Type': 'application/json', Cookie: owner.cookie }
  const path = `${origin}/api/business-cards/${card.id}`
  const saved = await app.request(path, { method: 'PUT', headers, body }, tiered, context)
  expect(saved.status).toBe(200)
  await eventually(() => expect(purge).toHaveBeenCalledWith([`c:${card.id}`]))
  // The local runtime has no tiered cache, so every purge is refused.
  expect(await purge.mock.results[0]?.value).toBe(false)
  const left = await env.DB.prepare('select passes from purge_outbox where tag = ?')
    .bind(`c:${card.id}`)
    .first()
  expect(left).toEqual({ passes: 0 })
  expect(warn).toHaveBeenCalled()
  // Until then the worker tries again.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30_000 })
})
