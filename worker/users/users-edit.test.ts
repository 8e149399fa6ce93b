import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sessions, users } from '../../schema/accounts/tables.ts'
import { businessCards, slugHistory } from '../../schema/cards/tables.ts'
import {
  db,
  makeCard,
  makeUser,
  newAddress,
  request,
  signIn,
  statusAndText,
} from '../testing/app.ts'
import { settled } from '../testing/background-work.ts'
import { openOutbox } from '../testing/mail-outbox.ts'
import { pauseRequest } from '../testing/paused-request.ts'
import { startSession } from '../testing/sessions.ts'

await makeUser({ id: 1, accessLevel: 5 })

/** The user as `makeUser` returns them. */
async function rowOf(id: number) {
  const row = await db.select().from(users).where(eq(users.id, id)).get()
  return row && { ...row, mailLanguage: row.language ?? row.browserLanguage }
}

test('PUT /api/users/:id changes the caller’s name, email and phone, and notifies the former address', async () => {
  const { mails } = openOutbox()
  const { user, request: asUser } = await signIn(1)
  const profile = { fullName: 'Ada King', email: 'ada.king@cards.test', phone: '' }
  const response = await asUser('PUT', `/api/users/${user.id}`, profile)
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ ...profile, id: user.id, phone: null })
  const notice = () => mails.find(({ to }) => to === user.email)
  await settled()
  expect(notice()).toBeDefined()
  expect(notice()?.text).not.toContain('ada.king')
})

test.each([
  [{ fullName: ' ' }, 'Full name is required'],
  [{ email: 'nobody' }, 'Please enter a valid email'],
  [{ accessLevel: 5 }, 'The request contains an unknown field.'],
  [{ password: 'right horse' }, 'The request contains an unknown field.'],
  [{ username: 'other' }, 'The request contains an unknown field.'],
])('PUT /api/users/:id rejects %j', async (fields, sentence) => {
  const { user, request: asAdmin } = await signIn(5)
  const sent = { fullName: 'Ada', email: user.email, phone: null, ...fields }
  expect(await statusAndText(asAdmin('PUT', `/api/users/${user.id}`, sent))).toEqual([
    400,
    sentence,
  ])
  expect(await rowOf(user.id)).toEqual(user)
})

test('PUT /api/users/:id rejects other users below level 4, and targets of a higher level or unknown ones', async () => {
  const target = await makeUser({ accessLevel: 5 })
  const sent = { fullName: 'Changed', email: target.email, phone: null }
  expect((await request('PUT', `/api/users/${target.id}`, sent)).status).toBe(401)
  for (const level of [1, 3, 4]) {
    const { request: asUser } = await signIn(level)
    expect((await asUser('PUT', `/api/users/${target.id}`, sent)).status).toBe(403)
  }
  const { request: asLevel5 } = await signIn(5)
  for (const id of ['999999', '0', '-1', 'x', '1e3', '99999999999999999999'])
    expect(await statusAndText(asLevel5('PUT', `/api/users/${id}`, sent))).toEqual([
      404,
      'User not found',
    ])
  expect(await rowOf(target.id)).toEqual(target)
})

test('PUT and PATCH let level 4 rename another user of level 4, but not take over the account', async () => {
  const target = await makeUser({ accessLevel: 4 })
  const { request: asAdmin } = await signIn(4)
  const profile = { fullName: 'Renamed', email: target.email, phone: null }
  expect((await asAdmin('PUT', `/api/users/${target.id}`, profile)).status).toBe(200)
  const taken = { ...profile, email: 'mine@cards.test' }
  expect((await asAdmin('PUT', `/api/users/${target.id}`, taken)).status).toBe(403)
  for (const change of [{ email: 'mine@cards.test' }, { password: 'right horse' }])
    expect((await asAdmin('PATCH', `/api/users/${target.id}`, change)).status).toBe(403)
  expect(await rowOf(target.id)).toEqual({ ...target, fullName: 'Renamed' })
})

test('PATCH does not let level 4 lower another user of level 4, set their password, and raise them again', async () => {
  const target = await makeUser({ accessLevel: 4 })
  const { request: asAdmin } = await signIn(4)
  for (const accessLevel of [1, 3])
    expect(
      await statusAndText(asAdmin('PATCH', `/api/users/${target.id}`, { accessLevel })),
    ).toEqual([
      403,
      "Only a user with a higher level or a System Admin can change this user's access level",
    ])
  expect(await rowOf(target.id)).toEqual(target)
  const { request: asLevel5 } = await signIn(5)
  expect((await asLevel5('PATCH', `/api/users/${target.id}`, { accessLevel: 3 })).status).toBe(200)
  expect((await asAdmin('PATCH', `/api/users/${target.id}`, { accessLevel: 4 })).status).toBe(200)
})

test('PATCH /api/users/:id changes a user and their slug, and reserves the former slug for them', async () => {
  const { request: asAdmin } = await signIn(4)
  const target = await makeUser()
  const card = await makeCard({ userId: target.id })
  const change = {
    username: `renamed-${target.id}`,
    email: target.email,
    fullName: 'Renamed',
    accessLevel: 2,
    cardSlug: `renamed-${target.id}-card`,
  }
  const response = await asAdmin('PATCH', `/api/users/${target.id}`, change)
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject(change)
  const saved = await db.select().from(businessCards).where(eq(businessCards.id, card.id)).get()
  expect(saved).toMatchObject({ slug: change.cardSlug, version: card.version + 1 })
  const former = await db.select().from(slugHistory).where(eq(slugHistory.slug, card.slug)).get()
  expect(former?.cardId).toBe(card.id)
  const back = await asAdmin('PATCH', `/api/users/${target.id}`, { cardSlug: card.slug })
  expect(await back.json()).toMatchObject({ cardSlug: card.slug })
})

test('PATCH /api/users/:id sets no slug on a card handed over during the request', async () => {
  const [level4, level5] = [await signIn(4), await signIn(5)]
  const card = await makeCard()
  const path = `/api/users/${card.userId}`
  const cardSlug = `not-theirs-${card.id}`
  const paused = await pauseRequest(
    { method: 'PATCH', path, body: { cardSlug }, headers: { Cookie: level4.cookie } },
    /update "business_cards" set/,
  )
  const handedOver = await level5.request('POST', `${path}/handover`, { to: level5.user.id })
  expect(handedOver.status).toBe(200)
  expect((await paused.resume()).status).toBe(409)
  const kept = await db.select().from(businessCards).where(eq(businessCards.id, card.id)).get()
  expect(kept).toMatchObject({ slug: card.slug, userId: level5.user.id })
})

test('PATCH /api/users/:id creates a card for a user without one if a slug is given', async () => {
  const { request: asAdmin } = await signIn(4)
  const target = await makeUser()
  const cardSlug = `first-card-${target.id}`
  const response = await asAdmin('PATCH', `/api/users/${target.id}`, { cardSlug })
  expect(await response.json()).toMatchObject({ cardSlug })
  const card = await db.select().from(businessCards).where(eq(businessCards.slug, cardSlug)).get()
  expect(card).toMatchObject({ userId: target.id, name: target.fullName, email: target.email })
})

test('PATCH /api/users/:id leaves omitted and blank fields unchanged', async () => {
  const { request: asAdmin } = await signIn(4)
  const target = await makeUser({ phone: '123' })
  const card = await makeCard({ userId: target.id })
  const session = await startSession(db, target.id, 'Unknown')
  const response = await asAdmin('PATCH', `/api/users/${target.id}`, { password: '', cardSlug: '' })
  expect(await response.json()).toMatchObject({ cardSlug: card.slug })
  expect(await rowOf(target.id)).toEqual(target)
  const me = await request('GET', '/api/user', undefined, { Cookie: `sid=${session}` })
  expect(me.status).toBe(200)
})

test('PATCH /api/users/:id with a password signs the user out and requires them to change it', async () => {
  const { mails } = openOutbox()
  const { request: asAdmin } = await signIn(4)
  const target = await makeUser({ accessLevel: 3 })
  await startSession(db, target.id, 'Unknown')
  const change = { password: 'given horse' }
  const response = await asAdmin('PATCH', `/api/users/${target.id}`, change, newAddress())
  expect(await response.json()).toMatchObject({ mustChangePassword: true })
  expect(await db.$count(sessions, eq(sessions.userId, target.id))).toBe(0)
  const sent = { username: target.username, password: 'given horse' }
  expect((await request('POST', '/api/login', sent, newAddress())).status).toBe(200)
  await settled()
  expect(mails).toHaveLength(1)
})

test('PATCH /api/users/:id that changes the level signs the user out', async () => {
  const { request: asAdmin } = await signIn(4)
  const target = await makeUser({ accessLevel: 3 })
  await startSession(db, target.id, 'Unknown')
  expect((await asAdmin('PATCH', `/api/users/${target.id}`, { accessLevel: 3 })).status).toBe(200)
  expect(await db.$count(sessions, eq(sessions.userId, target.id))).toBe(1)
  expect((await asAdmin('PATCH', `/api/users/${target.id}`, { accessLevel: 2 })).status).toBe(200)
  expect(await db.$count(sessions, eq(sessions.userId, target.id))).toBe(0)
})

test('PATCH /api/users/:id changes neither the level nor the password of the caller', async () => {
  const { user, request: asAdmin } = await signIn(4)
  const patch = (change: object) => statusAndText(asAdmin('PATCH', `/api/users/${user.id}`, change))
  expect(await patch({ accessLevel: 5 })).toEqual([
    403,
    'You can grant access levels up to your own',
  ])
  expect(await patch({ accessLevel: 3 })).toEqual([409, 'You cannot change your own access level'])
  expect((await patch({ password: 'right horse' }))[0]).toBe(403)
  expect((await patch({ accessLevel: 4, fullName: 'Myself' }))[0]).toBe(200)
  expect(await rowOf(user.id)).toEqual({ ...user, fullName: 'Myself' })
})

test('PATCH /api/users/:id rejects levels above the caller’s, users of a higher level, and user 1 below level 5', async () => {
  const { request: asLevel4 } = await signIn(4)
  const { request: asLevel5 } = await signIn(5)
  const low = await makeUser()
  const high = await makeUser({ accessLevel: 5 })
  const level = { accessLevel: 5 }
  expect((await asLevel4('PATCH', `/api/users/${low.id}`, level)).status).toBe(403)
  expect((await asLevel4('PATCH', `/api/users/${high.id}`, { fullName: 'Mine' })).status).toBe(403)
  expect((await asLevel5('PATCH', '/api/users/1', { accessLevel: 4 })).status).toBe(403)
  expect((await asLevel5('PATCH', `/api/users/${high.id}`, { accessLevel: 4 })).status).toBe(200)
  expect((await rowOf(low.id))?.accessLevel).toBe(1)
  expect((await rowOf(1))?.accessLevel).toBe(5)
})

test('PATCH /api/users/:id rejects a taken username or slug and changes nothing', async () => {
  const { request: asAdmin } = await signIn(4)
  const target = await makeUser()
  await makeCard({ userId: target.id })
  const other = await makeCard()
  const owner = await rowOf(other.userId)
  const patch = (change: object) =>
    statusAndText(asAdmin('PATCH', `/api/users/${target.id}`, change))
  expect(await patch({ fullName: 'No', username: owner?.username.toUpperCase() })).toEqual([
    409,
    'Username already exists',
  ])
  expect(await patch({ fullName: 'No', cardSlug: other.slug })).toEqual([
    409,
    'Slug already exists',
  ])
  expect(await rowOf(target.id)).toEqual(target)
})

test('PATCH /api/users/:id rejects signed-out callers, levels below 4 and invalid input', async () => {
  const target = await makeUser()
  expect((await request('PATCH', `/api/users/${target.id}`, {})).status).toBe(401)
  const { request: asLevel3 } = await signIn(3)
  expect((await asLevel3('PATCH', `/api/users/${target.id}`, {})).status).toBe(403)
  const { request: asLevel4 } = await signIn(4)
  for (const junk of ['[]', 'null', '{"accessLevel":"2"}', '{"id":1}', '{"deletedAt":null}', '{'])
    expect(
      (
        await asLevel4('PATCH', `/api/users/${target.id}`, junk, {
          'Content-Type': 'application/json',
        })
      ).status,
    ).toBe(400)
  expect((await asLevel4('PATCH', '/api/users/999999', {})).status).toBe(404)
  expect(await rowOf(target.id)).toEqual(target)
})
