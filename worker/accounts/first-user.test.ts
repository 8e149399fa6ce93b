import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { users } from '../../schema/accounts/tables.ts'
import { db, makeUser, newAddress, request, signIn, statusAndText } from '../testing/app.ts'
import { password, passwordHash } from '../testing/second-factor.ts'
import { startSession } from '../testing/sessions.ts'

const { mailLanguage: _, ...first } = await makeUser({
  id: 1,
  accessLevel: 5,
  password: passwordHash,
})
beforeEach(() => db.update(users).set(first).where(eq(users.id, 1)))

const path = '/api/users/1'
const undeletable = 'The first user cannot be deleted'
const pinned = 'The first user always keeps access level 5'

async function itself() {
  const cookie = `sid=${await startSession(db, first.id, 'Unknown')}`
  return (method: string, at: string, body?: unknown) =>
    request(method, at, body, { Cookie: cookie, ...newAddress() })
}

function storedFirst() {
  return db.select().from(users).where(eq(users.id, 1)).get()
}

test.each(['true', 'false'])(
  'with DEMO_MODE %s nobody deletes, deactivates or demotes user 1, themselves included',
  async (mode) => {
    const before = env.DEMO_MODE
    env.DEMO_MODE = mode
    onTestFinished(() => {
      env.DEMO_MODE = before
    })
    const level5 = await signIn(5)
    const level4 = await signIn(4)
    const own = await itself()
    expect(await statusAndText(level5.request('DELETE', path))).toEqual([403, undeletable])
    expect(await statusAndText(own('DELETE', path))).toEqual([403, undeletable])
    expect((await level4.request('DELETE', path)).status).toBe(403)
    const deleted = await statusAndText(own('DELETE', '/api/account', { password }))
    expect(deleted).toEqual([403, mode === 'true' ? expect.stringContaining('demo') : undeletable])
    for (const accessLevel of [1, 4]) {
      expect(await statusAndText(level5.request('PATCH', path, { accessLevel }))).toEqual([
        403,
        pinned,
      ])
      expect((await level4.request('PATCH', path, { accessLevel })).status).toBe(403)
      expect((await own('PATCH', path, { accessLevel })).status).toBe(409)
    }
    expect(await storedFirst()).toMatchObject({
      accessLevel: 5,
      deletedAt: null,
      password: passwordHash,
    })
    expect((await own('GET', '/api/user')).status).toBe(200)
  },
)

test('level 4 can set neither email nor password of user 1; another user of level 5 can', async () => {
  const level4 = await signIn(4)
  for (const change of [{ email: 'four@cards.test' }, { password: 'long enough' }])
    expect((await level4.request('PATCH', path, change)).status).toBe(403)
  const profile = { fullName: 'Four', email: 'four@cards.test', phone: null }
  expect((await level4.request('PUT', path, profile)).status).toBe(403)
  expect(await storedFirst()).toMatchObject({ email: first.email, password: passwordHash })
  const level5 = await signIn(5)
  expect((await level5.request('PATCH', path, { email: 'five@cards.test' })).status).toBe(200)
  expect((await level5.request('PATCH', path, { password: 'long enough' })).status).toBe(200)
  expect(await storedFirst()).toMatchObject({ email: 'five@cards.test', accessLevel: 5 })
  expect((await storedFirst())?.password).not.toBe(passwordHash)
})

test('user 1 can change their own email and password', async () => {
  const own = await itself()
  const profile = { fullName: 'First', email: 'first@cards.test', phone: null }
  expect((await own('PUT', path, profile)).status).toBe(200)
  const change = { currentPassword: password, newPassword: 'other horse' }
  expect((await own('POST', '/api/update-password', change)).status).toBe(200)
  expect(await storedFirst()).toMatchObject({ email: 'first@cards.test' })
  expect((await storedFirst())?.password).not.toBe(passwordHash)
})
