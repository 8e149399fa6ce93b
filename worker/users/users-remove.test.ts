import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { users } from '../../schema/accounts/tables.ts'
import { businessCards } from '../../schema/cards/tables.ts'
import { UserRow } from '../../schema/users/user.ts'
import { db, makeCard, makeUser, request, signIn, statusAndText } from '../testing/app.ts'
import { settled } from '../testing/background-work.ts'
import { openOutbox } from '../testing/mail-outbox.ts'
import { startSession } from '../testing/sessions.ts'

await makeUser({ id: 1, accessLevel: 5 })

async function rowOf(id: number) {
  return db.select().from(users).where(eq(users.id, id)).get()
}

test('DELETE /api/users/:id hides the user and their card and ends their sessions', async () => {
  const { request: asAdmin } = await signIn(4)
  const target = await makeUser({ accessLevel: 4 })
  const card = await makeCard({ userId: target.id })
  const session = await startSession(db, target.id, 'Unknown')
  expect((await asAdmin('DELETE', `/api/users/${target.id}`)).status).toBe(204)
  const me = await request('GET', '/api/user', undefined, { Cookie: `sid=${session}` })
  expect(me.status).toBe(401)
  expect((await rowOf(target.id))?.deletedAt).toMatch(/^\d{4}-/)
  const kept = await db.select().from(businessCards).where(eq(businessCards.id, card.id)).get()
  expect(kept).toEqual(card)
  expect((await asAdmin('DELETE', `/api/users/${target.id}`)).status).toBe(404)
})

test('DELETE /api/users/:id removes the user’s cards from public pages at once', async () => {
  const { request: asAdmin } = await signIn(4)
  const card = await makeCard()
  expect((await request('GET', `/view/${card.slug}`)).status).toBe(200)
  expect((await asAdmin('DELETE', `/api/users/${card.userId}`)).status).toBe(204)
  await settled()
  expect((await request('GET', `/view/${card.slug}`)).status).toBe(404)
})

test('DELETE /api/users/:id rejects user 1, the caller, users of a higher level, and levels below 4', async () => {
  const { user, request: asLevel5 } = await signIn(5)
  const { request: asLevel4 } = await signIn(4)
  const { request: asLevel3 } = await signIn(3)
  const low = await makeUser()
  expect(await statusAndText(asLevel5('DELETE', '/api/users/1'))).toEqual([
    403,
    'The first user cannot be deleted',
  ])
  expect((await asLevel5('DELETE', `/api/users/${user.id}`)).status).toBe(409)
  expect((await asLevel4('DELETE', `/api/users/${user.id}`)).status).toBe(403)
  expect((await asLevel3('DELETE', `/api/users/${low.id}`)).status).toBe(403)
  expect((await request('DELETE', `/api/users/${low.id}`)).status).toBe(401)
  expect((await asLevel5('DELETE', '/api/users/x')).status).toBe(404)
  for (const id of [1, user.id, low.id]) expect((await rowOf(id))?.deletedAt).toBeNull()
})

test('POST /api/users/:id/restore restores a user and their cards', async () => {
  const level4 = await signIn(4)
  const deleted = await makeUser()
  const card = await makeCard({ userId: deleted.id })
  const path = `/api/users/${deleted.id}/restore`
  expect(await statusAndText(level4.request('POST', path))).toEqual([
    409,
    'This user is not deleted.',
  ])
  expect((await level4.request('DELETE', `/api/users/${deleted.id}`)).status).toBe(204)
  expect((await request('GET', `/api/card/${card.slug}`)).status).toBe(404)
  const listed = await level4.request('GET', '/api/users?deleted=1')
  expect(z.array(UserRow).parse(await listed.json())).toContainEqual(
    expect.objectContaining({ id: deleted.id, deletedAt: expect.any(String) }),
  )
  const response = await level4.request('POST', path)
  expect(await response.json()).toMatchObject({ id: deleted.id, deletedAt: null })
  expect((await request('GET', `/api/card/${card.slug}`)).status).toBe(200)
})

test('POST /api/users/:id/handover moves cards, slugs and inbox to a colleague', async () => {
  const level4 = await signIn(4)
  const leaver = await makeUser({ deletedAt: '2026-01-01' })
  const cards = [await makeCard({ userId: leaver.id }), await makeCard({ userId: leaver.id })]
  const colleague = await signIn(1)
  const { mails } = openOutbox()
  const path = `/api/users/${leaver.id}/handover`
  const response = await level4.request('POST', path, { to: colleague.user.id })
  expect(await response.json()).toEqual({ cards: 2 })
  const owned = await colleague.request('GET', '/api/business-cards')
  expect(await owned.json()).toMatchObject(cards.map(({ id, slug }) => ({ id, slug })))
  for (const { id, slug } of cards) {
    expect((await request('GET', `/api/card/${slug}`)).status).toBe(200)
    const inbox = await colleague.request('GET', `/api/business-cards/${id}/submissions`)
    expect(inbox.status).toBe(200)
  }
  await settled()
  expect(mails).toHaveLength(2)
  expect(mails).toContainEqual(
    expect.objectContaining({
      to: colleague.user.email,
      subject: `You now have 2 cards from "${leaver.username}"`,
    }),
  )
  expect(mails.map(({ to }) => to)).toContain(leaver.email)
  expect(await (await level4.request('POST', path, { to: colleague.user.id })).json()).toEqual({
    cards: 0,
  })
})

test('restore and handover are rejected above the caller’s level, and for unknown users', async () => {
  const level4 = await signIn(4)
  const [level5, one] = [await makeUser({ accessLevel: 5 }), await makeUser()]
  const left = await makeUser({ deletedAt: '2026-01-01' })
  const at = (id: number) => `/api/users/${id}/handover`
  for (const [path, body] of [
    [at(level5.id), { to: one.id }],
    [at(one.id), { to: level5.id }],
    [at(one.id), { to: 2_000_000_000 }],
    [at(2_000_000_000), { to: one.id }],
    [`/api/users/${level5.id}/restore`, undefined],
  ] as const)
    expect(await statusAndText(level4.request('POST', path, body))).toEqual([404, 'User not found'])
  expect((await level4.request('POST', at(level4.user.id), { to: level4.user.id })).status).toBe(
    400,
  )
  expect((await level4.request('POST', at(left.id), { to: left.id })).status).toBe(404)
  expect((await level4.request('POST', at(one.id), { to: 'me' })).status).toBe(400)
  const level3 = await signIn(3)
  expect((await level3.request('POST', at(one.id), { to: level3.user.id })).status).toBe(403)
  expect((await request('POST', at(one.id), { to: one.id })).status).toBe(401)
})
