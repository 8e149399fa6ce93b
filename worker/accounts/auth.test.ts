import { env } from 'cloudflare:workers'
import nodeCrypto from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { sessions, users } from '../../schema/accounts/tables.ts'
import { cookieHeader, cookies, db, makeUser, newAddress, request, signIn } from '../testing/app.ts'
import { failNineSignIns } from '../testing/login-failures.ts'
import { startSession } from '../testing/sessions.ts'
import { hashPassword, hashPasswordForBulk } from './passwords.ts'

const password = 'right horse'
const stored = await hashPassword(password, env.PEPPER)

function login(username: string, given: string, headers: Record<string, string> = newAddress()) {
  return request('POST', '/api/login', { username, password: given }, headers)
}

test('POST /api/login returns the user without the password, and opens a session', async () => {
  const user = await makeUser({ password: stored })
  const response = await login(user.username.toUpperCase(), password)
  expect(response.status).toBe(200)
  const { id, username, email, phone, fullName, accessLevel, language } = user
  const { createdAt, mustChangePassword, mailLanguage } = user
  const own = { id, username, email, phone, fullName, accessLevel, language, mailLanguage }
  const shown = { ...own, createdAt, mustChangePassword, emailVerified: true }
  expect(await response.json()).toEqual(shown)
  const [sid = '', sign = '', device = ''] = response.headers.getSetCookie()
  expect(sid).toMatch(
    /^sid=[\w-]{14}\.[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  expect(sign).toBe('signed-in=1; Max-Age=2592000; Path=/; SameSite=Lax')
  expect(device).toMatch(/^dev=\d+\.[\w-]{16}\.[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; /)
  const me = await request('GET', '/api/user', undefined, { Cookie: cookieHeader(response) })
  expect(await me.json()).toEqual(shown)
})

test('POST /api/login on https sets cookies with the __Host- prefix', async () => {
  const user = await makeUser({ password: stored, accessLevel: 4 })
  const response = await request(
    'POST',
    'https://cards.test/api/login',
    { username: user.username, password },
    newAddress(),
  )
  const [sid = '', , device = ''] = response.headers.getSetCookie()
  expect(sid).toMatch(/^__Host-sid=\S+; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  expect(device).toMatch(/^__Host-dev=/)
})

test('POST /api/login ends the previous session of the browser', async () => {
  const user = await makeUser({ password: stored })
  const planted = await startSession(db, user.id, 'Unknown')
  await login(user.username, password, { ...newAddress(), Cookie: `sid=${planted}` })
  const [row] = planted.split('.')
  expect(await db.$count(sessions, eq(sessions.id, row ?? ''))).toBe(0)
})

test('POST /api/login responds alike to a wrong password, an unknown user and a deactivated user', async () => {
  const user = await makeUser({ password: stored })
  const deleted = await makeUser({ password: stored, deletedAt: new Date().toISOString() })
  const attempts: [string, string][] = [
    [user.username, 'wrong horse'],
    ['nobody-of-that-name', password],
    [deleted.username, password],
  ]
  for (const [name, given] of attempts) {
    const scrypt = vi.spyOn(nodeCrypto, 'scrypt')
    onTestFinished(() => scrypt.mockRestore())
    scrypt.mockClear()
    const response = await login(name, given)
    expect([response.status, await response.text()]).toEqual([401, 'Invalid username or password'])
    expect(response.headers.get('X-Error-Code')).toBe('signed-out')
    expect(response.headers.getSetCookie()).toEqual([])
    expect(scrypt).toHaveBeenCalledOnce()
  }
})

test.each([
  [{ username: '', password: 'x' }, 'Username is required'],
  [{ username: 'ada', password: '' }, 'Password is required'],
  [{ username: 'ada' }, 'Password is required'],
  [{ username: 'ada', password: 'x', accessLevel: 5 }, 'The request contains an unknown field.'],
])('POST /api/login rejects %j', async (sent, sentence) => {
  const response = await request('POST', '/api/login', sent, newAddress())
  expect([response.status, await response.text()]).toEqual([400, sentence])
})

test('POST /api/login replaces the faster hash of a batch upload with a stronger one', async () => {
  const user = await makeUser({ password: await hashPasswordForBulk(password, env.PEPPER) })
  expect((await login(user.username, password)).status).toBe(200)
  const row = await db.select().from(users).where(eq(users.id, user.id)).get()
  expect(row?.password).toMatch(/^\$scrypt\$/)
  expect((await login(user.username, password)).status).toBe(200)
})

test('POST /api/login makes an account wait longer after each failure, from any address', async () => {
  const user = await makeUser({ password: stored })
  const attempts = Array.from({ length: 10 }, () => login(user.username, 'wrong horse'))
  const statuses = await Promise.all(attempts.map(async (response) => (await response).status))
  expect(statuses).toEqual(Array(10).fill(401))
  const result = await login(user.username, password)
  expect([result.status, await result.text()]).toEqual([
    429,
    'Too many attempts. Try again in a minute.',
  ])
  const wait = Number(result.headers.get('Retry-After'))
  // The wait is a minute from the tenth failure on; hashing may take up some of it on a busy machine.
  expect(wait).toBeGreaterThan(30)
  expect(wait).toBeLessThanOrEqual(60)
})

test('POST /api/login never blocks a known device because of failures elsewhere', async () => {
  const user = await makeUser({ password: stored })
  const device = cookies(await login(user.username, password)).get('dev') ?? ''
  await failNineSignIns(user)
  expect((await login(user.username, 'wrong horse')).status).toBe(401)
  expect((await login(user.username, password)).status).toBe(429)
  const known = await login(user.username, password, { ...newAddress(), Cookie: `dev=${device}` })
  expect(known.status).toBe(200)
  const forged = `${device.slice(0, -4)}AAAA`
  const cookie = { ...newAddress(), Cookie: `dev=${forged}` }
  expect((await login(user.username, password, cookie)).status).toBe(429)
})

test('POST /api/login recognizes a device only for its own user', async () => {
  const user = await makeUser({ password: stored })
  const device = cookies(await login(user.username, password)).get('dev') ?? ''
  const other = await makeUser({ password: stored })
  await failNineSignIns(other)
  expect((await login(other.username, 'wrong horse')).status).toBe(401)
  const borrowed = { ...newAddress(), Cookie: `dev=${device}` }
  expect((await login(other.username, password, borrowed)).status).toBe(429)
})

test('POST /api/login stops hashing for an address over its limit', async () => {
  const scrypt = vi.spyOn(nodeCrypto, 'scrypt')
  onTestFinished(() => scrypt.mockRestore())
  const address = newAddress()
  const loginOverLimit = async () => {
    while ((await env.HASHING.limit({ key: address['CF-Connecting-IP'] })).success);
    scrypt.mockClear()
    return login('nobody', 'wrong', address)
  }
  const first = await loginOverLimit()
  // A new window may start between the last allowed attempt and the checked one.
  const response = first.status === 429 ? first : await loginOverLimit()
  expect([response.status, response.headers.get('Retry-After')]).toEqual([429, '10'])
  expect(scrypt).not.toHaveBeenCalled()
})

test('POST /api/logout ends the current session only', async () => {
  const { user, request: asUser } = await signIn(1)
  await startSession(db, user.id, 'Unknown')
  const response = await asUser('POST', '/api/logout')
  expect([response.status, response.headers.get('Clear-Site-Data')]).toEqual([204, '"cache"'])
  expect(response.headers.getSetCookie()).toEqual([
    'sid=; Max-Age=0; Path=/; SameSite=Lax',
    'signed-in=; Max-Age=0; Path=/; SameSite=Lax',
  ])
  expect((await asUser('GET', '/api/user')).status).toBe(401)
  expect(await db.$count(sessions, eq(sessions.userId, user.id))).toBe(1)
  expect((await asUser('POST', '/api/logout')).status).toBe(204)
})

test('every unsafe method is rejected for cross-site requests', async () => {
  const { user, request: asAdmin } = await signIn(5)
  const profile = { fullName: 'Changed', email: user.email, phone: null }
  const strangers: Record<string, string>[] = [
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { Origin: 'https://evil.test' },
    { Origin: 'null' },
  ]
  for (const headers of strangers) {
    const put = await asAdmin('PUT', `/api/users/${user.id}`, profile, headers)
    expect([put.status, put.headers.get('X-Error-Code')]).toEqual([403, 'cross-site'])
    const out = await asAdmin('POST', '/api/logout', undefined, headers)
    expect(out.headers.get('X-Error-Code')).toBe('cross-site')
    const removed = await asAdmin('DELETE', `/api/users/${user.id}`, undefined, headers)
    expect(removed.headers.get('X-Error-Code')).toBe('cross-site')
  }
  const unchanged = and(eq(users.id, user.id), eq(users.fullName, 'Ada Lovelace'))
  expect(await db.$count(users, unchanged)).toBe(1)
  const own = { 'Sec-Fetch-Site': 'same-origin', Origin: 'http://cards.test' }
  expect((await asAdmin('PUT', `/api/users/${user.id}`, profile, own)).status).toBe(200)
})
