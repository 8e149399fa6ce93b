import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { emailVerifications, resetTokens, users } from '../../schema/accounts/tables.ts'
import { deleteExpiredRecords } from '../operations/cleanup.ts'
import {
  cookieHeader,
  db,
  makeCard,
  makeUser,
  newAddress,
  request,
  signIn,
} from '../testing/app.ts'
import { settled } from '../testing/background-work.ts'
import {
  confirmEmail,
  invalidLink,
  unverified,
  verificationTokens,
} from '../testing/email-verification.ts'
import { openOutbox } from '../testing/mail-outbox.ts'
import { password, signInWithPassword } from '../testing/second-factor.ts'

await makeUser({ id: 1, accessLevel: 5 })

function registration(email = `${crypto.randomUUID()}@cards.test`) {
  const username = `New.${crypto.randomUUID().slice(0, 8)}`
  return { username, fullName: 'Grace Hopper', email, password }
}

test('a registered account works at once, and the emailed link verifies its address', async () => {
  const { mails } = openOutbox()
  const form = registration()
  const response = await request('POST', '/api/register', form, newAddress())
  expect(await response.clone().json()).toMatchObject({ emailVerified: false })
  const own = { Cookie: cookieHeader(response) }
  await settled()
  expect(verificationTokens(mails, form.email)).toHaveLength(1)
  const [token = ''] = verificationTokens(mails, form.email)
  expect(JSON.stringify(await db.select().from(emailVerifications).all())).not.toContain(token)
  expect((await request('GET', `/auth?v=${token}`)).status).toBe(200)
  const me = () => request('GET', '/api/user', undefined, own).then((got) => got.json())
  expect(await me()).toMatchObject({ emailVerified: false })
  expect((await confirmEmail(token))[0]).toBe(200)
  expect(await me()).toMatchObject({ emailVerified: true })
  // A second use returns the same and changes nothing.
  expect((await confirmEmail(token))[0]).toBe(200)
  const again = await request('POST', '/api/account/email-verification', undefined, own)
  expect([again.status, await again.text()]).toEqual([
    409,
    'Your email address is already confirmed.',
  ])
})

test('the email to an unverified address contains no text from the registration', async () => {
  const { mails } = openOutbox()
  const chosen = { username: 'Refund.499.USD', fullName: 'Refund 499 USD: call +1 900 555 0199' }
  const form = { ...registration(), ...chosen }
  expect((await request('POST', '/api/register', form, newAddress())).status).toBe(201)
  await settled()
  expect(mails).toHaveLength(1)
  expect(JSON.stringify(mails)).not.toMatch(/Refund|499.USD|900 555/)
})

test('an unverified address receives only the verification link', async () => {
  const { mails } = openOutbox()
  const me = await signInWithPassword(1, unverified)
  const { id, email } = me.user
  const card = await makeCard({
    userId: id,
    formConfig: {
      fields: [{ key: 'name', label: null, required: false }],
      consent: null,
      thanks: null,
    },
  })
  const formData = { name: 'Grace' }
  await request('POST', '/api/form-submissions', { cardId: card.id, formData }, newAddress())
  await request('POST', '/api/reset-password', { email }, newAddress())
  const admin = await signIn(5)
  const leaver = await makeCard()
  await admin.request('POST', `/api/users/${leaver.userId}/handover`, { to: id })
  const newPassword = 'newer horse'
  await admin.request('PATCH', `/api/users/${id}`, { password: newPassword })
  await request(
    'POST',
    '/api/login',
    { username: me.user.username, password: newPassword },
    newAddress(),
  )
  await settled()
  expect(verificationTokens(mails, email).length).toBeGreaterThan(0)
  const subjects = new Set(mails.filter(({ to }) => to === email).map(({ subject }) => subject))
  expect([...subjects]).toEqual(['Confirm your email address for Edgecard'])
  expect((await confirmEmail(verificationTokens(mails, email)[0]))[0]).toBe(200)
  await request('POST', '/api/reset-password', { email }, newAddress())
  await settled()
  expect(mails.some(({ to, text }) => to === email && text.includes('/auth#t='))).toBe(true)
})

test('unverified accounts with the same address neither block nor receive reset links', async () => {
  const { mails } = openOutbox()
  const { email } = await makeUser()
  const squatters = Array.from({ length: 8 }, () => makeUser({ email, ...unverified }))
  const ids = (await Promise.all(squatters)).map(({ id }) => id)
  const real = await makeUser({ email: email.toUpperCase() })
  await request('POST', '/api/reset-password', { email }, newAddress())
  await settled()
  expect(mails).toHaveLength(2)
  expect(mails.map(({ text }) => text).join()).toContain(real.username)
  expect(verificationTokens(mails, email)).toEqual([])
  for (const id of ids) expect(await db.$count(resetTokens, eq(resetTokens.userId, id))).toBe(0)
})

test('the first sign-in to an account created by an admin sends the link, the next none', async () => {
  const { mails } = openOutbox()
  const { request: asAdmin } = await signIn(4)
  const form = { ...registration(), accessLevel: 1 }
  const created = await (await asAdmin('POST', '/api/users', form)).json()
  expect(created).toMatchObject({ emailVerified: false })
  const login = () =>
    request('POST', '/api/login', { username: form.username, password }, newAddress())
  expect(mails).toEqual([])
  expect((await login()).status).toBe(200)
  await settled()
  expect(verificationTokens(mails, form.email)).toHaveLength(1)
  expect((await login()).status).toBe(200)
  await settled()
  expect(verificationTokens(mails, form.email)).toHaveLength(1)
})

test('a link can be requested four times a day', async () => {
  const { mails } = openOutbox()
  const me = await signIn(1, unverified)
  const again = () => me.request('POST', '/api/account/email-verification')
  const responses = await Promise.all(Array.from({ length: 20 }, again))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(4)
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(16)
  await settled()
  expect(verificationTokens(mails, me.user.email)).toHaveLength(4)
  // All of them are valid.
  for (const token of verificationTokens(mails, me.user.email))
    expect((await confirmEmail(token))[0]).toBe(200)
})

test.each(['', 'A'.repeat(42), 'A'.repeat(43), `${'A'.repeat(42)}'`])(
  'POST /api/account/email-verification/confirm rejects the token %j',
  async (token) => {
    expect(await confirmEmail(token)).toEqual(invalidLink)
  },
)

test('a link expires 72 hours after the latest time of its email, and is invalid for a deleted user', async () => {
  const { mails } = openOutbox()
  const me = await signIn(1, unverified)
  await me.request('POST', '/api/account/email-verification')
  await settled()
  expect(verificationTokens(mails, me.user.email)).toHaveLength(1)
  const [token] = verificationTokens(mails, me.user.email)
  await db.update(users).set({ deletedAt: 'now' }).where(eq(users.id, me.user.id))
  expect(await confirmEmail(token)).toEqual(invalidLink)
  await db.update(users).set({ deletedAt: null }).where(eq(users.id, me.user.id))
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + (72 + 6 * 24) * 3_600_000 + 1000 })
  expect(await confirmEmail(token)).toEqual(invalidLink)
  await deleteExpiredRecords(env)
  vi.useRealTimers()
  expect(await db.$count(emailVerifications, eq(emailVerifications.userId, me.user.id))).toBe(0)
})
