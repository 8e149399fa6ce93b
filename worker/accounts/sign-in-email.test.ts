/** Sign-in by email address. `enumeration.test.ts` and `lockout.test.ts` test what it does not reveal. */
import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../schema/accounts/tables.ts'
import { db, makeUser, newAddress, request } from '../testing/app.ts'
import { passwordHash, password as right } from '../testing/second-factor.ts'
import { hashPassword } from './passwords.ts'
import { deviceCookie } from './sign-in.ts'

/** The id of the user who is signed in by this name, or the status of the refusal. */
async function signedInBy(username: string, password = right, headers = {}): Promise<unknown> {
  const from = { ...newAddress(), ...headers }
  const response = await request('POST', '/api/login', { username, password }, from)
  if (response.status !== 200) return response.status
  const { id }: { id: number } = await response.json()
  return id
}

const verified = '2026-01-01T00:00:00.000Z'
let counted = 0

/** Users with a password, the same new address, and each its time of verification. */
async function makeHolders(...times: (string | null)[]) {
  counted += 1
  const email = `holder-${counted}@cards.test`
  const made = []
  for (const emailVerifiedAt of times)
    made.push(await makeUser({ email, emailVerifiedAt, password: passwordHash }))
  return { email, ids: made.map(({ id }) => id) }
}

test('the address signs in as the username does, in any case and spelling of its domain', async () => {
  const { id, username, email } = await makeUser({
    email: 'Grace@xn--bcher-kva.example',
    password: passwordHash,
  })
  expect([await signedInBy(username), await signedInBy(email)]).toEqual([id, id])
  for (const typed of ['grace@XN--BCHER-KVA.EXAMPLE', ' Grace@bücher.example '])
    expect(await signedInBy(typed), typed).toBe(id)
  expect(await signedInBy(email, 'wrong horse')).toBe(401)
})

test('of several accounts with an address, it names only the one that verified it', async () => {
  const { email, ids } = await makeHolders(null, verified, null)
  expect(await signedInBy(email)).toBe(ids[1])
})

test('an address that its holder has not verified signs in only on their device', async () => {
  const { email, ids } = await makeHolders(null)
  expect(await signedInBy(email)).toBe(401)
  const device = { Cookie: `dev=${deviceCookie(env, ids[0] ?? 0)}` }
  expect(await signedInBy(email, right, device)).toBe(ids[0])
})

test('who registers with the address of another person does not learn whether that person has an account', async () => {
  for (const times of [[null], [null, verified], [null, null]]) {
    const { email, ids } = await makeHolders(...times)
    const own = 'another horse battery'
    await db
      .update(users)
      .set({ password: await hashPassword(own, env.PEPPER) })
      .where(eq(users.id, ids[0] ?? 0))
    expect(await signedInBy(email, own)).toBe(401)
    const device = { Cookie: `dev=${deviceCookie(env, ids[0] ?? 0)}` }
    expect(await signedInBy(email, own, device)).toBe(ids[0])
  }
})

test('an address that two accounts have verified names neither, but their usernames do', async () => {
  const { email, ids } = await makeHolders(verified, verified)
  expect(await signedInBy(email)).toBe(401)
  const [first] = await db
    .select()
    .from(users)
    .where(eq(users.id, ids[0] ?? 0))
  expect(await signedInBy(first?.username ?? '')).toBe(ids[0])
  await db
    .update(users)
    .set({ deletedAt: verified })
    .where(eq(users.id, ids[0] ?? 0))
  expect(await signedInBy(email)).toBe(ids[1])
})

test('a username that looks like an address comes before that address', async () => {
  const { email, ids } = await makeHolders(verified)
  const named = await makeUser({ username: email, password: passwordHash })
  expect(await signedInBy(email)).toBe(named.id)
  await db.update(users).set({ deletedAt: verified }).where(eq(users.id, named.id))
  expect([await signedInBy(email), ids.length]).toEqual([401, 1])
})
