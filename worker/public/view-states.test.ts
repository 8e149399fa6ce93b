import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { businessCards, slugHistory } from '../../schema/cards/tables.ts'
import { db, makeCard, origin, request, signIn } from '../testing/app.ts'
import { invalidatePages } from './page-cache.ts'

afterEach(() => vi.useRealTimers())

const noWords = { website: null, about: null, pronouns: null, department: null }

test('GET /view/:slug marks the page for its owner only, and does not cache it', async () => {
  const owner = await signIn(1)
  const stranger = await signIn(1)
  const card = await makeCard({ userId: owner.user.id })
  const own = await owner.request('GET', `/view/${card.slug}`)
  expect(own.headers.get('Cache-Control')).toBe('private, no-store')
  expect(await own.text()).toContain(' data-own=""')
  for (const response of [
    await stranger.request('GET', `/view/${card.slug}`),
    await request('GET', `/view/${card.slug}`),
  ])
    expect(await response.text()).not.toContain('data-own')
  const editor = await (await signIn(4)).request('GET', `/view/${card.slug}`)
  expect(await editor.text()).toContain(' data-own=""')
})

test('GET /view/:slug shows visitors with invalid session cookies the same page', async () => {
  const { slug } = await makeCard()
  const response = await request('GET', `/view/${slug}`, undefined, { Cookie: 'sid=made-up' })
  expect(response.headers.get('Cache-Control')).toBe('no-cache')
})

test('GET /view/:slug of a paused card shows its name and state, and is cached and invalidated', async () => {
  const card = await makeCard({ state: 'paused', theme: 'tech', phone: '+44 20 7946 0155' })
  const response = await request('GET', `/view/${card.slug}`)
  expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-cache'])
  expect(response.headers.get('Content-Security-Policy')).toContain("script-src 'none'")
  const html = await response.text()
  expect(html).toContain('Ada Lovelace</h1>')
  expect(html).toContain('This card is paused</p>')
  expect(html).toContain('<meta name="robots" content="noindex"/>')
  expect(html).toContain('<link rel="icon" href="/favicon.svg"/>')
  expect(html).toContain('data-theme="tech"')
  expect(html).not.toMatch(/<script|20 ?7946|vcard|data-card/)
  await db.update(businessCards).set({ state: 'live' }).where(eq(businessCards.id, card.id))
  expect(await (await request('GET', `/view/${card.slug}`)).text()).toBe(html)
  await invalidatePages(env, origin, [card.slug])
  expect(await (await request('GET', `/view/${card.slug}`)).text()).toContain('7946')
})

test.each([
  ['draft', 'Draft: only you and admins can see this'],
  ['paused', 'Paused: visitors see only the name'],
] as const)(
  'GET /view/:slug of a %s card is the card itself for who may edit it',
  async (state, words) => {
    const owner = await signIn(1)
    const card = await makeCard({ userId: owner.user.id, state, phone: '+44 20 7946 0155' })
    for (const viewer of [owner, await signIn(4)]) {
      const response = await viewer.request('GET', `/view/${card.slug}`)
      expect(response.headers.get('Cache-Control')).toBe('private, no-store')
      const html = await response.text()
      expect(html).toContain('7946')
      expect(html).toContain(`${words}</p>`)
    }
    for (const response of [
      await (await signIn(3)).request('GET', `/view/${card.slug}`),
      await request('GET', `/view/${card.slug}`),
      await request('GET', `/view/${card.slug}/thanks`),
    ])
      expect(await response.text()).not.toMatch(/20 ?7946|bc-state/)
  },
)

test('a former slug redirects to a paused card, and to a draft only for its owner', async () => {
  const owner = await signIn(1)
  const card = await makeCard({ userId: owner.user.id, state: 'paused' })
  const former = `old-${card.slug}`
  await db.insert(slugHistory).values({ slug: former, cardId: card.id })
  expect((await request('GET', `/view/${former}`)).status).toBe(302)
  await db.update(businessCards).set({ state: 'draft' }).where(eq(businessCards.id, card.id))
  expect((await request('GET', `/view/${former}`)).status).toBe(404)
  expect((await owner.request('GET', `/view/${former}`)).status).toBe(302)
})

test('a card saved as paused or draft is no longer shown at once', async () => {
  const owner = await signIn(1)
  const card = await makeCard({ userId: owner.user.id })
  for (const [state, status, words] of [
    ['paused', 200, 'This card is paused'],
    ['draft', 404, 'Card not found'],
    ['live', 200, '/api/vcard/'],
  ] as const) {
    await request('GET', `/view/${card.slug}`)
    await owner.request('PUT', `/api/business-cards/${card.id}`, { slug: card.slug, state })
    const response = await request('GET', `/view/${card.slug}`)
    expect([response.status, await response.text()]).toEqual([
      status,
      expect.stringContaining(words),
    ])
  }
})

test('GET /view/:slug has the card’s custom CSS only for its owner and from level 3 on', async () => {
  const owner = await signIn(3)
  const { slug } = await makeCard({
    userId: owner.user.id,
    customizations: { ...noWords, customCss: '.bc { outline-color: rebeccapurple }' },
  })
  const css = async (viewer: Pick<typeof owner, 'request'>) =>
    (await (await viewer.request('GET', `/view/${slug}`)).text()).includes('rebeccapurple')
  expect(await css({ request })).toBe(false)
  expect(await css(await signIn(2))).toBe(false)
  expect(await css(await signIn(3))).toBe(true)
  expect(await css(owner)).toBe(true)
})
