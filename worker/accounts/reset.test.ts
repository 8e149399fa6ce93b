import { env } from 'cloudflare:workers'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { resetTokens, sessions, users } from '../../schema/accounts/tables.ts'
import { limitMail } from '../platform/mail-limits.ts'
import { db, makeUser, newAddress, request } from '../testing/app.ts'
import { settled } from '../testing/background-work.ts'
import { openOutbox } from '../testing/mail-outbox.ts'
import { startSession } from '../testing/sessions.ts'
import { hashPassword } from './passwords.ts'
import { deviceCookie } from './sign-in.ts'

const stored = await hashPassword('right horse', env.PEPPER)
const invalidLink = [400, 'This link is invalid or has expired. Request a new one.']

function requestReset(email: string, headers = newAddress()) {
  return request('POST', '/api/reset-password', { email }, headers)
}

async function confirm(token: string, password = 'newer horse') {
  const sent = { token, password }
  const response = await request('POST', '/api/reset-password/confirm', sent, newAddress())
  return [response.status, await response.text()]
}

async function check(token: string) {
  const response = await request('POST', '/api/reset-password/check', { token }, newAddress())
  return [response.status, await response.text()]
}

async function tokenFor(email: string): Promise<string> {
  const { mails } = openOutbox()
  // An email of an earlier test may still arrive.
  const links = () => mails.filter(({ to, text }) => to === email && text.includes('/auth#t='))
  await requestReset(email)
  await settled()
  expect(links()).toHaveLength(1)
  const [, token = ''] = /\/auth#t=([\w-]{43})\n/.exec(links()[0]?.text ?? '') ?? []
  return token
}

test('POST /api/reset-password sends a link whose token is stored only as a hash', async () => {
  const { mails } = openOutbox()
  const user = await makeUser({ password: stored })
  const response = await requestReset(user.email.toUpperCase())
  expect(response.status).toBe(200)
  await settled()
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatchObject({ to: user.email, subject: 'Set a new Edgecard password' })
  const [link = '', token = ''] =
    /http:\/\/cards\.test\/auth#t=([\w-]{43})/.exec(mails[0]?.text ?? '') ?? []
  expect(link).not.toBe('')
  const rows = await db.select().from(resetTokens).where(eq(resetTokens.userId, user.id)).all()
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('POST /api/reset-password responds alike to a registered and an unknown email', async () => {
  const { mails } = openOutbox()
  const user = await makeUser({ password: stored })
  const deleted = await makeUser({ password: stored, deletedAt: new Date().toISOString() })
  const responses = [
    await requestReset('nobody@cards.test'),
    await requestReset(deleted.email),
    await requestReset(user.email),
  ]
  const shown = responses.map(async (response) => [response.status, await response.text()])
  expect(new Set((await Promise.all(shown)).map(String)).size).toBe(1)
  await settled()
  expect(mails).toHaveLength(1)
  expect(mails[0]?.to).toBe(user.email)
})

test('POST /api/reset-password sends at most five links an hour, with the same response', async () => {
  const { mails } = openOutbox()
  const user = await makeUser({ password: stored })
  for (let turn = 0; turn < 7; turn += 1) expect((await requestReset(user.email)).status).toBe(200)
  const last = await makeUser({ password: stored })
  await requestReset(last.email)
  await settled()
  expect(mails.some(({ to }) => to === last.email)).toBe(true)
  expect(mails.filter(({ to }) => to === user.email)).toHaveLength(5)
})

test('POST /api/reset-password sends a link to a known device, regardless of requests from elsewhere', async () => {
  const { mails } = openOutbox()
  const user = await makeUser({ password: stored })
  const sent = () => mails.filter(({ to }) => to === user.email).length
  const from = newAddress()
  for (let turn = 0; turn < 5; turn += 1) await requestReset(user.email, from)
  await settled()
  expect(sent()).toBe(4)
  for (let turn = 0; turn < 3; turn += 1) await requestReset(user.email)
  await settled()
  expect(sent()).toBe(5)

  const cookie = (id: number) => ({ Cookie: `dev=${deviceCookie(env, id)}`, ...from })
  const other = await makeUser({ password: stored })
  for (const stranger of [cookie(other.id), { ...from, Cookie: `dev=${user.id}.aaaa` }])
    await requestReset(user.email, stranger)
  const own = cookie(user.id)
  for (let turn = 0; turn < 4; turn += 1) await requestReset(user.email, own)
  await settled()
  expect(sent()).toBe(8)
  await requestReset(other.email)
  await settled()
  expect(mails.some(({ to }) => to === other.email)).toBe(true)
  expect(sent()).toBe(8)
})

test('POST /api/reset-password voids earlier links only if it sends a new one', async () => {
  const user = await makeUser({ password: stored })
  const token = await tokenFor(user.email)
  while (await limitMail(env, { to: user.email, kind: 'reset' }));
  const { mails } = openOutbox()
  for (let turn = 0; turn < 4; turn += 1) await requestReset(user.email)
  const last = await makeUser({ password: stored })
  await requestReset(last.email)
  await settled()
  expect(mails.some(({ to }) => to === last.email)).toBe(true)
  expect(mails.filter(({ to }) => to === user.email)).toEqual([])
  expect((await confirm(token))[0]).toBe(200)
})

test('POST /api/reset-password rejects an invalid email', async () => {
  const response = await requestReset('nobody')
  expect([response.status, await response.text()]).toEqual([400, 'Please enter a valid email'])
})

test('POST /api/reset-password/confirm sets the password once and ends every session', async () => {
  const user = await makeUser({ password: stored, mustChangePassword: true })
  const session = await startSession(db, user.id, 'Unknown')
  const token = await tokenFor(user.email)
  expect((await confirm(token))[0]).toBe(200)
  expect(await db.$count(sessions, eq(sessions.userId, user.id))).toBe(0)
  const me = await request('GET', '/api/user', undefined, { Cookie: `sid=${session}` })
  expect(me.status).toBe(401)
  const sent = { username: user.username, password: 'newer horse' }
  const login = await request('POST', '/api/login', sent, newAddress())
  expect(await login.json()).toMatchObject({ id: user.id, mustChangePassword: false })
  expect(await confirm(token)).toEqual(invalidLink)
})

test('POST /api/reset-password/confirm used twice concurrently sets one password', async () => {
  const user = await makeUser({ password: stored })
  const token = await tokenFor(user.email)
  openOutbox()
  const responses = await Promise.all([
    confirm(token, 'first horse'),
    confirm(token, 'second horse'),
  ])
  expect(responses.map(([status]) => status).sort()).toEqual([200, 400])
  const winner = responses[0]?.[0] === 200 ? 'first horse' : 'second horse'
  const sent = { username: user.username, password: winner }
  expect((await request('POST', '/api/login', sent, newAddress())).status).toBe(200)
})

test('POST /api/reset-password/confirm rejects an expired token', async () => {
  const user = await makeUser({ password: stored })
  const token = await tokenFor(user.email)
  await db.update(resetTokens).set({ expiresAt: Date.now() }).where(eq(resetTokens.userId, user.id))
  expect(await confirm(token)).toEqual(invalidLink)
})

test('POST /api/reset-password/confirm accepts the three newest tokens, until one is used', async () => {
  const user = await makeUser({ password: stored })
  const tokens: string[] = []
  for (let asked = 0; asked < 4; asked += 1) {
    // Tokens of the same second have no order.
    const earlier = { expiresAt: sql`${resetTokens.expiresAt} - 1000` }
    await db.update(resetTokens).set(earlier).where(eq(resetTokens.userId, user.id))
    tokens.push(await tokenFor(user.email))
  }
  const [first = '', second = '', third = '', fourth = ''] = tokens
  expect(await confirm(first)).toEqual(invalidLink)
  expect((await confirm(second))[0]).toBe(200)
  expect(await confirm(third)).toEqual(invalidLink)
  expect(await confirm(fourth)).toEqual(invalidLink)
})

test('POST /api/reset-password/confirm rejects a token issued before a change of password', async () => {
  const user = await makeUser({ password: stored })
  const token = await tokenFor(user.email)
  const changed = await hashPassword('another horse', env.PEPPER)
  await db.update(users).set({ password: changed }).where(eq(users.id, user.id))
  expect(await confirm(token)).toEqual(invalidLink)
})

test('POST /api/reset-password/confirm rejects a user deactivated since', async () => {
  const user = await makeUser({ password: stored })
  const token = await tokenFor(user.email)
  await db.update(users).set({ deletedAt: 'now' }).where(eq(users.id, user.id))
  expect(await confirm(token)).toEqual(invalidLink)
})

test.each(['', 'A'.repeat(42), 'A'.repeat(43), `${'A'.repeat(42)}'`])(
  'POST /api/reset-password/confirm refuses the token %j',
  async (token) => {
    expect(await confirm(token)).toEqual(invalidLink)
  },
)

test('POST /api/reset-password/confirm rejects a short password and leaves the link valid', async () => {
  const user = await makeUser({ password: stored })
  const token = await tokenFor(user.email)
  expect(await confirm(token, 'short')).toEqual([400, 'New password must be at least 6 characters'])
  expect((await confirm(token))[0]).toBe(200)
})

test('POST /api/reset-password/check says whether a link works, and uses none up', async () => {
  const user = await makeUser({ password: stored })
  const token = await tokenFor(user.email)
  expect(await check(token)).toEqual([204, ''])
  expect(await check(token)).toEqual([204, ''])
  expect((await confirm(token))[0]).toBe(200)
  expect(await check(token)).toEqual(invalidLink)
  for (const unknown of ['', 'A'.repeat(42), 'A'.repeat(43)])
    expect(await check(unknown)).toEqual(invalidLink)
})
