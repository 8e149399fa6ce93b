import { env } from 'cloudflare:workers'
import nodeCrypto from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { sessions } from '../../schema/access-tables.ts'
import { businessCards, users } from '../../schema/tables.ts'
import { newAddress } from '../testing/address.ts'
import { db, makeUser, request, signIn } from '../testing/app.ts'
import { nineFailures, nineGuesses } from '../testing/failures.ts'
import { openOutbox } from '../testing/outbox.ts'
import { hashPassword, hashPasswordForBulk } from '../users/passwords.ts'
import { startSession } from '../users/sessions.ts'

// Each password costs a quarter of a second, and much more on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

const password = 'right horse'
const stored = await hashPassword(password, env.PEPPER)

function login(username: string, given: string, headers: Record<string, string> = newAddress()) {
  return request('POST', '/api/login', { username, password: given }, headers)
}

function cookies(answer: Response): Map<string, string> {
  return new Map(
    answer.headers.getSetCookie().map((cookie) => {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=')
      return [name, value]
    }),
  )
}

function cookieHeader(answer: Response): string {
  return [...cookies(answer)].map(([name, value]) => `${name}=${value}`).join('; ')
}

test('POST /api/register answers 503 until the first user exists', async () => {
  const answer = await request('POST', '/api/register', registration(), newAddress())
  expect([answer.status, await answer.text()]).toEqual([503, 'This service is not set up yet.'])
  expect(answer.headers.get('Retry-After')).toBe('60')
  expect(await db.$count(users)).toBe(0)
  await makeUser({ id: 1, accessLevel: 5 })
})

test('POST /api/login answers the user without the password, and opens a session', async () => {
  const user = await makeUser({ password: stored })
  const answer = await login(user.username.toUpperCase(), password)
  expect(answer.status).toBe(200)
  const { password: _, deletedAt: __, entryMail: ___, ...shown } = user
  expect(await answer.json()).toEqual(shown)
  const [sid = '', sign = '', device = ''] = answer.headers.getSetCookie()
  expect(sid).toMatch(
    /^sid=[\w-]{14}\.[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  expect(sign).toBe('signed-in=1; Max-Age=2592000; Path=/; SameSite=Lax')
  expect(device).toMatch(/^dev=\d+\.[\w-]{16}\.[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; /)
  const me = await request('GET', '/api/user', undefined, { Cookie: cookieHeader(answer) })
  expect(await me.json()).toEqual(shown)
})

test('POST /api/login on https gives cookies that only this host can set', async () => {
  const user = await makeUser({ password: stored, accessLevel: 4 })
  const answer = await request(
    'POST',
    'https://cards.test/api/login',
    { username: user.username, password },
    newAddress(),
  )
  const [sid = '', , device = ''] = answer.headers.getSetCookie()
  expect(sid).toMatch(/^__Host-sid=\S+; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  expect(device).toMatch(/^__Host-dev=/)
})

test('POST /api/login ends the session the browser brought along', async () => {
  const user = await makeUser({ password: stored })
  const planted = await startSession(db, user.id, 'Unknown')
  await login(user.username, password, { ...newAddress(), Cookie: `sid=${planted}` })
  const [row] = planted.split('.')
  expect(await db.$count(sessions, eq(sessions.id, row ?? ''))).toBe(0)
})

test('POST /api/login refuses a wrong password, an unknown and a deactivated user alike', async () => {
  const user = await makeUser({ password: stored })
  const gone = await makeUser({ password: stored, deletedAt: new Date().toISOString() })
  const attempts: [string, string][] = [
    [user.username, 'wrong horse'],
    ['nobody-of-that-name', password],
    [gone.username, password],
  ]
  for (const [name, given] of attempts) {
    const scrypt = vi.spyOn(nodeCrypto, 'scrypt')
    onTestFinished(() => scrypt.mockRestore())
    scrypt.mockClear()
    const answer = await login(name, given)
    expect([answer.status, await answer.text()]).toEqual([401, 'Invalid username or password'])
    expect(answer.headers.get('X-Error-Code')).toBe('signed-out')
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(scrypt).toHaveBeenCalledOnce()
  }
})

test.each([
  [{ username: '', password: 'x' }, 'Username is required'],
  [{ username: 'ada', password: '' }, 'Password is required'],
  [{ username: 'ada' }, 'Password is required'],
  [
    { username: 'ada', password: 'x', accessLevel: 5 },
    'What you sent has a field that does not belong here.',
  ],
])('POST /api/login refuses %j', async (sent, sentence) => {
  const answer = await request('POST', '/api/login', sent, newAddress())
  expect([answer.status, await answer.text()]).toEqual([400, sentence])
})

test('POST /api/login replaces a bulk hash by a better one', async () => {
  const user = await makeUser({ password: await hashPasswordForBulk(password, env.PEPPER) })
  expect((await login(user.username, password)).status).toBe(200)
  const row = await db.select().from(users).where(eq(users.id, user.id)).get()
  expect(row?.password).toMatch(/^\$scrypt\$/)
  expect((await login(user.username, password)).status).toBe(200)
})

test('POST /api/login lets a user in again only after a growing wait, from any address', async () => {
  const user = await makeUser({ password: stored })
  const attempts = Array.from({ length: 10 }, () => login(user.username, 'wrong horse'))
  const statuses = await Promise.all(attempts.map(async (answer) => (await answer).status))
  expect(statuses).toEqual(Array(10).fill(401))
  const answer = await login(user.username, password)
  expect([answer.status, await answer.text()]).toEqual([
    429,
    'Too many attempts. Try again in a minute.',
  ])
  const wait = Number(answer.headers.get('Retry-After'))
  // A minute from the tenth failure on; the hashing before it takes a busy machine a while.
  expect(wait).toBeGreaterThan(30)
  expect(wait).toBeLessThanOrEqual(60)
})

test('POST /api/login lets a device in where the user signed in before, however often others failed', async () => {
  const user = await makeUser({ password: stored })
  const device = cookies(await login(user.username, password)).get('dev') ?? ''
  await nineFailures(user)
  expect((await login(user.username, 'wrong horse')).status).toBe(401)
  expect((await login(user.username, password)).status).toBe(429)
  const known = await login(user.username, password, { ...newAddress(), Cookie: `dev=${device}` })
  expect(known.status).toBe(200)
  const forged = `${device.slice(0, -4)}AAAA`
  const cookie = { ...newAddress(), Cookie: `dev=${forged}` }
  expect((await login(user.username, password, cookie)).status).toBe(429)
})

test('POST /api/login knows a device only for its own user', async () => {
  const user = await makeUser({ password: stored })
  const device = cookies(await login(user.username, password)).get('dev') ?? ''
  const other = await makeUser({ password: stored })
  await nineFailures(other)
  expect((await login(other.username, 'wrong horse')).status).toBe(401)
  const borrowed = { ...newAddress(), Cookie: `dev=${device}` }
  expect((await login(other.username, password, borrowed)).status).toBe(429)
})

test('POST /api/login hashes nothing more for an address that has had its share', async () => {
  const scrypt = vi.spyOn(nodeCrypto, 'scrypt')
  onTestFinished(() => scrypt.mockRestore())
  const address = newAddress()
  // A new window may begin between the last of its share and the attempt.
  await vi.waitFor(async () => {
    while ((await env.HASHING.limit({ key: address['CF-Connecting-IP'] })).success);
    scrypt.mockClear()
    const answer = await login('nobody', 'wrong', address)
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([429, '10'])
    expect(scrypt).not.toHaveBeenCalled()
  })
})

test('POST /api/logout ends the session, and nothing else', async () => {
  const { user, request: mine } = await signIn(1)
  await startSession(db, user.id, 'Unknown')
  const answer = await mine('POST', '/api/logout')
  expect([answer.status, answer.headers.get('Clear-Site-Data')]).toEqual([204, '"cache"'])
  expect(answer.headers.getSetCookie()).toEqual([
    'sid=; Max-Age=0; Path=/; SameSite=Lax',
    'signed-in=; Max-Age=0; Path=/; SameSite=Lax',
  ])
  expect((await mine('GET', '/api/user')).status).toBe(401)
  expect(await db.$count(sessions, eq(sessions.userId, user.id))).toBe(1)
  expect((await mine('POST', '/api/logout')).status).toBe(204)
})

function registration(fields: Record<string, unknown> = {}) {
  const username = `New.${crypto.randomUUID().slice(0, 8)}`
  return {
    username,
    fullName: 'Grace Hopper',
    email: `${username}@cards.test`,
    password,
    ...fields,
  }
}

test('POST /api/register makes a level 1 user with a card, and signs in', async () => {
  const form = registration({ phone: '+49 30 1234567' })
  const answer = await request('POST', '/api/register', form, newAddress())
  expect(answer.status).toBe(201)
  const user = await answer.clone().json<{ id: number }>()
  expect(user).toMatchObject({ username: form.username, accessLevel: 1, mustChangePassword: false })
  const me = await request('GET', '/api/user', undefined, { Cookie: cookieHeader(answer) })
  expect(await me.json()).toEqual(user)
  const card = await db.select().from(businessCards).where(eq(businessCards.userId, user.id)).get()
  expect(card).toMatchObject({
    name: 'Grace Hopper',
    email: form.email,
    phone: '+49 30 1234567',
    theme: 'minimalist',
    state: 'live',
  })
  expect(card?.slug).toMatch(/^new-[0-9a-f]+-\d{1,4}$/)
})

test('POST /api/register gives the first card the theme chosen before', async () => {
  const form = registration({ theme: 'tech' })
  const answer = await request('POST', '/api/register', form, newAddress())
  const { id } = await answer.json<{ id: number }>()
  const card = await db.select().from(businessCards).where(eq(businessCards.userId, id)).get()
  expect(card?.theme).toBe('tech')
})

test('POST /api/register refuses a name that is taken in any case, and leaves no card behind', async () => {
  const form = registration()
  await request('POST', '/api/register', form, newAddress())
  const before = await db.$count(businessCards)
  const again = { ...form, username: form.username.toUpperCase() }
  const answer = await request('POST', '/api/register', again, newAddress())
  expect([answer.status, await answer.text()]).toEqual([409, 'Username already exists'])
  expect(await db.$count(businessCards)).toBe(before)
})

test.each([
  [{ username: 'ab' }, 'Username must be at least 3 characters'],
  [{ fullName: 'A' }, 'Full name must be at least 2 characters'],
  [{ email: 'nobody' }, 'Please enter a valid email'],
  [{ password: 'short' }, 'Password must be at least 6 characters'],
  [{ password: 'ä'.repeat(129) }, 'Password is too long'],
  [{ accessLevel: 5 }, 'What you sent has a field that does not belong here.'],
  [{ id: 1 }, 'What you sent has a field that does not belong here.'],
])('POST /api/register refuses %j', async (fields, sentence) => {
  const before = await db.$count(users)
  const answer = await request('POST', '/api/register', registration(fields), newAddress())
  expect([answer.status, await answer.text()]).toEqual([400, sentence])
  expect(await db.$count(users)).toBe(before)
})

test('POST /api/register is refused while registration is closed', async () => {
  setVar('REGISTRATION', 'closed')
  const answer = await request('POST', '/api/register', registration(), newAddress())
  expect([answer.status, await answer.text()]).toEqual([403, 'Registration is closed.'])
})

test('POST /api/register makes so many accounts an hour for one address', async () => {
  setVar('REGISTER_PER_HOUR', '2')
  const address = newAddress()
  const statuses: number[] = []
  for (let turn = 0; turn < 3; turn += 1)
    statuses.push((await request('POST', '/api/register', registration(), address)).status)
  expect(statuses).toEqual([201, 201, 429])
})

test('POST /api/register asks for longer passwords where PASSWORD_MIN_LENGTH says so', async () => {
  setVar('PASSWORD_MIN_LENGTH', '12')
  const answer = await request('POST', '/api/register', registration(), newAddress())
  expect([answer.status, await answer.text()]).toEqual([
    400,
    'Password must be at least 12 characters',
  ])
})

test('POST /api/update-password sets the password, keeps this session only, and tells the user', async () => {
  const { mails } = openOutbox()
  const { user, request: mine } = await signIn(2, { password: stored, mustChangePassword: true })
  const other = await startSession(db, user.id, 'Unknown')
  const change = { currentPassword: password, newPassword: 'newer horse' }
  const answer = await mine('POST', '/api/update-password', change, newAddress())
  expect(answer.status).toBe(200)
  expect(await answer.clone().json()).toMatchObject({ id: user.id, mustChangePassword: false })
  expect((await mine('GET', '/api/user')).status).toBe(401)
  expect((await request('GET', '/api/user', undefined, { Cookie: `sid=${other}` })).status).toBe(
    401,
  )
  const me = await request('GET', '/api/user', undefined, { Cookie: cookieHeader(answer) })
  expect(me.status).toBe(200)
  expect((await login(user.username, 'newer horse')).status).toBe(200)
  expect((await login(user.username, password)).status).toBe(401)
  await vi.waitFor(() => expect(mails).toHaveLength(1))
  expect(mails[0]).toMatchObject({ to: user.email, subject: 'Your Edgecard password was changed' })
})

test('POST /api/update-password refuses a wrong current password', async () => {
  const { user, request: mine } = await signIn(2, { password: stored })
  const change = { currentPassword: 'wrong', newPassword: 'newer horse' }
  const answer = await mine('POST', '/api/update-password', change, newAddress())
  expect([answer.status, await answer.text()]).toEqual([400, 'Current password is incorrect'])
  const row = await db.select().from(users).where(eq(users.id, user.id)).get()
  expect(row?.password).toBe(stored)
})

test('POST /api/update-password stops guesses at the current password', async () => {
  const { request: mine, session } = await signIn(2, { password: stored })
  const change = { currentPassword: 'wrong', newPassword: 'newer horse' }
  const guess = () => mine('POST', '/api/update-password', change, newAddress())
  await nineGuesses(session)
  expect((await guess()).status).toBe(400)
  expect((await guess()).status).toBe(429)
})

test.each([
  [{ currentPassword: '', newPassword: 'newer horse' }, 'Current password is required'],
  [{ currentPassword: 'x', newPassword: 'short' }, 'New password must be at least 6 characters'],
])('POST /api/update-password refuses %j', async (sent, sentence) => {
  const { request: mine } = await signIn(1, { password: stored })
  const answer = await mine('POST', '/api/update-password', sent, newAddress())
  expect([answer.status, await answer.text()]).toEqual([400, sentence])
})

test('POST /api/update-password asks for a session', async () => {
  const sent = { currentPassword: password, newPassword: 'newer horse' }
  expect((await request('POST', '/api/update-password', sent)).status).toBe(401)
})

test('every unsafe method is refused when the request comes from another site', async () => {
  const { user, request: mine } = await signIn(5)
  const profile = { fullName: 'Changed', email: user.email, phone: null }
  const strangers: Record<string, string>[] = [
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { Origin: 'https://evil.test' },
    { Origin: 'null' },
  ]
  for (const headers of strangers) {
    const put = await mine('PUT', `/api/users/${user.id}`, profile, headers)
    expect([put.status, put.headers.get('X-Error-Code')]).toEqual([403, 'cross-site'])
    const out = await mine('POST', '/api/logout', undefined, headers)
    expect(out.headers.get('X-Error-Code')).toBe('cross-site')
    const removed = await mine('DELETE', `/api/users/${user.id}`, undefined, headers)
    expect(removed.headers.get('X-Error-Code')).toBe('cross-site')
  }
  const unchanged = and(eq(users.id, user.id), eq(users.fullName, 'Ada Lovelace'))
  expect(await db.$count(users, unchanged)).toBe(1)
  const own = { 'Sec-Fetch-Site': 'same-origin', Origin: 'http://cards.test' }
  expect((await mine('PUT', `/api/users/${user.id}`, profile, own)).status).toBe(200)
})

type Var = 'REGISTRATION' | 'REGISTER_PER_HOUR' | 'PASSWORD_MIN_LENGTH'

// The worker under test shares its bindings with the test.
function setVar(name: Var, value: string) {
  const before = env[name]
  env[name] = value
  onTestFinished(() => {
    env[name] = before
  })
}
