import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { DeletedCard } from '../../schema/cards/card.ts'
import { businessCards } from '../../schema/cards/tables.ts'
import { formSubmissions } from '../../schema/inbox/tables.ts'
import { dayMs } from '../platform/time.ts'
import { db, makeCard, makeUser, request, signIn } from '../testing/app.ts'
import { makeEvent } from '../testing/events.ts'
import { runJob } from '../testing/run-job.ts'
import { recordEvents } from '../tracking/record.ts'
import { isSlugTaken } from './slugs.ts'

test('only level 5 can list and restore deleted cards', async () => {
  const card = await makeCard()
  const restore = `/api/business-cards/${card.id}/restore`
  const list = `/api/deleted-cards?user=${card.userId}`
  const { request: asLevel4 } = await signIn(4)
  const { request: asLevel5 } = await signIn(5)
  for (const [method, path] of [
    ['POST', restore],
    ['GET', list],
  ] as const) {
    expect((await request(method, path)).status).toBe(401)
    expect((await asLevel4(method, path)).status).toBe(403)
  }
  expect((await asLevel5('GET', '/api/deleted-cards?user=x')).status).toBe(400)
  expect(await (await asLevel5('GET', list)).json()).toEqual([])
  const early = await asLevel5('POST', restore)
  expect([early.status, await early.text()]).toEqual([409, 'This card is not deleted.'])

  expect((await asLevel5('DELETE', `/api/business-cards/${card.id}`)).status).toBe(204)
  expect((await request('GET', `/view/${card.slug}`)).status).toBe(404)
  const listed = z.array(DeletedCard).parse(await (await asLevel5('GET', list)).json())
  expect(listed).toMatchObject([{ id: card.id, slug: card.slug, userId: card.userId }])
  const all = z.array(DeletedCard).parse(await (await asLevel5('GET', '/api/deleted-cards')).json())
  expect(all[0]?.id).toBe(card.id)

  const restored = await asLevel5('POST', restore)
  expect(restored.status).toBe(200)
  expect(await restored.json()).toMatchObject({ id: card.id, slug: card.slug, version: 3 })
  expect((await request('GET', `/view/${card.slug}`)).status).toBe(200)
  expect((await asLevel5('POST', '/api/business-cards/2000000000/restore')).status).toBe(404)
})

test('a card or user that is due for erasure, which may have begun, cannot be restored', async () => {
  const { request: asLevel5 } = await signIn(5)
  const deletedAt = new Date(Date.now() - 30 * dayMs - 1000).toISOString()
  const card = await makeCard({ deletedAt })
  const user = await makeUser({ deletedAt })
  expect((await asLevel5('POST', `/api/business-cards/${card.id}/restore`)).status).toBe(404)
  expect((await asLevel5('POST', `/api/users/${user.id}/restore`)).status).toBe(409)
  const rows = await db
    .select({ deletedAt: businessCards.deletedAt })
    .from(businessCards)
    .where(eq(businessCards.id, card.id))
  expect(rows).toEqual([{ deletedAt }])
})

test('a card deleted more than 30 days ago is erased with its data, and its slug stays reserved', async () => {
  const now = Date.now()
  const ago = (days: number) => new Date(now - days * 86_400_000).toISOString()
  const { id: userId } = await makeUser()
  const deletedCard = await makeCard({ userId, deletedAt: ago(31) })
  const restorable = await makeCard({ userId, deletedAt: ago(29) })
  const live = await makeCard({ userId })
  for (const { id } of [deletedCard, restorable, live]) {
    await recordEvents(env, [makeEvent({ cardId: id })])
    await db
      .insert(formSubmissions)
      .values({ cardId: id, clientId: 'x'.repeat(16), formData: { name: 'Grace' } })
  }
  for (let time = 0; time < 2; time += 1) await runJob(env, 'purgeDeletedCards', now)
  const left = await db.select().from(businessCards).where(eq(businessCards.userId, userId)).all()
  expect(left.map(({ id }) => id)).toEqual([restorable.id, live.id])
  expect(await db.$count(formSubmissions, eq(formSubmissions.cardId, deletedCard.id))).toBe(0)
  expect(await db.$count(formSubmissions, eq(formSubmissions.cardId, restorable.id))).toBe(1)
  const views = env.ANALYTICS.prepare('select 1 from card_views where card_id = ?')
  expect(await views.bind(deletedCard.id).first()).toBeNull()
  expect(await isSlugTaken(db, deletedCard.slug)).toBe(true)
})
