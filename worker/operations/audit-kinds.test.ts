import { and, desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditLog } from '../../schema/operations/tables.ts'
import { type AuditKind, EventDetails, isAuditKind, isFailure } from '../../schema/users/audit.ts'
import { db, makeUser, newAddress, request } from '../testing/app.ts'
import { signInWithPasskey, triggers } from '../testing/audit-triggers.ts'
import { settled } from '../testing/background-work.ts'
import { declarations } from '../testing/declarations.ts'
import { makeVerificationToken } from '../testing/email-links.ts'
import { openOutbox } from '../testing/mail-outbox.ts'
import { signInWithPassword } from '../testing/second-factor.ts'
import { eventDetails } from './audit-log.ts'

await makeUser({ id: 1, accessLevel: 5 })

async function newest(kind: AuditKind) {
  const row = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, kind))
    .orderBy(desc(auditLog.id))
    .get()
  if (!row) throw new Error(`There is no ${kind}`)
  return row
}

function rowsOf(userId: number) {
  return db.select().from(auditLog).where(eq(auditLog.userId, userId)).orderBy(auditLog.id).all()
}

test.each(Object.entries(triggers))('%s is recorded', async (name, act) => {
  openOutbox()
  const kind = isAuditKind(name) ? name : expect.fail(`${name} is not a kind`)
  const { user, actor, response } = await act()
  await settled()
  const row = await newest(kind)
  expect(row).toMatchObject({
    userId: user,
    actorId: actor,
    at: expect.stringMatching(/^\d{4}-.*Z$/),
    count: 1,
  })
  expect(isFailure(kind)).toBe(!response.ok)
  if (response.status !== 200) expect(row.status).toBe(response.status)
  expect(EventDetails.safeParse(eventDetails(row)).success).toBe(true)
  expect(declarations[row.route ?? '']).toBeDefined()
})

test('every write and every export declares its kind in the audit log', () => {
  const visitors =
    /(card-(views|clicks|saves)|form-submissions|receipt\/:token(\/delete)?|mail\/(confirm|stop)\/:token(\/undo)?)$|wallet\/apple/
  const silent = Object.entries(declarations)
    .filter(
      ([key, { apiToken }]) =>
        !key.startsWith('GET ') || /export|\.(csv|vcf)$/.test(`${key}`) || apiToken === 'export',
    )
    .filter(([key, { audit }]) => audit === undefined && !visitors.test(key))
  expect(silent.map(([key]) => key)).toEqual([])
})

test('a verification link used again is recorded once', async () => {
  const user = await makeUser({ emailVerifiedAt: null })
  const body = { token: await makeVerificationToken(user) }
  const path = '/api/account/email-verification/confirm'
  const confirmations = eq(auditLog.action, 'email-verified')
  const before = await db.$count(auditLog, confirmations)
  for (let time = 0; time < 3; time += 1)
    expect((await request('POST', path, body, newAddress())).status).toBe(200)
  expect((await rowsOf(user.id)).map(({ action }) => action)).toEqual(['email-verified'])
  // Not by the user: a row for a repeat would name nobody.
  expect(await db.$count(auditLog, confirmations)).toBe(before + 1)
  expect(await db.$count(auditLog, eq(auditLog.target, `user ${user.id}`))).toBe(1)
})

test('passkey, code and password sign-ins are distinguished', async () => {
  const withPasskey = await signInWithPasskey()
  expect((await newest('sign-in')).details).toEqual({ method: 'passkey' })
  expect(withPasskey.response.status).toBe(200)
  await triggers['sign-in']()
  expect((await newest('sign-in')).details).toEqual({ method: 'password' })
  const { user } = await triggers['recovery-code-used']()
  const rows = await rowsOf(user ?? 0)
  expect(rows.slice(-2).map(({ action, details }) => [action, details])).toEqual([
    ['sign-in', { method: 'recovery-code' }],
    ['recovery-code-used', {}],
  ])
})

test('an edit is recorded by its effects on the account', async () => {
  const admin = await signInWithPassword(5)
  const { id } = await makeUser({ accessLevel: 2 })
  const email = `${crypto.randomUUID()}@cards.test`
  const sent = { email, password: 'battery staple', accessLevel: 3, fullName: 'Grace' }
  expect((await admin.request('PATCH', `/api/users/${id}`, sent)).status).toBe(200)
  const rows = await rowsOf(id)
  expect(rows.map(({ action, details }) => [action, details])).toEqual([
    ['email-changed', { email: expect.objectContaining({ to: email }) }],
    ['password-changed', { password: 'set' }],
    ['level-changed', { accessLevel: { from: 2, to: 3 } }],
    ['user-edited', { fullName: expect.objectContaining({ to: 'Grace' }) }],
  ])
  expect((await admin.request('PATCH', `/api/users/${id}`, { fullName: 'Grace' })).status).toBe(200)
  expect((await rowsOf(id)).length).toBe(4)
})

test('each user of a batch has an event', async () => {
  const admin = await signInWithPassword(5)
  const users = [1, 2].map(() => {
    const username = `new-${crypto.randomUUID().slice(0, 8)}`
    const fields = { email: `${username}@cards.test`, fullName: 'Grace', cardSlug: username }
    return { username, password: 'long enough', accessLevel: 1, ...fields }
  })
  expect((await admin.request('POST', '/api/users/bulk', { users })).status).toBe(200)
  const made = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.actorId, admin.user.id)))
    .all()
  expect(made.map(({ action }) => action)).toEqual([
    'users-created',
    'user-created',
    'user-created',
  ])
  expect(new Set(made.map(({ userId }) => userId)).size).toBe(3)
})
