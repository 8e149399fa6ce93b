import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { emailReverts, resetTokens, users } from '../../schema/accounts/tables.ts'
import { mailOutbox } from '../../schema/operations/tables.ts'
import { deleteExpiredRecords } from '../operations/cleanup.ts'
import { db, makeUser, request, signIn, statusAndText } from '../testing/app.ts'
import { settled } from '../testing/background-work.ts'
import { openOutbox } from '../testing/mail-outbox.ts'
import { startSession } from '../testing/sessions.ts'

type Signed = Awaited<ReturnType<typeof signIn>>

async function changeEmail(me: Signed, email: string) {
  // Only a verified address receives the link.
  await db.update(users).set({ emailVerifiedAt: 'now' }).where(eq(users.id, me.user.id))
  const to = (await emailOf(me.user.id)) ?? ''
  const { mails } = openOutbox()
  const profile = { fullName: 'Ada Lovelace', email, phone: '' }
  const response = await me.request('PUT', `/api/users/${me.user.id}`, profile)
  expect(response.status).toBe(200)
  // The new address receives its own email.
  const [notice] = await Promise.all([received(mails, to), received(mails, email)])
  expect(new Set(mails.map((mail) => mail.to))).toEqual(new Set([to, email]))
  const [link = '', token = ''] =
    /http:\/\/cards\.test\/auth#revert=([\w-]{43})\n/.exec(notice.text) ?? []
  expect(link).not.toBe('')
  return { token, to }
}

type Mails = ReturnType<typeof openOutbox>['mails']

/** The first email to that address. */
async function received(mails: Mails, to: string): Promise<Mails[number]> {
  await settled()
  const mail = mails.find((sent) => sent.to === to)
  if (!mail) throw new Error(`No mail to ${to}`)
  return mail
}

function revert(token: string) {
  return statusAndText(request('POST', '/api/account/email-revert', { token }))
}

async function emailOf(id: number) {
  return (await db.select({ email: users.email }).from(users).where(eq(users.id, id)).get())?.email
}

const invalidLink = [400, 'This link is invalid or has expired.']

test('a changed email is reported to the old address, whose link undoes it once', async () => {
  const me = await signIn(1)
  const { token, to } = await changeEmail(me, 'taken@over.test')
  expect(to).toBe(me.user.email)
  expect(await emailOf(me.user.id)).toBe('taken@over.test')
  const rows = await db.select().from(emailReverts).where(eq(emailReverts.userId, me.user.id)).all()
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(token)
  await db
    .insert(resetTokens)
    .values({ hash: 'of taker', userId: me.user.id, passwordPrint: 'x', expiresAt: 4e12 })
  const [status, text] = await revert(token)
  expect([status, text]).toEqual([200, expect.stringContaining('every device was signed out')])
  expect(await emailOf(me.user.id)).toBe(me.user.email)
  expect((await me.request('GET', '/api/user')).status).toBe(401)
  expect(await db.$count(resetTokens, eq(resetTokens.userId, me.user.id))).toBe(0)
  await db.update(users).set({ email: 'own@choice.test' }).where(eq(users.id, me.user.id))
  expect(await revert(token)).toEqual(invalidLink)
  expect(await emailOf(me.user.id)).toBe('own@choice.test')
})

test('a link used again within the same second ends no session that began meanwhile', async () => {
  const me = await signIn(1)
  const { token } = await changeEmail(me, 'twice@cards.test')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  onTestFinished(() => void vi.useRealTimers())
  expect((await revert(token))[0]).toBe(200)
  const session = await startSession(db, me.user.id, 'Unknown')
  expect(await revert(token)).toEqual(invalidLink)
  expect((await request('GET', '/api/user', undefined, { Cookie: `sid=${session}` })).status).toBe(
    200,
  )
})

test('undoing a change voids the links sent to later addresses', async () => {
  const me = await signIn(1)
  const first = await changeEmail(me, 'second@cards.test')
  const second = await changeEmail(me, 'third@cards.test')
  expect(second.to).toBe('second@cards.test')
  expect((await revert(first.token))[0]).toBe(200)
  expect(await revert(second.token)).toEqual(invalidLink)
  expect(await emailOf(me.user.id)).toBe(me.user.email)
})

test('POST /api/account/email-revert rejects expired, unknown and malformed tokens, and those of a deleted user', async () => {
  const me = await signIn(1)
  const { token } = await changeEmail(me, 'newer@cards.test')
  expect(await revert('a'.repeat(43))).toEqual(invalidLink)
  expect(await revert('short')).toEqual(invalidLink)
  await db.update(emailReverts).set({ expiresAt: 1 }).where(eq(emailReverts.userId, me.user.id))
  expect(await revert(token)).toEqual(invalidLink)
  await deleteExpiredRecords(env)
  expect(await db.$count(emailReverts, eq(emailReverts.userId, me.user.id))).toBe(0)
  const latest = await changeEmail(me, 'newest@cards.test')
  await db.update(users).set({ deletedAt: 'now' }).where(eq(users.id, me.user.id))
  expect(await revert(latest.token)).toEqual(invalidLink)
})

type Admin = Signed['request']
type Setting = [string, (admin: Admin, path: string, email: string) => Promise<Response>]

const settings: Setting[] = [
  ['PATCH', (admin, path, email) => admin('PATCH', path, { email })],
  ['PUT', (admin, path, email) => admin('PUT', path, { fullName: 'Ada', email, phone: '' })],
]

test.each(settings)(
  'an email set by an admin with %s is reported to the old address, without a link',
  async (_, set) => {
    const { request: admin } = await signIn(4)
    const me = await signIn(1)
    const { token } = await changeEmail(me, `${crypto.randomUUID()}@cards.test`)
    const { mails } = openOutbox()
    const former = (await emailOf(me.user.id)) ?? ''
    await db.update(users).set({ emailVerifiedAt: 'now' }).where(eq(users.id, me.user.id))
    const email = `${crypto.randomUUID()}@cards.test`
    const unrelated = await set(admin, `/api/users/${me.user.id}`, former)
    expect(unrelated.status).toBe(200)
    expect(await db.$count(emailReverts, eq(emailReverts.userId, me.user.id))).toBe(1)
    expect((await set(admin, `/api/users/${me.user.id}`, email)).status).toBe(200)
    const notice = await received(mails, former)
    expect(notice.text).toContain('An admin changed')
    expect(notice.text).not.toContain('#revert=')
    // No other email waits for the cron job.
    expect(await db.$count(mailOutbox)).toBe(0)
    expect(await db.$count(emailReverts, eq(emailReverts.userId, me.user.id))).toBe(0)
    expect(await revert(token)).toEqual(invalidLink)
    expect(await emailOf(me.user.id)).toBe(email)
  },
)

test('a change by an admin is not reported to an unverified address', async () => {
  const { mails } = openOutbox()
  const { request: admin } = await signIn(4)
  const target = await makeUser({ emailVerifiedAt: null })
  const email = `${crypto.randomUUID()}@cards.test`
  await admin('PATCH', `/api/users/${target.id}`, { email })
  await settled()
  expect(await db.$count(mailOutbox)).toBe(0)
  expect(mails.map(({ to }) => to)).toEqual([email])
})

test.each([
  [
    'sets the password',
    (admin: Admin, path: string) => admin('PATCH', path, { password: 'other horse' }),
  ],
  ['deactivates the user', (admin: Admin, path: string) => admin('DELETE', path)],
])('no link undoes a change of email after an admin %s', async (_, act) => {
  const { request: admin } = await signIn(4)
  const me = await signIn(1)
  const { token } = await changeEmail(me, 'taken@over.test')
  const path = `/api/users/${me.user.id}`
  expect((await act(admin, path)).ok).toBe(true)
  expect(await db.$count(emailReverts, eq(emailReverts.userId, me.user.id))).toBe(0)
  await admin('POST', `${path}/restore`)
  expect(await revert(token)).toEqual(invalidLink)
  expect(await emailOf(me.user.id)).toBe('taken@over.test')
})
