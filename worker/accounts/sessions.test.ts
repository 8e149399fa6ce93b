import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sessions, users } from '../../schema/accounts/tables.ts'
import { hourMs } from '../platform/time.ts'
import { db, makeUser, request, signIn } from '../testing/app.ts'
import { startSession } from '../testing/sessions.ts'
import { findSession } from './sessions.ts'

const day = 24 * hourMs

async function expectSignedOut(token: string) {
  const response = await request('GET', '/api/user', undefined, { Cookie: `sid=${token}` })
  expect([response.status, await response.text()]).toEqual([401, 'You are not signed in.'])
  expect(response.headers.getSetCookie()).toEqual([
    'sid=; Max-Age=0; Path=/; SameSite=Lax',
    'signed-in=; Max-Age=0; Path=/; SameSite=Lax',
  ])
}

test('a tampered session is refused and its cookie dropped', async () => {
  const user = await makeUser()
  const token = await startSession(db, user.id, 'Unknown')
  const other = await startSession(db, user.id, 'Unknown')
  const [id = '', secret = ''] = token.split('.')
  const [otherId = ''] = other.split('.')
  const last = secret.endsWith('A') ? 'E' : 'A'
  for (const forged of [
    `${id}.${secret.slice(0, -1)}${last}`,
    `${otherId}.${secret}`,
    `${id}.`,
    id,
    'junk',
    `${id}.${secret}x`,
    `${id}' or 1=1 --.${secret}`,
  ])
    await expectSignedOut(forged)
  expect((await request('GET', '/api/user', undefined, { Cookie: `sid=${token}` })).status).toBe(
    200,
  )
})

test('an expired session is refused', async () => {
  const user = await makeUser()
  const long = await startSession(db, user.id, 'Unknown', Date.now() - 14 * day - 1000)
  await expectSignedOut(long)
})

test('a revoked session is refused', async () => {
  const user = await makeUser()
  const token = await startSession(db, user.id, 'Unknown')
  await db.delete(sessions).where(eq(sessions.userId, user.id))
  await expectSignedOut(token)
})

test("a deactivated user's session is refused", async () => {
  const user = await makeUser()
  const token = await startSession(db, user.id, 'Unknown')
  await db.update(users).set({ deletedAt: 'now' }).where(eq(users.id, user.id))
  await expectSignedOut(token)
})

test('no session at all is refused', async () => {
  expect((await request('GET', '/api/user')).status).toBe(401)
})

test.each([
  [1, 14 * day, 30 * day],
  [3, 14 * day, 30 * day],
  [4, 2 * hourMs, 12 * hourMs],
  [5, 2 * hourMs, 12 * hourMs],
])('a level %i session lasts %i ms unused and %i ms at most', async (accessLevel, idle, most) => {
  const user = await makeUser({ accessLevel })
  const start = 1_700_000_000_000
  const unused = await startSession(db, user.id, 'Unknown', start)
  expect(await findSession(db, unused, start + idle + 1)).toBeUndefined()
  const used = await startSession(db, user.id, 'Unknown', start)
  for (let now = start; now <= start + most; now += idle)
    expect(await findSession(db, used, now), String(now - start)).toMatchObject({ id: user.id })
  expect(await findSession(db, used, start + most + 1)).toBeUndefined()
})

test('the last use is written at most once an hour', async () => {
  const user = await makeUser()
  const start = 1_700_000_000_000
  const token = await startSession(db, user.id, 'Unknown', start)
  const lastSeen = async (now: number) => {
    await findSession(db, token, now)
    const row = await db.select().from(sessions).where(eq(sessions.userId, user.id)).get()
    return (row?.lastSeenAt ?? 0) - start
  }
  expect([await lastSeen(start + hourMs), await lastSeen(start + hourMs + 1)]).toEqual([
    0,
    hourMs + 1,
  ])
})

test('a user has at most 20 sessions: the oldest ends', async () => {
  const user = await makeUser()
  const tokens: string[] = []
  for (let n = 0; n < 22; n += 1)
    tokens.push(await startSession(db, user.id, 'Unknown', Date.now() - 1000 + n))
  const found = await Promise.all(tokens.map((token) => findSession(db, token)))
  expect(found.map(Boolean)).toEqual([false, false, ...Array(20).fill(true)])
})

test('the level is read from the users table on every request', async () => {
  const { user, request: asAdmin } = await signIn(4)
  expect((await asAdmin('GET', '/api/users')).status).toBe(200)
  await db.update(users).set({ accessLevel: 3 }).where(eq(users.id, user.id))
  expect((await asAdmin('GET', '/api/users')).status).toBe(403)
})

test('the secret is not in the database', async () => {
  const user = await makeUser()
  const [, secret = ''] = (await startSession(db, user.id, 'Unknown')).split('.')
  const rows = await db.select().from(sessions).where(eq(sessions.userId, user.id)).all()
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(secret)
})
