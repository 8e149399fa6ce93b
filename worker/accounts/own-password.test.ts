import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../schema/accounts/tables.ts'
import { cookieHeader, db, newAddress, origin, request, signIn } from '../testing/app.ts'
import { settled } from '../testing/background-work.ts'
import { failNineReauthentications } from '../testing/login-failures.ts'
import { openOutbox } from '../testing/mail-outbox.ts'
import { startSession } from '../testing/sessions.ts'
import { hashPassword } from './passwords.ts'

const password = 'right horse'
const stored = await hashPassword(password, env.PEPPER)

function login(username: string, given: string, headers: Record<string, string> = newAddress()) {
  return request('POST', '/api/login', { username, password: given }, headers)
}

test('POST /api/update-password sets the password, ends all other sessions, and notifies the user', async () => {
  const { mails } = openOutbox()
  const { user, request: asUser } = await signIn(2, { password: stored, mustChangePassword: true })
  const other = await startSession(db, user.id, 'Unknown')
  const change = { currentPassword: password, newPassword: 'newer horse' }
  const response = await asUser('POST', '/api/update-password', change, newAddress())
  expect(response.status).toBe(200)
  expect(await response.clone().json()).toMatchObject({ id: user.id, mustChangePassword: false })
  expect((await asUser('GET', '/api/user')).status).toBe(401)
  expect((await request('GET', '/api/user', undefined, { Cookie: `sid=${other}` })).status).toBe(
    401,
  )
  const me = await request('GET', '/api/user', undefined, { Cookie: cookieHeader(response) })
  expect(me.status).toBe(200)
  expect((await login(user.username, 'newer horse')).status).toBe(200)
  expect((await login(user.username, password)).status).toBe(401)
  const subjects = () => mails.filter(({ to }) => to === user.email).map(({ subject }) => subject)
  await settled()
  expect(subjects()).toEqual(['Your Edgecard password was changed'])
  const text = mails.find(({ to }) => to === user.email)?.text
  expect(text).toContain('still work. Remove any you do not recognize:')
  expect(text).toContain(`${origin}/account?tab=security`)
})

test('POST /api/update-password rejects a wrong current password', async () => {
  const { user, request: asUser } = await signIn(2, { password: stored })
  const change = { currentPassword: 'wrong', newPassword: 'newer horse' }
  const response = await asUser('POST', '/api/update-password', change, newAddress())
  expect([response.status, await response.text()]).toEqual([400, 'Current password is incorrect'])
  const row = await db.select().from(users).where(eq(users.id, user.id)).get()
  expect(row?.password).toBe(stored)
})

test('POST /api/update-password limits attempts at the current password', async () => {
  const { request: asUser, session } = await signIn(2, { password: stored })
  const change = { currentPassword: 'wrong', newPassword: 'newer horse' }
  const guess = () => asUser('POST', '/api/update-password', change, newAddress())
  await failNineReauthentications(session)
  expect((await guess()).status).toBe(400)
  expect((await guess()).status).toBe(429)
})

test.each([
  [{ currentPassword: '', newPassword: 'newer horse' }, 'Current password is required'],
  [{ currentPassword: 'x', newPassword: 'short' }, 'New password must be at least 6 characters'],
])('POST /api/update-password rejects %j', async (sent, sentence) => {
  const { request: asUser } = await signIn(1, { password: stored })
  const response = await asUser('POST', '/api/update-password', sent, newAddress())
  expect([response.status, await response.text()]).toEqual([400, sentence])
})

test('POST /api/update-password requires a session', async () => {
  const sent = { currentPassword: password, newPassword: 'newer horse' }
  expect((await request('POST', '/api/update-password', sent)).status).toBe(401)
})
