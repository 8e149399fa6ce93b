/** Limits under concurrent requests: 20 at once. */
import { and, eq, isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { PasskeyRequest } from '../schema/accounts/passkey.ts'
import { apiTokens, passkeys, sessions, users } from '../schema/accounts/tables.ts'
import { analyticsShares } from '../schema/analytics/tables.ts'
import { businessCards } from '../schema/cards/tables.ts'
import { uploads } from '../schema/images/tables.ts'
import { formSubmissions } from '../schema/inbox/tables.ts'
import { sharePoints } from '../schema/share-points/tables.ts'
import { cardTemplates, templateJobs } from '../schema/templates/tables.ts'
import { db, makeCard, makeUser, newAddress, request, signIn } from './testing/app.ts'
import { makeFormData, makePng } from './testing/images.ts'
import { makeKey } from './testing/passkey.ts'
import { startSession } from './testing/sessions.ts'
import { makeSharePoint } from './testing/share-points.ts'
import { createTemplate as makeTemplate } from './testing/templates.ts'

const times = 20

/** How often each status was returned. */
async function sendConcurrently(send: (at: number) => Promise<Response>, count = times) {
  const responses = await Promise.all([...Array(count).keys()].map(send))
  const counts: Record<number, number> = {}
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

test('a user has at most 50 share links', async () => {
  const { user, request: ownRequest } = await signIn(1)
  const [createdAt, days] = [Date.now(), 7]
  const share = { timeframe: 'month', card: null, days }
  const expiresAt = createdAt + days * 86_400_000
  for (let at = 0; at < 40; at += 1) {
    const own = { id: `${user.id} ${at}`, hash: `${user.id} ${at}`, userId: user.id }
    await db.insert(analyticsShares).values({ ...own, timeframe: 'month', createdAt, expiresAt })
  }
  const counts = await sendConcurrently(() =>
    ownRequest('POST', '/api/analytics-shares', { ...share, clientId: crypto.randomUUID() }),
  )
  expect(counts).toEqual({ 201: 10, 409: times - 10 })
  expect(await db.$count(analyticsShares, eq(analyticsShares.userId, user.id))).toBe(50)
})

test('a card has at most 50 active share points, created or restored', async () => {
  const { user, request: ownRequest } = await signIn(1)
  const card = await makeCard({ userId: user.id })
  const path = `/api/business-cards/${card.id}/share-points`
  const created = await sendConcurrently(
    (at) => ownRequest('POST', path, { label: `Booth ${at}`, kind: 'booth' }),
    100,
  )
  expect(created).toEqual({ 201: 50, 409: 50 })
  const active = and(eq(sharePoints.cardId, card.id), isNull(sharePoints.archivedAt))
  await db.update(sharePoints).set({ archivedAt: 'then' }).where(active)
  const rows = await db.select().from(sharePoints).where(eq(sharePoints.cardId, card.id))
  await makeSharePoint({ cardId: card.id })
  const other = await signIn(5)
  const counts = await sendConcurrently(
    (at) => other.request('PATCH', `/api/share-points/${rows[at]?.id}`, { archived: false }),
    50,
  )
  expect(counts).toEqual({ 200: 49, 409: 1 })
  expect(await db.$count(sharePoints, active)).toBe(50)
})

test('a user has at most 20 API tokens', async () => {
  const { user, request: ownRequest } = await signIn(1)
  await db.insert(apiTokens).values(
    Array.from({ length: 10 }, (_, at) => ({
      ...{ id: `${user.id} ${at}`, hash: `${user.id} ${at}`, userId: user.id },
      ...{ name: `Old ${at}`, hint: '', createdAt: Date.now() },
    })),
  )
  const counts = await sendConcurrently((at) =>
    ownRequest('POST', '/api/account/tokens', {
      name: `Sheet ${at}`,
      clientId: crypto.randomUUID(),
    }),
  )
  expect(counts).toEqual({ 201: 10, 409: times - 10 })
  expect(await db.$count(apiTokens, eq(apiTokens.userId, user.id))).toBe(20)
})

test('a user has at most ten passkeys', async () => {
  const { user, request: ownRequest } = await signIn(1)
  const path = '/api/account/passkeys'
  const keys: ReturnType<typeof makeKey>['sent'][] = []
  // Each uses two of the 120 writes per minute.
  const most = Math.min(times, 50)
  for (let count = 0; count < most; count += 1) {
    const optionsResponse = await ownRequest('POST', `${path}/options`)
    keys.push(makeKey(PasskeyRequest.parse(await optionsResponse.json())).sent)
  }
  const counts = await sendConcurrently((at) => ownRequest('POST', path, keys[at]), most)
  expect(counts).toEqual({ 201: 10, 409: most - 10 })
  expect(await db.$count(passkeys, eq(passkeys.userId, user.id))).toBe(10)
})

test('a user has at most 20 sessions', async () => {
  const { id } = await makeUser()
  await Promise.all([...Array(times + 20)].map(() => startSession(db, id, 'Unknown')))
  expect(await db.$count(sessions, eq(sessions.userId, id))).toBe(20)
})

test('a card has at most 300 images', async () => {
  const card = await makeCard()
  const noted = [...Array(290).keys()].map((at) => ({
    cardId: card.id,
    hash: `${at}`.padStart(64, '0'),
    bytes: 1,
  }))
  for (let at = 0; at < noted.length; at += 29)
    await db.insert(uploads).values(noted.slice(at, at + 29))
  // Each user may upload 60 in ten minutes.
  const [first, second] = [await signIn(5), await signIn(5)]
  const counts = await sendConcurrently(async (at) => {
    const form = makeFormData({ file: makePng(10 + at, 10), cardId: `${card.id}`, type: 'gallery' })
    return (at % 2 === 0 ? first : second).request('POST', '/api/upload', form)
  })
  expect(counts[200]).toBe(10)
  expect(await db.$count(uploads, eq(uploads.cardId, card.id))).toBe(300)
})

test('a user below level 4 can create one card', async () => {
  const { user, request: ownRequest } = await signIn(3)
  const counts = await sendConcurrently(() =>
    ownRequest('POST', '/api/business-cards', { userId: user.id, slug: slug() }),
  )
  expect(counts).toEqual({ 201: 1, 403: times - 1 })
  expect(await cardsOf(user.id)).toBe(1)
})

test('setting the slug of a user without a card creates one card', async () => {
  const admin = await signIn(5)
  const user = await makeUser()
  const counts = await sendConcurrently(() =>
    admin.request('PATCH', `/api/users/${user.id}`, { cardSlug: slug() }),
  )
  expect(counts[200]).toBeGreaterThan(0)
  expect(await cardsOf(user.id)).toBe(1)
})

test('a slug belongs to one card', async () => {
  const admin = await signIn(5)
  const wanted = slug()
  const counts = await sendConcurrently(() =>
    admin.request('POST', '/api/business-cards', {
      userId: admin.user.id,
      slug: wanted,
      name: slug(),
    }),
  )
  expect(counts).toEqual({ 201: 1, 409: times - 1 })
})

test('a username belongs to one account', async () => {
  await db
    .insert(users)
    .values({ ...(await plainUser()), id: 1, accessLevel: 5 })
    .onConflictDoNothing()
  const username = slug()
  const person = { username, fullName: 'Ada Lovelace', phone: '', password: 'long enough' }
  const address = newAddress()
  const counts = await sendConcurrently((at) =>
    request('POST', '/api/register', { ...person, email: `${slug()}${at}@cards.test` }, address),
  )
  expect(counts[201]).toBe(1)
  expect(await db.$count(users, eq(users.username, username))).toBe(1)
})

test('one System Admin always remains', async () => {
  await db.update(users).set({ accessLevel: 4 }).where(eq(users.accessLevel, 5))
  const fives = await Promise.all([...Array(5)].map(() => signIn(5)))
  await Promise.all(
    fives.flatMap(({ request: ownRequest, user }) =>
      fives.flatMap((other) =>
        other.user.id === user.id ? [] : [ownRequest('DELETE', `/api/users/${other.user.id}`)],
      ),
    ),
  )
  const left = and(eq(users.accessLevel, 5), isNull(users.deletedAt))
  expect(await db.$count(users, left)).toBe(1)
})

test('a network can send 60 entries to a card in ten minutes', async () => {
  const form = {
    fields: [{ key: 'name' as const, label: null, required: true }],
    ...{ consent: null, thanks: null },
  }
  const card = await makeCard({ formConfig: form })
  const address = newAddress()
  const counts = await sendConcurrently((at) => {
    const sent = {
      cardId: card.id,
      formData: { name: `Grace ${at}` },
      clientId: crypto.randomUUID(),
    }
    return request('POST', '/api/form-submissions', sent, address)
  }, 80)
  expect(counts[201]).toBeLessThanOrEqual(60)
  expect(await db.$count(formSubmissions, eq(formSubmissions.cardId, card.id))).toBe(counts[201])
})

test('a repeated request starts one run', async () => {
  const admin = await signIn(5)
  const template = await makeTemplate(admin)
  const wanted = { version: 1, trialAt: new Date().toISOString() }
  const path = `/api/templates/${template.id}/job`
  expect(await sendConcurrently(() => admin.request('POST', path, wanted))).toEqual({ 202: times })
  expect(await db.$count(templateJobs, eq(templateJobs.templateId, template.id))).toBe(1)
})

test('a repeated request creates one template', async () => {
  const admin = await signIn(5)
  const card = await makeCard({ userId: admin.user.id })
  const sent = { name: slug(), cardId: card.id, rules: {}, clientId: crypto.randomUUID() }
  expect(await sendConcurrently(() => admin.request('POST', '/api/templates', sent))).toEqual({
    201: times,
  })
  expect(await db.$count(cardTemplates, eq(cardTemplates.name, sent.name))).toBe(1)
})

test('concurrent handovers move a card once', async () => {
  const level5 = await signIn(5)
  const owner = await makeUser()
  await makeCard({ userId: owner.id })
  const heirs = await Promise.all([...Array(times)].map(() => makeUser()))
  const responses = await Promise.all(
    heirs.map(({ id: to }) => level5.request('POST', `/api/users/${owner.id}/handover`, { to })),
  )
  const given = await Promise.all(
    responses.map(async (response) => Object(await response.json()).cards),
  )
  expect(given.filter((cards) => cards === 1)).toHaveLength(1)
})

function slug(): string {
  return `race-${crypto.randomUUID().slice(0, 8)}`
}

function cardsOf(userId: number): Promise<number> {
  const kept = and(eq(businessCards.userId, userId), isNull(businessCards.deletedAt))
  return db.$count(businessCards, kept)
}

async function plainUser() {
  const { id: _, ...row } = await makeUser()
  return { ...row, username: slug() }
}
