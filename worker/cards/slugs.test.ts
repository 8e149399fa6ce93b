import { expect, test } from 'vitest'
import { SlugAnswer } from '../../schema/cards/slug.ts'
import { slugHistory } from '../../schema/cards/tables.ts'
import { db, makeCard, request, signIn } from '../testing/app.ts'

test('GET /api/slugs/:slug requires a session', async () => {
  expect((await request('GET', '/api/slugs/ada')).status).toBe(401)
})

test('GET /api/slugs/:slug returns whether a slug is available, or why not', async () => {
  const { user, request } = await signIn(2)
  const own = await makeCard({ userId: user.id })
  const other = await makeCard()
  const former = (card: { id: number }) => `former-${card.id}`
  for (const card of [own, other])
    await db.insert(slugHistory).values({ slug: former(card), cardId: card.id })
  const checkSlug = async (slug: string) =>
    SlugAnswer.parse(await (await request('GET', `/api/slugs/${slug}?cardId=${own.id}`)).json())
  const free = { available: true, reason: null }
  const taken = { available: false, reason: 'Slug already exists' }
  expect(await checkSlug(`new-${own.id}-slug`)).toEqual(free)
  expect(await checkSlug(own.slug)).toEqual(free)
  expect(await checkSlug(former(own).toUpperCase())).toEqual(free)
  expect(await checkSlug(other.slug)).toEqual(taken)
  expect(await checkSlug(former(other))).toEqual(taken)
  expect(await checkSlug('admin')).toEqual({
    available: false,
    reason: 'This slug is reserved. Choose another one.',
  })
  expect((await checkSlug('ab')).reason).toBe('Slug must be at least 3 characters')
  expect((await checkSlug('12345')).reason).toBe('Slug cannot be only digits')
  expect((await checkSlug('a%20b')).reason).toContain('letters, digits and hyphens')
})

test('GET /api/slugs/:slug without a card treats the slugs of all cards as taken', async () => {
  const { user, request } = await signIn(1)
  const { slug } = await makeCard({ userId: user.id })
  expect(await (await request('GET', `/api/slugs/${slug}`)).json()).toMatchObject({
    available: false,
  })
})

test('GET /api/slugs/:slug for a card requires a user who may edit it', async () => {
  const { id } = await makeCard()
  const stranger = await signIn(3)
  expect((await stranger.request('GET', `/api/slugs/ada?cardId=${id}`)).status).toBe(403)
  expect((await stranger.request('GET', '/api/slugs/ada?cardId=999999')).status).toBe(404)
  expect((await stranger.request('GET', '/api/slugs/ada?cardId=me')).status).toBe(400)
  const editor = await signIn(4)
  expect((await editor.request('GET', `/api/slugs/ada?cardId=${id}`)).status).toBe(200)
})
