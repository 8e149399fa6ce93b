import { env } from 'cloudflare:workers'
import { and, eq, isNull } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { emailReverts, recoveryCodes, sessions, users } from '../../schema/accounts/tables.ts'
import { businessCards } from '../../schema/cards/tables.ts'
import { formSubmissions } from '../../schema/inbox/tables.ts'
import { cardDays } from '../../schema/tracking/tables.ts'
import { database } from '../platform/database.ts'
import { dayMs } from '../platform/time.ts'
import {
  db,
  makeCard,
  makeUser,
  newAddress,
  request,
  signIn,
  statusAndText,
} from '../testing/app.ts'
import { codeOf } from '../testing/authenticator-app.ts'
import { settled } from '../testing/background-work.ts'
import { makeEvent } from '../testing/events.ts'
import { failNineReauthentications } from '../testing/login-failures.ts'
import { openOutbox } from '../testing/mail-outbox.ts'
import { pauseRequest } from '../testing/paused-request.ts'
import { runJob } from '../testing/run-job.ts'
import {
  password,
  passwordHash,
  setUpFactor,
  signInWithPassword,
  startStep,
  submitCode,
  wrongCode,
} from '../testing/second-factor.ts'
import { startSession } from '../testing/sessions.ts'
import { makeSharePoint } from '../testing/share-points.ts'
import { recordEvents } from '../tracking/record.ts'

await makeUser({ id: 1, accessLevel: 5 })

test('DELETE /api/account requires the correct password', async () => {
  const me = await signIn(1, { password: passwordHash })
  const wrong = await me.request('DELETE', '/api/account', { password: 'wrong' }, newAddress())
  expect([wrong.status, await wrong.text()]).toEqual([400, 'Password is incorrect'])
  expect(wrong.headers.get('X-Error-Code')).toBe('wrong-password')
  expect(await statusAndText(me.request('DELETE', '/api/account', {}))).toEqual([
    400,
    'Password is required',
  ])
  expect((await me.request('GET', '/api/user')).status).toBe(200)
})

test('DELETE /api/account limits wrong passwords', async () => {
  const me = await signIn(1, { password: passwordHash })
  const guess = () => me.request('DELETE', '/api/account', { password: 'wrong' }, newAddress())
  await failNineReauthentications(me.session)
  expect((await guess()).status).toBe(400)
  expect((await guess()).status).toBe(429)
})

test('DELETE /api/account hides the account and its cards, ends every session and sends an email', async () => {
  const { mails } = openOutbox()
  const me = await signIn(2, { password: passwordHash })
  const card = await makeCard({ userId: me.user.id })
  await startSession(db, me.user.id, 'elsewhere')
  expect((await request('GET', `/view/${card.slug}`)).status).toBe(200)
  const response = await me.request('DELETE', '/api/account', { password }, newAddress())
  expect(response.status).toBe(204)
  const written = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  expect(written).toEqual(expect.arrayContaining(['sid=', 'signed-in=']))
  expect((await request('GET', `/view/${card.slug}`)).status).toBe(404)
  expect((await me.request('GET', '/api/user')).status).toBe(401)
  expect(await db.$count(sessions, eq(sessions.userId, me.user.id))).toBe(0)
  const login = { username: me.user.username, password }
  expect((await request('POST', '/api/login', login, newAddress())).status).toBe(401)
  await settled()
  expect(mails).toMatchObject([{ to: me.user.email }])
  expect(mails[0]?.text).toContain('in 30 days')
})

test('DELETE /api/account requires a code if a second factor is on, and consumes it', async () => {
  const person = await signInWithPassword(2)
  const { secret, codes } = await setUpFactor(person)
  const [recovery = '', last = ''] = codes
  const drop = (body: object) => person.request('DELETE', '/api/account', body, newAddress())
  const used = codeOf(secret)
  expect((await submitCode(await startStep(person), used)).status).toBe(200)
  expect((await submitCode(await startStep(person), recovery)).status).toBe(200)
  const refusals = [
    await drop({ password }),
    await drop({ password: 'no', code: last }),
    await drop({ password, code: wrongCode }),
    await drop({ password, code: used }),
    await drop({ password, code: recovery }),
  ]
  expect(
    refusals.map((response) => [response.status, response.headers.get('X-Error-Code')]),
  ).toEqual([[400, 'code-needed'], [400, 'wrong-password'], ...Array(3).fill([400, 'wrong-code'])])
  const ownCodes = eq(recoveryCodes.userId, person.user.id)
  const left = () => db.$count(recoveryCodes, and(ownCodes, isNull(recoveryCodes.usedAt)))
  expect(await left()).toBe(9)
  expect((await drop({ password, code: last })).status).toBe(204)
  expect(await left()).toBe(8)
  const row = await db.select().from(users).where(eq(users.id, person.user.id)).get()
  expect(row?.deletedAt).not.toBeNull()
})

test('DELETE /api/account deletes nothing if the account changes during the request', async () => {
  const person = await signInWithPassword(2)
  const paused = await pauseRequest(
    {
      method: 'DELETE',
      path: '/api/account',
      body: { password },
      headers: { Cookie: person.cookie },
    },
    /update "users" set "deleted_at"/,
  )
  await setUpFactor(person)
  expect((await paused.resume()).status).toBe(409)
  expect((await person.request('GET', '/api/user')).status).toBe(200)
})

test('DELETE /api/account is rejected in demo mode, for the first user, and for the last user of level 5', async () => {
  const me = await signIn(1, { password: passwordHash })
  const first = `sid=${await startSession(db, 1, 'Unknown')}`
  expect(
    await statusAndText(request('DELETE', '/api/account', { password }, { Cookie: first })),
  ).toEqual([403, 'The first user cannot be deleted'])
  env.DEMO_MODE = 'true'
  onTestFinished(() => {
    env.DEMO_MODE = 'false'
  })
  expect(await statusAndText(me.request('DELETE', '/api/account', { password }))).toEqual([
    403,
    'This feature is not implemented in the demo version.',
  ])
  env.DEMO_MODE = 'false'
  const level5 = await signIn(5, { password: passwordHash })
  await db.update(users).set({ accessLevel: 4 }).where(eq(users.id, 1))
  expect(
    await statusAndText(level5.request('DELETE', '/api/account', { password }, newAddress())),
  ).toEqual([409, 'The last System Admin cannot be removed'])
  await db.update(users).set({ accessLevel: 5 }).where(eq(users.id, 1))
})

test('a deleted account is erased after 30 days, except for its slugs', async () => {
  const now = Date.now()
  const ago = (days: number) => new Date(now - days * dayMs).toISOString()
  const deleted = await makeUser({ deletedAt: ago(31) })
  const restorable = await makeUser({ deletedAt: ago(29) })
  const cards = [await makeCard({ userId: deleted.id }), await makeCard({ userId: deleted.id })]
  const kept = await makeCard({ userId: restorable.id })
  for (const { id } of [...cards, kept]) {
    const { code } = await makeSharePoint({ cardId: id })
    await recordEvents(env, [makeEvent({ cardId: id, visitor: 'v', source: code })])
    await db
      .insert(formSubmissions)
      .values({ cardId: id, clientId: 'x'.repeat(16), formData: { name: 'Grace' } })
  }
  await db
    .insert(emailReverts)
    .values({ hash: 'of gone', userId: deleted.id, email: 'a@b.test', expiresAt: 4e9 })
  for (let time = 0; time < 2; time += 1) await runJob(env, 'purgeAccounts', now)
  expect(await db.$count(users, eq(users.id, deleted.id))).toBe(0)
  expect(await db.$count(emailReverts, eq(emailReverts.userId, deleted.id))).toBe(0)
  for (const { id, slug } of cards) {
    expect(await db.$count(businessCards, eq(businessCards.id, id))).toBe(0)
    expect(await db.$count(formSubmissions, eq(formSubmissions.cardId, id))).toBe(0)
    expect(await database(env.ANALYTICS).$count(cardDays, eq(cardDays.cardId, id))).toBe(0)
    for (const table of ['card_views', 'card_visitors', 'share_point_days'])
      expect(
        await env.ANALYTICS.prepare(`select 1 from ${table} where card_id = ?`).bind(id).first(),
      ).toBeNull()
    const taken = { userId: 1, slug }
    const admin = { Cookie: `sid=${await startSession(db, 1, 'Unknown')}` }
    expect((await request('POST', '/api/business-cards', taken, admin)).status).toBe(409)
  }
  expect(await db.$count(users, eq(users.id, restorable.id))).toBe(1)
  expect(await db.$count(formSubmissions, eq(formSubmissions.cardId, kept.id))).toBe(1)
})
