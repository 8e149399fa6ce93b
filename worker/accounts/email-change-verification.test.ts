import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { emailReverts, users } from '../../schema/accounts/tables.ts'
import { db, makeUser, newAddress, request, signIn } from '../testing/app.ts'
import { settled } from '../testing/background-work.ts'
import {
  confirmEmail,
  invalidLink,
  isVerified,
  verificationTokens,
} from '../testing/email-verification.ts'
import { openOutbox } from '../testing/mail-outbox.ts'

await makeUser({ id: 1, accessLevel: 5 })

test('a new address must be verified, and its links are valid for no other', async () => {
  const { mails } = openOutbox()
  const me = await signIn(1)
  const change = async (email: string) => {
    const profile = { fullName: 'Ada', email, phone: null }
    const response = await me.request('PUT', `/api/users/${me.user.id}`, profile)
    return response.json<{ emailVerified: boolean }>()
  }
  const name = crypto.randomUUID()
  const [first, second] = [`1-${name}@cards.test`, `2-${name}@cards.test`]
  expect(await change(me.user.email)).toMatchObject({ emailVerified: true })
  expect(await change(first)).toMatchObject({ emailVerified: false })
  await settled()
  expect(verificationTokens(mails, first)).toHaveLength(1)
  expect(mails.map(({ to }) => to)).toContain(me.user.email)
  const sent = mails.length
  expect(await change(second)).toMatchObject({ emailVerified: false })
  await settled()
  expect(verificationTokens(mails, second)).toHaveLength(1)
  // The previous address was unverified, so it receives neither a notice nor an undo link.
  expect(mails).toHaveLength(sent + 1)
  expect(await db.$count(emailReverts, eq(emailReverts.userId, me.user.id))).toBe(1)
  await change(first)
  expect(await confirmEmail(verificationTokens(mails, first)[0])).toEqual(invalidLink)
  expect(await confirmEmail(verificationTokens(mails, second)[0])).toEqual(invalidLink)
  expect(await isVerified(me.user.id)).toBe(false)
})

test('a link verifies only the address it was sent to', async () => {
  const { mails } = openOutbox()
  const email = `${crypto.randomUUID()}@cards.test`
  const me = await signIn(1, { email, emailVerifiedAt: null })
  await me.request('POST', '/api/account/email-verification')
  await settled()
  expect(verificationTokens(mails, email)).toHaveLength(1)
  // Like a change of address that did not void the link.
  await db
    .update(users)
    .set({ email: `2-${email}` })
    .where(eq(users.id, me.user.id))
  expect(await confirmEmail(verificationTokens(mails, email)[0])).toEqual(invalidLink)
  expect(await isVerified(me.user.id)).toBe(false)
})

test('undoing a change verifies the former address', async () => {
  const { mails } = openOutbox()
  const me = await signIn(1)
  const taken = `${crypto.randomUUID()}@cards.test`
  await me.request('PUT', `/api/users/${me.user.id}`, {
    fullName: 'Ada',
    email: taken,
    phone: null,
  })
  const reverts = () => mails.flatMap(({ text }) => /#revert=([\w-]{43})/.exec(text)?.[1] ?? [])
  await settled()
  expect([reverts().length, verificationTokens(mails, taken).length]).toEqual([1, 1])
  const body = { token: reverts()[0] }
  expect((await request('POST', '/api/account/email-revert', body, newAddress())).status).toBe(200)
  expect(await isVerified(me.user.id)).toBe(true)
  expect(await confirmEmail(verificationTokens(mails, taken)[0])).toEqual(invalidLink)
})

test('an address set by an admin must be verified', async () => {
  const { mails } = openOutbox()
  const { request: asAdmin } = await signIn(4)
  const { id } = await makeUser()
  const email = `${crypto.randomUUID()}@cards.test`
  const edited = await (await asAdmin('PATCH', `/api/users/${id}`, { email })).json()
  expect(edited).toMatchObject({ email, emailVerified: false })
  await settled()
  expect(verificationTokens(mails, email)).toHaveLength(1)
  const renamed = await (
    await asAdmin('PATCH', `/api/users/${id}`, { fullName: 'Ada', email })
  ).json()
  expect(renamed).toMatchObject({ emailVerified: false })
  expect((await confirmEmail(verificationTokens(mails, email)[0]))[0]).toBe(200)
})
