import { env } from 'cloudflare:workers'
import { eq, type SQL, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  apiTokens,
  emailReverts,
  passkeyChallenges,
  resetTokens,
  sessions,
  signInChallenges,
  users,
} from '../../schema/accounts/tables.ts'
import { analyticsShares } from '../../schema/analytics/tables.ts'
import { Feed } from '../../schema/feeds/feed.ts'
import { feeds } from '../../schema/feeds/tables.ts'
import { db, newAddress, origin, request, signIn } from '../testing/app.ts'
import { codeOf } from '../testing/authenticator-app.ts'
import { addKey, fetchSignInOptions, signChallenge } from '../testing/passkey.ts'
import { setUpFactor, signInWithPassword, startStep, submitCode } from '../testing/second-factor.ts'
import { newEmailRevert, storeEmailRevert } from './email-change.ts'
import { issueResetTokens } from './password-reset.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** A new credential: `age` moves its stored times into the past, `use` returns the response to using it. */
type Fresh = { age: (ms: number) => Promise<unknown>; use: () => Promise<Response> }
type Kind = { what: string; life: number; refused: number; make: () => Promise<Fresh> }

const kinds: Kind[] = [
  ...[1, 2, 3].flatMap((level) => sessionsOf(level, { unused: 14 * day, atMost: 30 * day })),
  ...[4, 5].flatMap((level) => sessionsOf(level, { unused: 2 * hour, atMost: 12 * hour })),
  { what: 'a proof of who one is', life: 10 * minute, refused: 403, make: proof },
  { what: 'a link that sets a password', life: hour, refused: 400, make: resetLink },
  { what: 'a link that takes an email back', life: 72 * hour, refused: 400, make: revertLink },
  { what: 'a sign-in that waits for its code', life: 10 * minute, refused: 401, make: step },
  { what: 'a challenge of a passkey', life: 5 * minute, refused: 401, make: challenge },
  { what: 'a link to analytics', life: 7 * day, refused: 410, make: share },
  { what: 'a feed', life: 30 * day, refused: 404, make: feed },
]

test.each(kinds)('$what is valid for $life ms and no longer', async ({ life, refused, make }) => {
  const young = await make()
  await young.age(life - minute)
  expect((await young.use()).status).toBeLessThan(300)
  const old = await make()
  await old.age(life + minute)
  expect((await old.use()).status).toBe(refused)
})

test('an API token ends when it is revoked, and when its user is deactivated or erased', async () => {
  const ends: Record<string, (id: string, userId: number) => Promise<unknown>> = {
    revoked: (id) =>
      db.update(apiTokens).set({ revokedAt: Date.now() }).where(eq(apiTokens.id, id)),
    deactivated: (_, userId) =>
      db.update(users).set({ deletedAt: new Date().toISOString() }).where(eq(users.id, userId)),
    erased: (id) => db.delete(apiTokens).where(eq(apiTokens.id, id)),
  }
  for (const [how, end] of Object.entries(ends)) {
    const { user, request: call } = await signIn(1)
    const response = await call('POST', '/api/account/tokens', { name: 'Sheet' })
    const made = await response.json<{ id: string; token: string }>()
    const headers = { Authorization: `Bearer ${made.token}` }
    const read = async () =>
      (await request('GET', '/api/business-cards', undefined, headers)).status
    expect(await read(), how).toBe(200)
    await end(made.id, user.id)
    expect(await read(), how).toBe(401)
  }
})

function sessionsOf(level: number, { unused, atMost }: { unused: number; atMost: number }): Kind[] {
  const make = (column: 'createdAt' | 'lastSeenAt') => async () => {
    const { user, request: call } = await signIn(level)
    const age = (ms: number) =>
      db
        .update(sessions)
        .set({ [column]: Date.now() - ms })
        .where(eq(sessions.userId, user.id))
    return { age, use: () => call('GET', '/api/user') }
  }
  return [
    {
      what: `a level ${level} session nobody uses`,
      life: unused,
      refused: 401,
      make: make('lastSeenAt'),
    },
    { what: `a level ${level} session`, life: atMost, refused: 401, make: make('createdAt') },
  ]
}

async function proof(): Promise<Fresh> {
  const { user, request: call } = await signIn(1)
  const age = (ms: number) =>
    db
      .update(sessions)
      .set({ authAt: Date.now() - ms })
      .where(eq(sessions.userId, user.id))
  return { age, use: () => call('POST', '/api/account/tokens', { name: 'Sheet' }) }
}

async function resetLink(): Promise<Fresh> {
  const { user } = await signIn(1)
  const [issued] = await issueResetTokens(db, user.email)
  const sent = { token: issued?.token, password: 'other horse' }
  const age = (ms: number) =>
    db.update(resetTokens).set(earlier(ms)).where(eq(resetTokens.userId, user.id))
  return { age, use: () => request('POST', '/api/reset-password/confirm', sent, newAddress()) }
}

async function revertLink(): Promise<Fresh> {
  const { user } = await signIn(1)
  const { token, ...revert } = await newEmailRevert(env, { former: user, origin })
  const changed = { id: user.id, email: `other-${user.email}`, may: undefined }
  await db.batch(storeEmailRevert(db, { ...changed, revert }))
  const age = (ms: number) =>
    // These are stored in seconds.
    db
      .update(emailReverts)
      .set(earlier(ms / 1000))
      .where(eq(emailReverts.userId, user.id))
  return { age, use: () => request('POST', '/api/account/email-revert', { token }, newAddress()) }
}

async function step(): Promise<Fresh> {
  const person = await signInWithPassword()
  const { secret } = await setUpFactor(person)
  const token = await startStep(person)
  const age = (ms: number) =>
    db.update(signInChallenges).set(earlier(ms)).where(eq(signInChallenges.userId, person.user.id))
  return { age, use: () => submitCode(token, codeOf(secret)) }
}

async function challenge(): Promise<Fresh> {
  const key = await addKey(await signInWithPassword())
  await db.delete(passkeyChallenges)
  const sent = signChallenge(key, await fetchSignInOptions())
  const age = (ms: number) => db.update(passkeyChallenges).set(earlier(ms))
  return { age, use: () => request('POST', '/api/login/passkey', sent, newAddress()) }
}

async function share(): Promise<Fresh> {
  const { user, request: call } = await signIn(1)
  const shareInput = { timeframe: 'month', card: null, days: 7 }
  const made = await call('POST', '/api/analytics-shares', shareInput)
  const { path } = await made.json<{ path: string }>()
  const age = (ms: number) =>
    db.update(analyticsShares).set(earlier(ms)).where(eq(analyticsShares.userId, user.id))
  return { age, use: () => request('GET', path.replace('/shared/', '/api/shared-analytics/')) }
}

async function feed(): Promise<Fresh> {
  const { user, request: call } = await signIn(1)
  const input = { name: 'Sheet', kind: 'days', card: null, days: 30 }
  const made = await call('POST', '/api/account/feeds', input)
  const { address = '' } = Feed.parse(await made.json())
  const age = (ms: number) => db.update(feeds).set(earlier(ms)).where(eq(feeds.userId, user.id))
  return { age, use: () => request('GET', `${address.slice(origin.length)}days.csv`) }
}

/** Moves the expiry into the past. */
function earlier(time: number): { expiresAt: SQL } {
  return { expiresAt: sql`expires_at - ${time}` }
}
