import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Session } from '../../schema/accounts/account.ts'
import { sessions } from '../../schema/accounts/tables.ts'
import { slugHistory } from '../../schema/cards/tables.ts'
import { formSubmissions } from '../../schema/inbox/tables.ts'
import { dayMs } from '../platform/time.ts'
import { db, makeCard, makeUser, request, signIn, statusAndText } from '../testing/app.ts'
import { makeEvent } from '../testing/events.ts'
import { passwordHash } from '../testing/second-factor.ts'
import { startSession } from '../testing/sessions.ts'
import { makeSharePoint } from '../testing/share-points.ts'
import { recordEvents } from '../tracking/record.ts'

type Signed = Awaited<ReturnType<typeof signIn>>

async function listed({ request: asUser }: Signed) {
  return z.array(Session).parse(await (await asUser('GET', '/api/sessions')).json())
}

test.each([
  ['GET', '/api/sessions'],
  ['DELETE', '/api/sessions'],
  ['DELETE', '/api/sessions/abc'],
  ['GET', '/api/account/export'],
  ['DELETE', '/api/account'],
])('%s %s requires a session', async (method, path) => {
  expect(await statusAndText(request(method, path))).toEqual([401, 'You are not signed in.'])
})

test('GET /api/sessions lists the valid sessions of the user, newest first, without secrets', async () => {
  const me = await signIn(1)
  const now = Date.now()
  await startSession(db, me.user.id, 'Firefox, Windows', now - dayMs)
  await startSession(db, me.user.id, 'left alone', now - 15 * dayMs)
  await startSession(db, (await makeUser()).id, 'somebody else')
  const response = await me.request('GET', '/api/sessions')
  const text = await response.text()
  const rows = z.array(Session).parse(JSON.parse(text))
  expect(rows.map(({ device, current }) => [device, current])).toEqual([
    ['Unknown', true],
    ['Firefox, Windows', false],
  ])
  const stored = await db.select().from(sessions).where(eq(sessions.userId, me.user.id)).all()
  for (const { secretHash } of stored) expect(text).not.toContain(secretHash)
})

test('DELETE /api/sessions/:session ends a session of the user, and no other', async () => {
  const me = await signIn(1)
  const other = await signIn(1)
  await startSession(db, me.user.id, 'Firefox, Windows', Date.now() - dayMs)
  const [, firefox] = await listed(me)
  const [foreign] = await listed(other)
  for (const id of [foreign?.id, 'abcdefghijklmn', '%00'])
    expect(await statusAndText(me.request('DELETE', `/api/sessions/${id}`))).toEqual([
      404,
      'Session not found',
    ])
  expect((await other.request('GET', '/api/user')).status).toBe(200)
  expect((await me.request('DELETE', `/api/sessions/${firefox?.id}`)).status).toBe(204)
  const [last, ...more] = await listed(me)
  expect(more).toEqual([])
  const response = await me.request('DELETE', `/api/sessions/${last?.id}`)
  expect(response.headers.getSetCookie()[0]).toMatch(/^sid=; Max-Age=0/)
  expect((await me.request('GET', '/api/user')).status).toBe(401)
})

test('DELETE /api/sessions ends all other sessions', async () => {
  const me = await signIn(1)
  for (let n = 0; n < 3; n += 1) await startSession(db, me.user.id, 'elsewhere')
  expect((await me.request('DELETE', '/api/sessions')).status).toBe(204)
  expect(await listed(me)).toMatchObject([{ current: true }])
})

const Export = z.object({
  user: z.object({ username: z.string() }),
  sessions: z.array(Session),
  cards: z.array(z.object({ id: z.number(), state: z.string() })),
  formerSlugs: z.array(z.object({ slug: z.string() })),
  submissions: z.array(z.object({ formData: z.object({ name: z.string() }), note: z.string() })),
  eventTotals: z.array(z.object({ day: z.string(), views: z.number() })),
  sharePointTotals: z.array(
    z.object({ code: z.string(), day: z.string(), views: z.number(), firstAt: z.string() }),
  ),
  views: z.array(z.object({ id: z.string(), timestamp: z.iso.datetime(), viewerIp: z.string() })),
  clicks: z.array(z.object({ linkType: z.string(), clickerDevice: z.string() })),
  saves: z.array(z.object({ saverLocation: z.string() })),
})

test('PUT /api/account/mail stores the notification settings of the user only', async () => {
  const person = await signIn(1)
  const other = await signIn(1)
  const choice = async ({ request: send }: typeof person) =>
    (await send('GET', '/api/account/mail')).json()
  expect(await choice(person)).toEqual({ entries: true, followUps: true, weekly: false })
  const saved = await person.request('PUT', '/api/account/mail', { entries: false })
  expect([saved.status, await saved.json()]).toEqual([
    200,
    { entries: false, followUps: true, weekly: false },
  ])
  expect([await choice(person), await choice(other)]).toEqual([
    { entries: false, followUps: true, weekly: false },
    { entries: true, followUps: true, weekly: false },
  ])
  for (const body of [{}, { entries: 'no' }, { entries: true, letters: true }])
    expect((await person.request('PUT', '/api/account/mail', body)).status).toBe(400)
  for (const method of ['GET', 'PUT'])
    expect(
      (await request(method, '/api/account/mail', method === 'PUT' ? { entries: true } : undefined))
        .status,
    ).toBe(401)
})

test('GET /api/account/export returns all data of the user, in pages, and nothing of other users', async () => {
  const me = await signIn(1, { password: passwordHash })
  const draft = await makeCard({ userId: me.user.id, state: 'draft', name: 'My draft' })
  const card = await makeCard({ userId: me.user.id })
  const foreign = await makeCard()
  await db.insert(slugHistory).values({ slug: `${card.slug}-old`, cardId: card.id })
  const entry = { clientId: 'x'.repeat(16), formData: { name: 'Grace' }, note: 'Call her' }
  await db.insert(formSubmissions).values([
    { ...entry, cardId: card.id },
    { ...entry, cardId: foreign.id, formData: { name: 'Stranger' } },
  ])
  const at = Date.now()
  const { code } = await makeSharePoint({ cardId: card.id })
  const views = Array.from({ length: 1500 }, (_, n) =>
    makeEvent({ cardId: card.id, at: at - (n % 7), source: n % 3 ? 'link' : code }),
  )
  for (let n = 0; n < views.length; n += 500) await recordEvents(env, views.slice(n, n + 500))
  await recordEvents(env, [
    makeEvent({ cardId: draft.id, kind: 'click', linkType: 'phone', linkId: 'primary' }),
    makeEvent({ cardId: card.id, kind: 'save' }),
    makeEvent({ cardId: foreign.id }),
  ])
  const response = await me.request('GET', '/api/account/export')
  const today = new Date().toISOString().slice(0, 10)
  expect(response.headers.get('Content-Type')).toBe('application/json; charset=utf-8')
  expect(response.headers.get('Content-Disposition')).toContain(
    `filename="Edgecard-${me.user.username}-${today}.json"`,
  )
  const text = await response.text()
  const all = Export.parse(JSON.parse(text))
  expect(all.user.username).toBe(me.user.username)
  expect(all.sessions).toHaveLength(1)
  expect(all.cards.map(({ id, state }) => [id, state])).toEqual([
    [draft.id, 'draft'],
    [card.id, 'live'],
  ])
  expect(all.formerSlugs).toMatchObject([{ slug: `${card.slug}-old` }])
  expect(all.submissions).toMatchObject([{ formData: { name: 'Grace' }, note: 'Call her' }])
  expect(new Set(all.views.map(({ id }) => id)).size).toBe(1500)
  expect(all.eventTotals.reduce((sum, { views }) => sum + views, 0)).toBe(1500)
  expect(all.sharePointTotals.reduce((sum, { views }) => sum + views, 0)).toBe(500)
  expect(all.clicks).toEqual([
    expect.objectContaining({ linkType: 'phone', clickerDevice: 'Mobile, iOS, Safari' }),
  ])
  expect(all.saves).toEqual([expect.objectContaining({ saverLocation: 'Berlin, Berlin, DE' })])
  for (const secret of [passwordHash, 'Stranger', foreign.slug]) expect(text).not.toContain(secret)
})

test('GET /api/account/export is an object even without a card, and is rate limited', async () => {
  const me = await signIn(1)
  for (let turn = 0; turn < 10; turn += 1) {
    const response = await me.request('GET', '/api/account/export')
    expect(Export.parse(await response.json()).cards).toEqual([])
  }
  expect((await me.request('GET', '/api/account/export')).status).toBe(429)
})
