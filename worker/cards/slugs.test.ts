import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { Card } from '../../schema/cards/card.ts'
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
  const free = { available: true, reason: null, suggestions: [] }
  const taken = { available: false, reason: 'Slug already exists', suggestions: expect.any(Array) }
  expect(await checkSlug(`new-${own.id}-slug`)).toEqual(free)
  expect(await checkSlug(own.slug)).toEqual(free)
  expect(await checkSlug(former(own).toUpperCase())).toEqual(free)
  expect(await checkSlug(other.slug)).toEqual(taken)
  expect(await checkSlug(former(other))).toEqual(taken)
  expect(await checkSlug('admin')).toEqual({
    available: false,
    reason: 'This slug is reserved. Choose another one.',
    suggestions: expect.any(Array),
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

test('GET /api/slugs/:slug suggests two available slugs for one that is taken', async () => {
  const word = `x${crypto.randomUUID().slice(0, 8)}`
  await makeCard({ slug: word })
  await makeCard({ slug: `${word}-kiln` })
  const { user, request } = await signIn(1)
  const suggestions = async (card: Parameters<typeof makeCard>[0]) => {
    const { id } = await makeCard({ userId: user.id, ...card })
    const response = await request('GET', `/api/slugs/${word}?cardId=${id}`)
    return SlugAnswer.parse(await response.json()).suggestions
  }
  const name = `Zoë ${word}`
  expect(await suggestions({ name, company: 'Osei & Ward' })).toEqual([
    `zoe-${word}`,
    `${word}-osei-and-ward`,
  ])
  expect(await suggestions({ name: '山田', company: 'Kiln' })).toHaveLength(2)
  expect(await suggestions({ name: null, company: 'Kiln' })).toEqual([`${word}2`, `${word}3`])
  const invalid = SlugAnswer.parse(await (await request('GET', '/api/slugs/ab')).json())
  expect(invalid.suggestions).toEqual([])
})

test('PUT /api/business-cards/:id/slug lets level 1 choose a slug once, in place of the generated one', async () => {
  const { user, request } = await signIn(1)
  const generated = `${user.username}-7359`
  const card = await makeCard({ userId: user.id, slug: generated, title: 'Engineer' })
  const rename = (slug: string, id = card.id) =>
    request('PUT', `/api/business-cards/${id}/slug`, { slug })
  const taken = await makeCard()
  expect((await rename('ab')).status).toBe(400)
  expect((await rename(`${user.username}-1`)).status).toBe(400)
  expect((await rename(taken.slug)).status).toBe(409)
  const chosen = `chosen-${crypto.randomUUID()}`
  const saved = Card.parse(await (await rename(chosen)).json())
  expect(saved).toMatchObject({ slug: chosen, title: 'Engineer', version: 2 })
  expect((await rename(chosen)).status).toBe(200)
  const again = await rename(`other-${card.id}-slug`)
  expect([again.status, await again.text()]).toEqual([
    403,
    'Level 1 users cannot edit the card URL slug',
  ])
  const former = await db.select().from(slugHistory).where(eq(slugHistory.slug, generated))
  expect(former).toMatchObject([{ cardId: card.id }])
})

test('PUT /api/business-cards/:id/slug refuses level 1 a slug that an admin gave', async () => {
  const { user, request } = await signIn(1)
  const given = await makeCard({ userId: user.id, slug: `tower-${user.id}-12` })
  const path = `/api/business-cards/${given.id}/slug`
  expect((await request('PUT', path, { slug: `x-${crypto.randomUUID()}` })).status).toBe(403)
})
