import { createExecutionContext, env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { PasskeyQuestion, PasskeyRequest } from '../../schema/accounts/passkey.ts'
import { signInExpiredMessage } from '../../schema/accounts/second-factor.ts'
import { passkeyChallenges, sessions, users } from '../../schema/accounts/tables.ts'
import { app } from '../app.ts'
import { deleteExpiredRecords } from '../operations/cleanup.ts'
import { db, newAddress, origin, request, statusAndText as said, signIn } from '../testing/app.ts'
import { settled } from '../testing/background-work.ts'
import { advanceClock } from '../testing/clock.ts'
import { openOutbox } from '../testing/mail-outbox.ts'
import {
  addKey,
  fetchSignInOptions,
  list,
  makeKey,
  path,
  signChallenge,
  submitPasskey,
  type Tampering,
  tamperings,
} from '../testing/passkey.ts'
import { type SignedInUser, setUpFactor, signInWithPassword } from '../testing/second-factor.ts'
import { startSession } from '../testing/sessions.ts'
import { passkeyExpiredMessage, wrongPasskeyMessage } from './passkey-endpoints.ts'

async function proofOf({ request: call }: Pick<SignedInUser, 'request'>) {
  return PasskeyQuestion.parse(
    await (await call('POST', '/api/reauthenticate/passkey/options')).json(),
  )
}

test('a passkey alone signs in, even if the password needs a second factor', async () => {
  const person = await signInWithPassword(4)
  await setUpFactor(person)
  const { mails } = openOutbox()
  expect(await list(person)).toEqual([])
  const key = await addKey(person)
  expect(key.row).toMatchObject({ name: 'Passkey', lastUsedAt: null })
  const expectedMail = [person.user.email, 'A passkey was added to your Edgecard account']
  await settled()
  expect(mails.map(({ to, subject }) => [to, subject])).toContainEqual(expectedMail)
  const entered = await submitPasskey(key, { counter: 1 })
  expect(entered.status).toBe(200)
  expect(await entered.json()).toMatchObject({ username: person.user.username })
  const cookies = entered.headers.getSetCookie()
  expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual(['sid', 'signed-in', 'dev'])
  const Cookie = cookies[0]?.split(';')[0] ?? ''
  const open = await (await request('GET', '/api/sessions', undefined, { Cookie })).json()
  expect(open).toMatchObject([{ current: true }, { current: false }])
  const [used] = await list(person)
  expect(Date.parse(used?.lastUsedAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
  const log = await (await (await signIn(5)).request('GET', '/api/audit')).text()
  expect(log).toContain('passkey-added')
  const kept = await (await person.request('GET', '/api/account/export')).text()
  expect(kept).toContain(key.id.toString('base64url'))
})

test('the sign-in options are the same for everyone, and only the hash of the challenge is stored', async () => {
  const [one, other] = [await fetchSignInOptions(), await fetchSignInOptions()]
  expect(one).toMatchObject({
    rpId: 'cards.test',
    userVerification: 'required',
    allowCredentials: [],
  })
  expect({ ...one, challenge: '' }).toEqual({ ...other, challenge: '' })
  expect(one.challenge).not.toBe(other.challenge)
  const rows = JSON.stringify(await db.select().from(passkeyChallenges))
  for (const { challenge } of [one, other]) expect(rows).not.toContain(challenge)
})

test('a response that does not match the challenge is rejected', async () => {
  const person = await signInWithPassword()
  const key = await addKey(person)
  for (const [what, slip] of tamperings)
    expect([what, ...(await said(submitPasskey(key, slip)))]).toEqual([
      what,
      401,
      wrongPasskeyMessage,
    ])
  const framed = await said(submitPasskey(key, { crossOrigin: true }))
  expect(framed).toEqual([401, signInExpiredMessage])
  const stranger = await signInWithPassword()
  const otherKey = await addKey(stranger)
  expect(await said(submitPasskey({ ...otherKey, id: key.id, handle: key.handle }))).toEqual([
    401,
    wrongPasskeyMessage,
  ])
  expect((await submitPasskey(key)).status).toBe(200)
})

test('a challenge is valid once, for five minutes and for its purpose', async () => {
  const person = await signInWithPassword()
  const key = await addKey(person)
  const enter = (challenge: string) =>
    request('POST', '/api/login/passkey', signChallenge(key, { challenge }), newAddress())
  const { challenge } = await fetchSignInOptions()
  expect((await enter(challenge)).status).toBe(200)
  const [failed, late] = [await fetchSignInOptions(), await fetchSignInOptions()]
  const wrong = signChallenge(key, failed, { flags: 0b1 })
  expect((await request('POST', '/api/login/passkey', wrong, newAddress())).status).toBe(401)
  const proof = await proofOf(person)
  const unknownKey = 'a'.repeat(43)
  for (const used of [challenge, failed.challenge, proof.challenge, unknownKey])
    expect(await said(enter(used))).toEqual([401, signInExpiredMessage])
  advanceClock(301)
  expect(await said(enter(late.challenge))).toEqual([401, signInExpiredMessage])
  await deleteExpiredRecords(env)
  expect(await db.$count(passkeyChallenges)).toBe(0)
})

test('a signature counter cannot be used twice', async () => {
  const key = await addKey(await signInWithPassword())
  const enter = async (counter: number) => (await submitPasskey(key, { counter })).status
  expect([await enter(5), await enter(5), await enter(4), await enter(0)]).toEqual([
    200, 401, 401, 401,
  ])
  const both = await Promise.all([
    submitPasskey(key, { counter: 6 }),
    submitPasskey(key, { counter: 6 }),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
})

test('deactivated users and removed passkeys are rejected like unknown ones', async () => {
  const person = await signInWithPassword()
  const [deleted, key] = [await addKey(person), await addKey(person)]
  const removed = await person.request('DELETE', `${path}/${deleted.row.id}`)
  expect(removed.status).toBe(204)
  const { key: unknown, id } = makeKey({ challenge: '' })
  await db
    .update(users)
    .set({ deletedAt: new Date().toISOString() })
    .where(eq(users.id, person.user.id))
  for (const one of [deleted, key, { ...key, key: unknown, id }])
    expect(await said(submitPasskey(one))).toEqual([401, wrongPasskeyMessage])
})

test('a passkey reauthenticates its user, in the session of the challenge', async () => {
  const [person, stranger] = [await signInWithPassword(), await signInWithPassword()]
  const [key, otherKey] = [await addKey(person), await addKey(stranger)]
  const at = '/api/reauthenticate/passkey'
  expect((await request('POST', `${at}/options`)).status).toBe(401)
  const authAt = Date.now() - 601_000
  await db.update(sessions).set({ authAt }).where(eq(sessions.userId, person.user.id))
  expect((await person.request('POST', `${path}/options`)).status).toBe(403)
  const options = await proofOf(person)
  expect(options.allowCredentials).toEqual([
    { type: 'public-key', id: key.id.toString('base64url'), transports: ['internal'] },
  ])
  const elsewhere = `sid=${await startSession(db, person.user.id, 'Elsewhere')}`
  const good = signChallenge(key, options)
  expect(await said(request('POST', at, good, { Cookie: elsewhere }))).toEqual([
    400,
    passkeyExpiredMessage,
  ])
  expect(await said(person.request('POST', at, signChallenge(otherKey, options)))).toEqual([
    400,
    wrongPasskeyMessage,
  ])
  const signing = signChallenge(key, await fetchSignInOptions())
  expect(await said(person.request('POST', at, signing))).toEqual([400, passkeyExpiredMessage])
  const given = await person.request('POST', at, signChallenge(key, await proofOf(person)))
  expect(given.status).toBe(204)
  const Cookie = given.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const making = await request('POST', `${path}/options`, undefined, { Cookie })
  expect(making.status).toBe(200)
  const other = signChallenge(key, PasskeyRequest.parse(await making.json()))
  expect(await said(request('POST', at, other, { Cookie }))).toEqual([400, passkeyExpiredMessage])
})

test('challenges and failures are limited per address', async () => {
  const key = await addKey(await signInWithPassword())
  const few = { ...env, LOGIN_FAILURES_PER_ADDRESS: '2' }
  const headers = { ...newAddress(), 'Content-Type': 'application/json' }
  const send = (at: string, sent?: object) => {
    const init = { method: 'POST', headers, body: sent && JSON.stringify(sent) }
    return app.request(`${origin}/api/login/passkey${at}`, init, few, createExecutionContext())
  }
  const responses = [await send('/options'), await send('/options'), await send('/options')]
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 429])
  const enter = async (slip?: Tampering) =>
    send('', signChallenge(key, await fetchSignInOptions(), slip))
  const tries = [await enter(), await enter({ flags: 1 }), await enter(), await enter({ flags: 1 })]
  expect(tries.map(({ status }) => status)).toEqual([200, 401, 200, 401])
  const refused = await enter()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
})
