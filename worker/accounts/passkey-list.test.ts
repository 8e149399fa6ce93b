import { env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { maxPasskeys, PasskeyRequest } from '../../schema/accounts/passkey.ts'
import { passkeys } from '../../schema/accounts/tables.ts'
import { db, newAddress, origin, request, statusAndText as said } from '../testing/app.ts'
import { settled } from '../testing/background-work.ts'
import { advanceClock } from '../testing/clock.ts'
import { openOutbox } from '../testing/mail-outbox.ts'
import { addKey, list, makeKey, path, submitPasskey, tamperings } from '../testing/passkey.ts'
import { password, type SignedInUser, signInWithPassword } from '../testing/second-factor.ts'
import { startSession } from '../testing/sessions.ts'
import { newEmailRevert, storeEmailRevert } from './email-change.ts'
import {
  passkeyExpiredMessage,
  passkeyNotFoundMessage,
  tooManyPasskeysMessage,
  wrongNewPasskeyMessage,
} from './passkey-endpoints.ts'
import { issueResetTokens } from './password-reset.ts'

test('only a new passkey, made on this site by the verified user in the session of the challenge, is added', async () => {
  const person = await signInWithPassword()
  expect((await request('POST', `${path}/options`)).status).toBe(401)
  expect((await request('POST', path, {})).status).toBe(401)
  const fetchOptions = async () =>
    PasskeyRequest.parse(await (await person.request('POST', `${path}/options`)).json())
  const add = (sent: object, headers = {}) => person.request('POST', path, sent, headers)
  for (const [what, slip] of tamperings.filter(([, { handle }]) => !handle)) {
    const type = slip.type ? 'webauthn.get' : 'webauthn.create'
    const { sent } = makeKey(await fetchOptions(), {
      ...slip,
      type,
      ...(slip.flags && withKey(slip.flags)),
    })
    expect([what, ...(await said(add(sent)))]).toEqual([what, 400, wrongNewPasskeyMessage])
  }
  const cookie = { Cookie: `sid=${await startSession(db, person.user.id, 'Elsewhere')}` }
  expect(await said(add(makeKey(await fetchOptions()).sent, cookie))).toEqual([
    400,
    passkeyExpiredMessage,
  ])
  const { sent } = makeKey(await fetchOptions())
  expect((await add(sent)).status).toBe(201)
  expect(await said(add(sent))).toEqual([400, passkeyExpiredMessage])
  const late = makeKey(await fetchOptions())
  const stranger = await addKey(await signInWithPassword())
  const taken = makeKey(await fetchOptions(), { id: stranger.id })
  expect(await said(add(taken.sent))).toEqual([400, wrongNewPasskeyMessage])
  for (const invalid of [{}, { ...sent, id: 'a b' }, { ...sent, more: 1 }])
    expect((await add(invalid)).status).toBe(400)
  advanceClock(301)
  expect(await said(add(late.sent))).toEqual([400, passkeyExpiredMessage])
  expect(await list(person)).toHaveLength(1)
})

test('a user has at most ten passkeys', async () => {
  const person = await signInWithPassword()
  const fetchOptions = () => person.request('POST', `${path}/options`)
  const last = makeKey(PasskeyRequest.parse(await (await fetchOptions()).json()))
  const row = { userId: person.user.id, name: 'n', publicKey: 'k', counter: 0, transports: [] }
  const rows = Array.from({ length: maxPasskeys }, (_, at) => ({
    ...row,
    id: `${at}`,
    credentialId: `${at}`,
    createdAt: at,
  }))
  await db.insert(passkeys).values(rows)
  expect(await said(fetchOptions())).toEqual([409, tooManyPasskeysMessage])
  expect(await said(person.request('POST', path, last.sent))).toEqual([409, tooManyPasskeysMessage])
})

test('only the owner can rename and remove a passkey; removing it ends all other sessions', async () => {
  const [person, stranger] = [await signInWithPassword(), await signInWithPassword(5)]
  const key = await addKey(person)
  const { mails } = openOutbox()
  const of = `${path}/${key.row.id}`
  expect((await request('PATCH', of, { name: 'Phone' })).status).toBe(401)
  expect((await request('DELETE', of)).status).toBe(401)
  for (const name of ['', ' ', 'x'.repeat(61)])
    expect((await person.request('PATCH', of, { name })).status).toBe(400)
  expect(await said(stranger.request('PATCH', of, { name: 'Mine' }))).toEqual([
    404,
    passkeyNotFoundMessage,
  ])
  expect(await said(stranger.request('DELETE', of))).toEqual([404, passkeyNotFoundMessage])
  const renamed = await person.request('PATCH', of, { name: ' Phone ' })
  expect(await renamed.json()).toEqual({ ...key.row, name: 'Phone' })
  const elsewhere = { Cookie: `sid=${await startSession(db, person.user.id, 'Elsewhere')}` }
  expect((await person.request('DELETE', of)).status).toBe(204)
  expect((await request('GET', '/api/user', undefined, elsewhere)).status).toBe(401)
  expect(await list(person)).toEqual([])
  const subject = 'A passkey was removed from your Edgecard account'
  const findMail = () => mails.find((mail) => mail.subject === subject)
  await settled()
  expect(findMail()?.text).toContain('"Phone"')
})

test('account recovery removes every passkey, and a change of password none', async () => {
  const admin = await signInWithPassword(5)
  const change = { currentPassword: password, newPassword: 'other horse' }
  const recoveries: [number, (person: SignedInUser) => Promise<Response>][] = [
    [200, ({ request: call }) => call('POST', '/api/update-password', change)],
    [401, ({ user }) => resetPassword(user.email)],
    [401, ({ user }) => revertEmail(user)],
    [
      401,
      ({ user }) => admin.request('PATCH', `/api/users/${user.id}`, { password: 'another horse' }),
    ],
    [200, ({ user }) => admin.request('PATCH', `/api/users/${user.id}`, { fullName: 'An Other' })],
  ]
  for (const [status, recover] of recoveries) {
    const person = await signInWithPassword()
    const key = await addKey(person)
    expect([String(recover), (await recover(person)).ok]).toEqual([String(recover), true])
    expect([String(recover), (await submitPasskey(key)).status]).toEqual([String(recover), status])
  }
})

function withKey(flags: number) {
  return { flags: flags | 0b1000000 }
}

async function resetPassword(email: string) {
  const [issued] = await issueResetTokens(db, email)
  const sent = { token: issued?.token, password: 'other horse' }
  return request('POST', '/api/reset-password/confirm', sent, newAddress())
}

async function revertEmail(user: SignedInUser['user']) {
  const { token, ...revert } = await newEmailRevert(env, { former: user, origin })
  const changed = { id: user.id, email: 'other@cards.test', may: undefined }
  await db.batch(storeEmailRevert(db, { ...changed, revert }))
  return request('POST', '/api/account/email-revert', { token }, newAddress())
}
