import { env } from 'cloudflare:workers'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../schema/accounts/tables.ts'
import { businessCards } from '../../schema/cards/tables.ts'
import { auditLog } from '../../schema/operations/tables.ts'
import { retentionDays } from '../platform/jobs.ts'
import { db, makeCard, makeUser, newAddress, request, signIn } from '../testing/app.ts'
import { makeOfferToken } from '../testing/email-links.ts'
import { runJob } from '../testing/run-job.ts'
import { password } from '../testing/second-factor.ts'
import { startSession } from '../testing/sessions.ts'

const month = 31 * 86_400_000
await makeUser({ id: 1, accessLevel: 5 })

async function register(username: string): Promise<number> {
  const email = `${crypto.randomUUID()}@cards.test`
  const form = { username, fullName: 'Mallory Made', email, password }
  const response = await request('POST', '/api/register', form, newAddress())
  expect([username, response.status]).toEqual([username, 201])
  return (await response.json<{ id: number }>()).id
}

function rowsBy(actorId: number) {
  const byActor = eq(auditLog.actorId, actorId)
  return db.select().from(auditLog).where(byActor).orderBy(auditLog.id).all()
}

type Signed = Awaited<ReturnType<typeof signIn>>

async function erase(admin: Signed, ids: number[]) {
  for (const id of ids) expect((await admin.request('DELETE', `/api/users/${id}`)).status).toBe(204)
  await runJob(env, 'purgeAccounts', Date.now() + month)
  for (const id of ids) expect(await db.$count(users, eq(users.id, id))).toBe(0)
}

test('erasing a user named like a key or value of the log leaves rows about others unchanged', async ({
  task,
}) => {
  const names = ['accessLevel', 'fields', 'from', 'username', 'cards', 'owner', 'title']
  const hostile = await Promise.all(names.map(register))
  const admin = await signIn(5)
  const target = await makeUser({ accessLevel: 2 })
  const card = await makeCard({ userId: target.id })
  const path = `/api/business-cards/${card.id}`
  const made = await (await admin.request('GET', path)).json<object>()
  const calls: [string, string, unknown][] = [
    ['PATCH', `/api/users/${target.id}`, { accessLevel: 3, fullName: 'fields' }],
    ['PUT', path, { ...made, title: 'from', theme: 'tech' }],
    ['POST', '/api/business-cards', { userId: target.id, slug: 'accesslevel-2' }],
    ['POST', '/api/templates', { name: 'username', cardId: card.id, rules: { about: 'locked' } }],
    ['POST', `/api/users/${target.id}/handover`, { to: (await makeUser()).id }],
    ['DELETE', `/api/users/${target.id}`, undefined],
    ['POST', `/api/users/${target.id}/restore`, undefined],
  ]
  for (const [method, to, body] of calls)
    expect([to, (await admin.request(method, to, body)).ok]).toEqual([to, true])
  const before = await rowsBy(admin.user.id)
  // The edit is one row for the level and one for the name.
  expect(before.length).toBe(calls.length + 1)
  await erase(await signIn(5), hostile)
  expect(await rowsBy(admin.user.id)).toEqual(before)
  task.meta.proves = {
    what: 'audit log rows unchanged by erasing users with hostile names',
    cases: calls.length * names.length,
  }
})

test('the log keeps no current or former name of an erased user, but the rest of the row', async () => {
  const admin = await signIn(5)
  const former = `former-${crypto.randomUUID().slice(0, 8)}`
  const person = await register(former)
  const path = `/api/users/${person}`
  expect((await admin.request('PATCH', path, { accessLevel: 4 })).status).toBe(200)
  const giver = await signIn(1)
  const { slug } = await makeCard({ userId: giver.user.id })
  const token = await makeOfferToken(giver.user.id, person)
  const cookie = { Cookie: `sid=${await startSession(db, person, 'Unknown')}` }
  const handed = await request('POST', '/api/account/handover/accept', { token }, cookie)
  expect([handed.status, await handed.json()]).toEqual([200, { cards: 1 }])
  const later = `later-${crypto.randomUUID().slice(0, 8)}`
  const renamed = await admin.request('PATCH', path, { username: later })
  expect(renamed.status).toBe(200)
  const made = { userId: person, slug: `kept-${crypto.randomUUID().slice(0, 8)}` }
  const kept = await (await admin.request('POST', '/api/business-cards', made)).json<Card>()
  const recipientId = (await makeUser()).id
  await db.update(businessCards).set({ userId: recipientId }).where(eq(businessCards.id, kept.id))
  await erase(admin, [person])
  const text = JSON.stringify(await db.select().from(auditLog).all())
  for (const name of [former, later, slug]) expect(text).not.toContain(name)
  const from = sql`${auditLog.details} ->> 'from' = ${giver.user.username}`
  const moved = await db.select().from(auditLog).where(from).all()
  expect(moved.map(({ details }) => details)).toEqual([
    { from: giver.user.username, to: 'an erased user', cards: ['an erased card'] },
  ])
  const about = eq(auditLog.target, `card ${kept.id}`)
  const created = await db.select().from(auditLog).where(about).all()
  expect(created.map(({ details }) => details)).toEqual([
    { id: kept.id, slug: made.slug, owner: 'an erased user' },
  ])
})

test('an erased user leaves no former name, though the row of their creation has expired', async () => {
  const admin = await signIn(5)
  const former = `former-${crypto.randomUUID().slice(0, 8)}`
  const person = await register(former)
  const creation = eq(auditLog.target, `user ${person}`)
  const expired = new Date(Date.now() - (retentionDays.audit + 1) * 86_400_000).toISOString()
  await db.update(auditLog).set({ at: expired }).where(creation)
  await runJob(env, 'forgetAudit')
  expect(await db.$count(auditLog, creation)).toBe(0)
  const made = { userId: person, slug: `kept-${crypto.randomUUID().slice(0, 8)}` }
  const kept = await (await admin.request('POST', '/api/business-cards', made)).json<Card>()
  const recipientId = (await makeUser()).id
  await db.update(businessCards).set({ userId: recipientId }).where(eq(businessCards.id, kept.id))
  const username = `later-${crypto.randomUUID().slice(0, 8)}`
  expect((await admin.request('PATCH', `/api/users/${person}`, { username })).status).toBe(200)
  const owners = async () => {
    const about = eq(auditLog.target, `card ${kept.id}`)
    return (await db.select().from(auditLog).where(about).all()).map(({ details }) => details)
  }
  expect(await owners()).toMatchObject([{ owner: former }])
  await erase(admin, [person])
  expect(await owners()).toMatchObject([{ owner: 'an erased user' }])
  expect(JSON.stringify(await db.select().from(auditLog).all())).not.toContain(former)
})

type Card = { id: number }
