import { createExecutionContext, env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { passkeyChallenges, passkeys, sessions } from '../../schema/access-tables.ts'
import { mostPasskeys, Passkey, PasskeyQuestion, PasskeyRequest } from '../../schema/passkey.ts'
import { signInOver } from '../../schema/second-factor.ts'
import { users } from '../../schema/tables.ts'
import { app } from '../app.ts'
import {
  noSuchPasskey,
  passkeyOver,
  passkeysFull,
  wrongNewPasskey,
  wrongPasskey,
} from '../policy/passkeys.ts'
import { newAddress } from '../testing/address.ts'
import { db, origin, request, signIn } from '../testing/app.ts'
import { password, type Someone, setUpFactor, someone } from '../testing/factor.ts'
import { openOutbox } from '../testing/outbox.ts'
import { addKey, answer, askedToSignIn, enterWith, makeKey, type Slip } from '../testing/passkey.ts'
import { keepFormerEmail, newEmailRevert } from '../users/email-reverts.ts'
import { issueResetTokens } from '../users/reset-tokens.ts'
import { startSession } from '../users/sessions.ts'
import { sweepAccounts } from '../users/sweep.ts'

const path = '/api/account/passkeys'

async function said(given: Promise<Response> | Response) {
  const answered = await given
  return [answered.status, await answered.text()]
}

const list = async ({ request: call }: Pick<Someone, 'request'>) =>
  Passkey.array().parse(await (await call('GET', path)).json())

async function proofOf({ request: call }: Pick<Someone, 'request'>) {
  return PasskeyQuestion.parse(
    await (await call('POST', '/api/reauthenticate/passkey/options')).json(),
  )
}

function later(seconds: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })
  onTestFinished(() => {
    vi.useRealTimers()
  })
}

test('a passkey signs in by itself, also where a code is asked for after the password', async () => {
  const person = await someone(4)
  await setUpFactor(person)
  const { mails } = openOutbox()
  expect(await list(person)).toEqual([])
  const key = await addKey(person)
  expect(key.row).toMatchObject({ name: 'Passkey', lastUsedAt: null })
  expect(mails.map(({ to, subject }) => [to, subject])).toContainEqual([
    person.user.email,
    'A passkey of your Edgecard account was added',
  ])
  const entered = await enterWith(key, { counter: 1 })
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
  expect(log).toContain(`POST ${path}`)
  const kept = await (await person.request('GET', '/api/account/export')).text()
  expect(kept).toContain(key.id.toString('base64url'))
})

test('everybody who wants to sign in is asked the same, and only the hash of it is stored', async () => {
  const [one, other] = [await askedToSignIn(), await askedToSignIn()]
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

const slips: [string, Slip][] = [
  ['made for another site', { origin: 'https://cards.test.evil.example' }],
  ['made over https', { origin: 'https://cards.test' }],
  ['made by a key of another site', { site: 'evil.example' }],
  ['that creates a key', { type: 'webauthn.create' }],
  ['without the person verified', { flags: 0b1 }],
  ['without the person there', { flags: 0b100 }],
  ['for another account', { handle: 'a'.repeat(43) }],
]

test('an answer that is not what was asked for signs nobody in', async () => {
  const person = await someone()
  const key = await addKey(person)
  for (const [what, slip] of slips)
    expect([what, ...(await said(enterWith(key, slip)))]).toEqual([what, 401, wrongPasskey])
  const framed = await said(enterWith(key, { crossOrigin: true }))
  expect(framed).toEqual([401, signInOver])
  const stranger = await someone()
  const theirs = await addKey(stranger)
  expect(await said(enterWith({ ...theirs, id: key.id, handle: key.handle }))).toEqual([
    401,
    wrongPasskey,
  ])
  expect((await enterWith(key)).status).toBe(200)
})

test('a challenge is good for one answer, five minutes, and what it was given out for', async () => {
  const person = await someone()
  const key = await addKey(person)
  const enter = (challenge: string) =>
    request('POST', '/api/login/passkey', answer(key, { challenge }), newAddress())
  const { challenge } = await askedToSignIn()
  expect((await enter(challenge)).status).toBe(200)
  const [failed, late] = [await askedToSignIn(), await askedToSignIn()]
  const wrong = answer(key, failed, { flags: 0b1 })
  expect((await request('POST', '/api/login/passkey', wrong, newAddress())).status).toBe(401)
  const proof = await proofOf(person)
  const nobodys = 'a'.repeat(43)
  for (const used of [challenge, failed.challenge, proof.challenge, nobodys])
    expect(await said(enter(used))).toEqual([401, signInOver])
  later(301)
  expect(await said(enter(late.challenge))).toEqual([401, signInOver])
  await sweepAccounts(env)
  expect(await db.$count(passkeyChallenges)).toBe(0)
})

test('of a passkey that counts no count is taken twice', async () => {
  const key = await addKey(await someone())
  const enter = async (counter: number) => (await enterWith(key, { counter })).status
  expect([await enter(5), await enter(5), await enter(4), await enter(0)]).toEqual([
    200, 401, 401, 401,
  ])
  const both = await Promise.all([enterWith(key, { counter: 6 }), enterWith(key, { counter: 6 })])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
})

test('who is deactivated, and what was removed, is refused like what never was', async () => {
  const person = await someone()
  const [gone, key] = [await addKey(person), await addKey(person)]
  const removed = await person.request('DELETE', `${path}/${gone.row.id}`)
  expect(removed.status).toBe(204)
  const { key: unknown, id } = makeKey({ challenge: '' })
  await db
    .update(users)
    .set({ deletedAt: new Date().toISOString() })
    .where(eq(users.id, person.user.id))
  for (const one of [gone, key, { ...key, key: unknown, id }])
    expect(await said(enterWith(one))).toEqual([401, wrongPasskey])
})

test('a passkey of one’s own proves again who one is, in the session that asked', async () => {
  const [person, stranger] = [await someone(), await someone()]
  const [key, theirs] = [await addKey(person), await addKey(stranger)]
  const at = '/api/reauthenticate/passkey'
  expect((await request('POST', `${at}/options`)).status).toBe(401)
  const authAt = Date.now() - 601_000
  await db.update(sessions).set({ authAt }).where(eq(sessions.userId, person.user.id))
  expect((await person.request('POST', `${path}/options`)).status).toBe(403)
  const asked = await proofOf(person)
  expect(asked.allowCredentials).toEqual([
    { type: 'public-key', id: key.id.toString('base64url'), transports: ['internal'] },
  ])
  const elsewhere = `sid=${await startSession(db, person.user.id, 'Elsewhere')}`
  const good = answer(key, asked)
  expect(await said(request('POST', at, good, { Cookie: elsewhere }))).toEqual([400, passkeyOver])
  expect(await said(person.request('POST', at, answer(theirs, asked)))).toEqual([400, wrongPasskey])
  const signing = answer(key, await askedToSignIn())
  expect(await said(person.request('POST', at, signing))).toEqual([400, passkeyOver])
  const given = await person.request('POST', at, answer(key, await proofOf(person)))
  expect(given.status).toBe(204)
  const Cookie = given.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const making = await request('POST', `${path}/options`, undefined, { Cookie })
  expect(making.status).toBe(200)
  const other = answer(key, PasskeyRequest.parse(await making.json()))
  expect(await said(request('POST', at, other, { Cookie }))).toEqual([400, passkeyOver])
})

test('only a new key, made here, by the person, in the session that asked, is added', async () => {
  const person = await someone()
  expect((await request('POST', `${path}/options`)).status).toBe(401)
  expect((await request('POST', path, {})).status).toBe(401)
  const ask = async () =>
    PasskeyRequest.parse(await (await person.request('POST', `${path}/options`)).json())
  const add = (sent: object, headers = {}) => person.request('POST', path, sent, headers)
  for (const [what, slip] of slips.filter(([, { handle }]) => !handle)) {
    const type = slip.type ? 'webauthn.get' : 'webauthn.create'
    const { sent } = makeKey(await ask(), { ...slip, type, ...(slip.flags && withKey(slip.flags)) })
    expect([what, ...(await said(add(sent)))]).toEqual([what, 400, wrongNewPasskey])
  }
  const cookie = { Cookie: `sid=${await startSession(db, person.user.id, 'Elsewhere')}` }
  expect(await said(add(makeKey(await ask()).sent, cookie))).toEqual([400, passkeyOver])
  const { sent } = makeKey(await ask())
  expect((await add(sent)).status).toBe(201)
  expect(await said(add(sent))).toEqual([400, passkeyOver])
  const late = makeKey(await ask())
  const stranger = await addKey(await someone())
  const taken = makeKey(await ask(), { id: stranger.id })
  expect(await said(add(taken.sent))).toEqual([400, wrongNewPasskey])
  for (const junk of [{}, { ...sent, id: 'a b' }, { ...sent, more: 1 }])
    expect((await add(junk)).status).toBe(400)
  later(301)
  expect(await said(add(late.sent))).toEqual([400, passkeyOver])
  expect(await list(person)).toHaveLength(1)
})

test('nobody has more than ten', async () => {
  const person = await someone()
  const ask = () => person.request('POST', `${path}/options`)
  const last = makeKey(PasskeyRequest.parse(await (await ask()).json()))
  const row = { userId: person.user.id, name: 'n', publicKey: 'k', counter: 0, transports: [] }
  const rows = Array.from({ length: mostPasskeys }, (_, at) => ({
    ...row,
    id: `${at}`,
    credentialId: `${at}`,
    createdAt: at,
  }))
  await db.insert(passkeys).values(rows)
  expect(await said(ask())).toEqual([409, passkeysFull])
  expect(await said(person.request('POST', path, last.sent))).toEqual([409, passkeysFull])
})

test('a passkey is renamed and removed by its owner alone; removing it signs out everywhere else', async () => {
  const [person, stranger] = [await someone(), await someone(5)]
  const key = await addKey(person)
  const { mails } = openOutbox()
  const of = `${path}/${key.row.id}`
  expect((await request('PATCH', of, { name: 'Phone' })).status).toBe(401)
  expect((await request('DELETE', of)).status).toBe(401)
  for (const name of ['', ' ', 'x'.repeat(61)])
    expect((await person.request('PATCH', of, { name })).status).toBe(400)
  expect(await said(stranger.request('PATCH', of, { name: 'Mine' }))).toEqual([404, noSuchPasskey])
  expect(await said(stranger.request('DELETE', of))).toEqual([404, noSuchPasskey])
  const renamed = await person.request('PATCH', of, { name: ' Phone ' })
  expect(await renamed.json()).toEqual({ ...key.row, name: 'Phone' })
  const elsewhere = { Cookie: `sid=${await startSession(db, person.user.id, 'Elsewhere')}` }
  expect((await person.request('DELETE', of)).status).toBe(204)
  expect((await request('GET', '/api/user', undefined, elsewhere)).status).toBe(401)
  expect(await list(person)).toEqual([])
  expect(mails).toMatchObject([{ subject: 'A passkey of your Edgecard account was removed' }])
  expect(mails[0]?.text).toContain('"Phone"')
})

test('what gives an account back to its owner removes every passkey, and a change of the password none', async () => {
  const admin = await someone(5)
  const change = { currentPassword: password, newPassword: 'other horse' }
  const happenings: [number, (person: Someone) => Promise<unknown>][] = [
    [200, ({ request: call }) => call('POST', '/api/update-password', change)],
    [401, ({ user }) => resetPassword(user.email)],
    [401, ({ user }) => revertEmail(user)],
    [401, ({ user }) => admin.request('PATCH', `/api/users/${user.id}`, { password: 'another' })],
    [200, ({ user }) => admin.request('PATCH', `/api/users/${user.id}`, { fullName: 'An Other' })],
  ]
  for (const [status, happen] of happenings) {
    const person = await someone()
    const key = await addKey(person)
    await happen(person)
    expect([String(happen), (await enterWith(key)).status]).toEqual([String(happen), status])
  }
})

test('an address asks and fails only so often', async () => {
  const key = await addKey(await someone())
  const few = { ...env, LOGIN_FAILURES_PER_ADDRESS: '2' }
  const headers = { ...newAddress(), 'Content-Type': 'application/json' }
  const send = (at: string, sent?: object) => {
    const init = { method: 'POST', headers, body: sent && JSON.stringify(sent) }
    return app.request(`${origin}/api/login/passkey${at}`, init, few, createExecutionContext())
  }
  const asked = [await send('/options'), await send('/options'), await send('/options')]
  expect(asked.map(({ status }) => status)).toEqual([200, 200, 429])
  const enter = async (slip?: Slip) => send('', answer(key, await askedToSignIn(), slip))
  const tries = [await enter(), await enter({ flags: 1 }), await enter(), await enter({ flags: 1 })]
  expect(tries.map(({ status }) => status)).toEqual([200, 401, 200, 401])
  const refused = await enter()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
})

function withKey(flags: number) {
  return { flags: flags | 0b1000000 }
}

async function resetPassword(email: string) {
  const [issued] = await issueResetTokens(db, email)
  const sent = { token: issued?.token, password: 'other horse' }
  const reset = await request('POST', '/api/reset-password/confirm', sent, newAddress())
  expect(reset.status).toBe(200)
}

async function revertEmail(user: Someone['user']) {
  const { token, ...revert } = await newEmailRevert(env, { former: user, origin })
  const changed = { id: user.id, email: 'other@cards.test', may: undefined }
  await db.batch(keepFormerEmail(db, { ...changed, revert }))
  const back = await request('POST', '/api/account/email-revert', { token }, newAddress())
  expect(back.status).toBe(200)
}
