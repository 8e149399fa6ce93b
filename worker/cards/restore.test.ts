import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { DeletedCard } from '../../schema/deleted-card.ts'
import { businessCards, formSubmissions } from '../../schema/tables.ts'
import { recordEvents } from '../events/record.ts'
import { db, makeCard, makeUser, request, signIn } from '../testing/app.ts'
import { makeEvent } from '../testing/events.ts'
import { eraseDeletedCards } from '../users/cleanup.ts'
import { slugTaken } from './slugs.ts'

test('only level 5 can list and restore deleted cards', async () => {
  const card = await makeCard()
  const restore = `/api/business-cards/${card.id}/restore`
  const list = `/api/deleted-cards?user=${card.userId}`
  const { request: four } = await signIn(4)
  const { request: five } = await signIn(5)
  for (const [method, path] of [
    ['POST', restore],
    ['GET', list],
  ] as const) {
    expect((await request(method, path)).status).toBe(401)
    expect((await four(method, path)).status).toBe(403)
  }
  expect((await five('GET', '/api/deleted-cards?user=x')).status).toBe(400)
  expect(await (await five('GET', list)).json()).toEqual([])
  const early = await five('POST', restore)
  expect([early.status, await early.text()]).toEqual([409, 'This card is not deleted.'])

  expect((await five('DELETE', `/api/business-cards/${card.id}`)).status).toBe(204)
  expect((await request('GET', `/view/${card.slug}`)).status).toBe(404)
  const listed = z.array(DeletedCard).parse(await (await five('GET', list)).json())
  expect(listed).toMatchObject([{ id: card.id, slug: card.slug, userId: card.userId }])
  const all = z.array(DeletedCard).parse(await (await five('GET', '/api/deleted-cards')).json())
  expect(all[0]?.id).toBe(card.id)

  const restored = await five('POST', restore)
  expect(restored.status).toBe(200)
  expect(await restored.json()).toMatchObject({ id: card.id, slug: card.slug, version: 3 })
  expect((await request('GET', `/view/${card.slug}`)).status).toBe(200)
  expect((await five('POST', '/api/business-cards/2000000000/restore')).status).toBe(404)
})

test('a card deleted more than 30 days ago is erased with its data, and its slug stays reserved', async () => {
  const now = Date.now()
  const ago = (days: number) => new Date(now - days * 86_400_000).toISOString()
  const { id: userId } = await makeUser()
  const gone = await makeCard({ userId, deletedAt: ago(31) })
  const restorable = await makeCard({ userId, deletedAt: ago(29) })
  const live = await makeCard({ userId })
  for (const { id } of [gone, restorable, live]) {
    await recordEvents(env, [makeEvent({ cardId: id })])
    await db
      .insert(formSubmissions)
      .values({ cardId: id, clientId: 'x'.repeat(16), formData: { name: 'Grace' } })
  }
  for (let time = 0; time < 2; time += 1) await eraseDeletedCards(env, now)
  const left = await db.select().from(businessCards).where(eq(businessCards.userId, userId)).all()
  expect(left.map(({ id }) => id)).toEqual([restorable.id, live.id])
  expect(await db.$count(formSubmissions, eq(formSubmissions.cardId, gone.id))).toBe(0)
  expect(await db.$count(formSubmissions, eq(formSubmissions.cardId, restorable.id))).toBe(1)
  const views = env.ANALYTICS.prepare('select 1 from card_views where card_id = ?')
  expect(await views.bind(gone.id).first()).toBeNull()
  expect(await slugTaken(db, gone.slug)).toBe(true)
})
