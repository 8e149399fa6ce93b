import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { CardInput } from '../../schema/cards/card.ts'
import { findCardBySlug, findLiveCard } from '../public/public-card-queries.ts'
import { db, makeCard, makeUser } from '../testing/app.ts'
import { findCard, listCardsOwnedBy } from './queries.ts'
import { createCard, deleteCard, saveCard } from './save.ts'
import { generateSlug, isSlugTaken } from './slugs.ts'

async function storedCard(fields: Parameters<typeof makeCard>[0] = {}) {
  const card = await findCard(db, (await makeCard(fields)).id)
  if (!card) throw new Error('The card was not stored')
  return card
}

test('a former slug redirects to its card and stays reserved for it', async () => {
  const card = await storedCard()
  const other = await storedCard()
  const renamed = CardInput.parse({ ...card, slug: `${card.slug}-new` })
  expect(await saveCard(db, card, { input: renamed })).toMatchObject({
    slug: renamed.slug,
    version: 2,
  })
  expect((await findCardBySlug(db, card.slug.toUpperCase()))?.card.slug).toBe(renamed.slug)
  expect(await isSlugTaken(db, card.slug)).toBe(true)
  expect(await isSlugTaken(db, card.slug, card.id)).toBe(false)
  const input = CardInput.parse({ ...other, slug: card.slug })
  expect(await saveCard(db, other, { input })).toBe('slug taken')
  expect((await findCard(db, other.id))?.version).toBe(1)
})

test('the second of two saves of one version is stale and changes nothing', async () => {
  const card = await storedCard()
  const saves = await Promise.all(
    ['one', 'two'].map((title) => {
      const input = CardInput.parse({ ...card, slug: `${card.slug}-${title}`, title })
      return saveCard(db, card, { input })
    }),
  )
  expect(saves.filter((saved) => saved === 'stale')).toHaveLength(1)
  const now = await findCard(db, card.id)
  expect(now?.version).toBe(2)
  const refused = now?.title === 'one' ? 'two' : 'one'
  expect(await isSlugTaken(db, `${card.slug}-${refused}`)).toBe(false)
})

test('a deleted card is not found, and its slugs stay taken', async () => {
  const card = await storedCard()
  await deleteCard(db, card.id)
  expect(await findCard(db, card.id)).toBeUndefined()
  expect(await findLiveCard(db, card.id)).toBeUndefined()
  expect(await listCardsOwnedBy(db, card.userId)).toEqual([])
  expect(await isSlugTaken(db, card.slug)).toBe(true)
})

test('of two concurrent first cards one is created', async () => {
  const user = await makeUser()
  const made = await Promise.all(
    ['x', 'y'].map((end) =>
      createCard(db, user.id, { slug: `${user.username}-${end}`, onlyOne: true }),
    ),
  )
  expect(made.filter((card) => card === 'has a card')).toHaveLength(1)
  expect(await listCardsOwnedBy(db, user.id)).toHaveLength(1)
})

test('a card with a taken slug is not created', async () => {
  const card = await storedCard()
  const fields = { slug: card.slug, onlyOne: false }
  expect(await createCard(db, card.userId, fields)).toBe('slug taken')
})

test('freeSlug generates a slug from any text', async () => {
  expect(await generateSlug(db, 'Zoë Müller')).toMatch(/^zoe-mueller-\d{1,4}$/)
  expect(await generateSlug(db, '山田')).toMatch(/^[a-z0-9-]+-\d{1,4}$/)
  expect(await generateSlug(db, 'Edgecard Support')).toMatch(/^card-\d{1,4}$/)
  expect((await generateSlug(db, 'a'.repeat(300))).length).toBeLessThanOrEqual(60)
})

test('reserved words and look-alikes of the product name are taken', async () => {
  const reserved = ['admin', 'api', 'VIEW', 'edgecard', 'edge-card', '3dg3c4rd', 'edgecard-support']
  for (const slug of reserved) expect(await isSlugTaken(db, slug), slug).toBe(true)
  expect(await isSlugTaken(db, 'ada-lovelace')).toBe(false)
})

test('finding a card by slug uses indexes', async () => {
  const { results } = await env.DB.prepare(
    `explain query plan select id from business_cards where id = coalesce(
      (select id from business_cards where slug = ?1 collate nocase),
      (select card_id from slug_history where slug = ?1))`,
  )
    .bind('a')
    .all<{ detail: string }>()
  expect(results.map((row) => row.detail).join()).not.toMatch(/SCAN (?!CONSTANT)/)
})
