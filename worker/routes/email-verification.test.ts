import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { emailReverts, emailVerifications, resetTokens } from '../../schema/access-tables.ts'
import { users } from '../../schema/tables.ts'
import {
  cookieHeader,
  db,
  eventually,
  makeCard,
  makeUser,
  newAddress,
  request,
  signIn,
  statusAndText,
} from '../testing/app.ts'
import { openOutbox } from '../testing/mail-outbox.ts'
import { password, signInWithPassword } from '../testing/second-factor.ts'
import { eraseDeletedAccounts } from '../users/cleanup.ts'

await makeUser({ id: 1, accessLevel: 5 })

type Mails = ReturnType<typeof openOutbox>['mails']

const invalidLink = [400, 'This link is invalid or has expired. Sign in to get a new one.']
const unverified = { emailVerifiedAt: null }

function registration(email = `${crypto.randomUUID()}@cards.test`) {
  const username = `New.${crypto.randomUUID().slice(0, 8)}`
  return { username, fullName: 'Grace Hopper', email, password }
}

function tokensIn(mails: Mails, to: string): string[] {
  const texts = mails.filter((mail) => mail.to === to).map(({ text }) => text)
  return texts.flatMap((text) => /\/auth#v=([\w-]{43})\n/.exec(text)?.[1] ?? [])
}

function confirm(token = '') {
  const body = { token }
  return statusAndText(
    request('POST', '/api/account/email-verification/confirm', body, newAddress()),
  )
}

async function isVerified(id: number) {
  const row = await db.select().from(users).where(eq(users.id, id)).get()
  return row?.emailVerifiedAt !== null
}

/** Lets what is sent after an answer be sent: a letter to somebody else, asked for later, has come. */
async function waitForOtherEmail(mails: Mails) {
  const { email } = await makeUser()
  await request('POST', '/api/reset-password', { email }, newAddress())
  await eventually(() => expect(mails.map(({ to }) => to)).toContain(email))
}

test('a registration works at once, and its address is confirmed by the link mailed to it', async () => {
  const { mails } = openOutbox()
  const form = registration()
  const answer = await request('POST', '/api/register', form, newAddress())
  expect(await answer.clone().json()).toMatchObject({ emailVerified: false })
  const own = { Cookie: cookieHeader(answer) }
  await eventually(() => expect(tokensIn(mails, form.email)).toHaveLength(1))
  const [token = ''] = tokensIn(mails, form.email)
  expect(JSON.stringify(await db.select().from(emailVerifications).all())).not.toContain(token)
  expect((await request('GET', `/auth?v=${token}`)).status).toBe(200)
  const me = () => request('GET', '/api/user', undefined, own).then((got) => got.json())
  expect(await me()).toMatchObject({ emailVerified: false })
  expect((await confirm(token))[0]).toBe(200)
  expect(await me()).toMatchObject({ emailVerified: true })
  // A second press says the same and changes nothing.
  expect((await confirm(token))[0]).toBe(200)
  const again = await request('POST', '/api/account/email-verification', undefined, own)
  expect([again.status, await again.text()]).toEqual([
    409,
    'Your email address is already confirmed.',
  ])
})

test('the letter to an address that nobody confirmed says nothing that the one who typed it chose', async () => {
  const { mails } = openOutbox()
  const chosen = 'Refund 499 USD: call +1 900 555 0199'
  const form = { ...registration(), username: chosen, fullName: chosen }
  expect((await request('POST', '/api/register', form, newAddress())).status).toBe(201)
  await eventually(() => expect(mails).toHaveLength(1))
  expect(JSON.stringify(mails)).not.toMatch(/Refund|499|900/)
})

test('an address that is not confirmed gets nothing but the link that confirms it', async () => {
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
  await eventually(() => expect(tokensIn(mails, email).length).toBeGreaterThan(0))
  await waitForOtherEmail(mails)
  const subjects = new Set(mails.filter(({ to }) => to === email).map(({ subject }) => subject))
  expect([...subjects]).toEqual(['Confirm your email address for Edgecard'])
  expect((await confirm(tokensIn(mails, email)[0]))[0]).toBe(200)
  await request('POST', '/api/reset-password', { email }, newAddress())
  await eventually(() =>
    expect(mails.some(({ to, text }) => to === email && text.includes('/auth#t='))).toBe(true),
  )
})

test('accounts that squat on an address keep nobody from a reset link, and are no concern of its owner', async () => {
  const { mails } = openOutbox()
  const { email } = await makeUser()
  const squatters = Array.from({ length: 8 }, () => makeUser({ email, ...unverified }))
  const ids = (await Promise.all(squatters)).map(({ id }) => id)
  const real = await makeUser({ email: email.toUpperCase() })
  await request('POST', '/api/reset-password', { email }, newAddress())
  await eventually(() => expect(mails).toHaveLength(2))
  expect(mails.map(({ text }) => text).join()).toContain(real.username)
  expect(tokensIn(mails, email)).toEqual([])
  for (const id of ids) expect(await db.$count(resetTokens, eq(resetTokens.userId, id))).toBe(0)
})

test('the first sign-in to an account that an administrator made brings the link, the next one none', async () => {
  const { mails } = openOutbox()
  const { request: mine } = await signIn(4)
  const form = { ...registration(), accessLevel: 1 }
  const created = await (await mine('POST', '/api/users', form)).json()
  expect(created).toMatchObject({ emailVerified: false })
  const login = () =>
    request('POST', '/api/login', { username: form.username, password }, newAddress())
  expect(mails).toEqual([])
  expect((await login()).status).toBe(200)
  await eventually(() => expect(tokensIn(mails, form.email)).toHaveLength(1))
  expect((await login()).status).toBe(200)
  await waitForOtherEmail(mails)
  expect(tokensIn(mails, form.email)).toHaveLength(1)
})

test('a link can be sent again four times a day', async () => {
  const { mails } = openOutbox()
  const me = await signIn(1, unverified)
  const again = () => me.request('POST', '/api/account/email-verification')
  const answers = await Promise.all(Array.from({ length: 20 }, again))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(4)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(16)
  await eventually(() => expect(tokensIn(mails, me.user.email)).toHaveLength(4))
  // Each of them is good.
  for (const token of tokensIn(mails, me.user.email)) expect((await confirm(token))[0]).toBe(200)
})

test('another address is confirmed anew, and its links are for no other', async () => {
  const { mails } = openOutbox()
  const me = await signIn(1)
  const change = async (email: string) => {
    const profile = { fullName: 'Ada', email, phone: null }
    const answer = await me.request('PUT', `/api/users/${me.user.id}`, profile)
    return answer.json<{ emailVerified: boolean }>()
  }
  const name = crypto.randomUUID()
  const [first, second] = [`1-${name}@cards.test`, `2-${name}@cards.test`]
  expect(await change(me.user.email)).toMatchObject({ emailVerified: true })
  expect(await change(first)).toMatchObject({ emailVerified: false })
  await eventually(() => expect(tokensIn(mails, first)).toHaveLength(1))
  await eventually(() => expect(mails.map(({ to }) => to)).toContain(me.user.email))
  const sent = mails.length
  expect(await change(second)).toMatchObject({ emailVerified: false })
  await eventually(() => expect(tokensIn(mails, second)).toHaveLength(1))
  // The address between was not confirmed: it is told nothing, and gets no link that takes the change back.
  await waitForOtherEmail(mails)
  expect(mails.length).toBe(sent + 2)
  expect(await db.$count(emailReverts, eq(emailReverts.userId, me.user.id))).toBe(1)
  await change(first)
  expect(await confirm(tokensIn(mails, first)[0])).toEqual(invalidLink)
  expect(await confirm(tokensIn(mails, second)[0])).toEqual(invalidLink)
  expect(await isVerified(me.user.id)).toBe(false)
})

test('a link confirms no other address than the one it was mailed to', async () => {
  const { mails } = openOutbox()
  const email = `${crypto.randomUUID()}@cards.test`
  const me = await signIn(1, { email, emailVerifiedAt: null })
  await me.request('POST', '/api/account/email-verification')
  await eventually(() => expect(tokensIn(mails, email)).toHaveLength(1))
  // As a change leaves it that did not void the link.
  await db
    .update(users)
    .set({ email: `2-${email}` })
    .where(eq(users.id, me.user.id))
  expect(await confirm(tokensIn(mails, email)[0])).toEqual(invalidLink)
  expect(await isVerified(me.user.id)).toBe(false)
})

test('taking a change back makes the former address the confirmed one', async () => {
  const { mails } = openOutbox()
  const me = await signIn(1)
  const taken = `${crypto.randomUUID()}@cards.test`
  await me.request('PUT', `/api/users/${me.user.id}`, {
    fullName: 'Ada',
    email: taken,
    phone: null,
  })
  const reverts = () => mails.flatMap(({ text }) => /#revert=([\w-]{43})/.exec(text)?.[1] ?? [])
  await eventually(() => expect([reverts().length, tokensIn(mails, taken).length]).toEqual([1, 1]))
  const body = { token: reverts()[0] }
  expect((await request('POST', '/api/account/email-revert', body, newAddress())).status).toBe(200)
  expect(await isVerified(me.user.id)).toBe(true)
  expect(await confirm(tokensIn(mails, taken)[0])).toEqual(invalidLink)
})

test('an administrator who changes an address leaves it to be confirmed', async () => {
  const { mails } = openOutbox()
  const { request: mine } = await signIn(4)
  const { id } = await makeUser()
  const email = `${crypto.randomUUID()}@cards.test`
  const edited = await (await mine('PATCH', `/api/users/${id}`, { email })).json()
  expect(edited).toMatchObject({ email, emailVerified: false })
  await eventually(() => expect(tokensIn(mails, email)).toHaveLength(1))
  const renamed = await (await mine('PATCH', `/api/users/${id}`, { fullName: 'Ada', email })).json()
  expect(renamed).toMatchObject({ emailVerified: false })
  expect((await confirm(tokensIn(mails, email)[0]))[0]).toBe(200)
})

test.each(['', 'A'.repeat(42), 'A'.repeat(43), `${'A'.repeat(42)}'`])(
  'POST /api/account/email-verification/confirm refuses the token %j',
  async (token) => {
    expect(await confirm(token)).toEqual(invalidLink)
  },
)

test('a link is dead after 72 hours, and for somebody who is gone', async () => {
  const { mails } = openOutbox()
  const me = await signIn(1, unverified)
  await me.request('POST', '/api/account/email-verification')
  await eventually(() => expect(tokensIn(mails, me.user.email)).toHaveLength(1))
  const [token] = tokensIn(mails, me.user.email)
  await db.update(users).set({ deletedAt: 'now' }).where(eq(users.id, me.user.id))
  expect(await confirm(token)).toEqual(invalidLink)
  await db.update(users).set({ deletedAt: null }).where(eq(users.id, me.user.id))
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 72 * 3_600_000 + 1000 })
  expect(await confirm(token)).toEqual(invalidLink)
  await eraseDeletedAccounts(env)
  vi.useRealTimers()
  expect(await db.$count(emailVerifications, eq(emailVerifications.userId, me.user.id))).toBe(0)
})
