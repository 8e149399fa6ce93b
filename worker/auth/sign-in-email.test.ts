/** Sign-in by email address. `enumeration.test.ts` and `lockout.test.ts` test what it does not reveal. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../schema/tables.ts'
import { db, makeUser, newAddress, request } from '../testing/app.ts'
import { passwordHash, password as right } from '../testing/second-factor.ts'

/** The id of the user who is signed in by this name, or the status of the refusal. */
async function signedInBy(username: string, password = right): Promise<unknown> {
  const response = await request('POST', '/api/login', { username, password }, newAddress())
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

test('an address that nobody has verified names the only account that has it', async () => {
  const one = await makeHolders(null)
  expect(await signedInBy(one.email)).toBe(one.ids[0])
  const two = await makeHolders(null, null)
  expect(await signedInBy(two.email)).toBe(401)
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
