import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { securityEvents } from '../../../schema/operations-tables.ts'
import type { SecurityKind } from '../../../schema/security-event.ts'
import { db, makeUser } from '../../testing/app.ts'
import { settled } from '../../testing/background-work.ts'
import { countFailures, freezeClockInNewMinute } from '../../testing/clock.ts'
import { declarations } from '../../testing/declarations.ts'
import { postFromNetwork } from '../../testing/https-request.ts'
import { signInWithPassword } from '../../testing/second-factor.ts'
import {
  maxCount,
  maxDetailedRows,
  maxRowsPerSubject,
  recordSecurityEvents,
} from './record-security-events.ts'

await makeUser({ id: 1, accessLevel: 5 })

/** A refused call from one of the networks, anonymous or by this user. */
function refused(kind: SecurityKind, at: number, { userId = null, actorId = null }: Who = {}) {
  const network = `network ${at % 2}`
  const where = { country: 'DE', asn: 1, asOrganization: 'A', network, device: 'Firefox' }
  const route = keys[at % keys.length] ?? ''
  const call = { requestId: crypto.randomUUID(), route, status: 401 + (at % 3), origin: where }
  return recordSecurityEvents(
    env,
    [{ kind, outcome: 'failure', userId, actorId, details: {} }],
    call,
  )
}

type Who = { userId?: number | null; actorId?: number | null }
const keys = Object.keys(declarations)

test('a flood of refusals from two networks does not hide a wrong password for an account', async ({
  task,
}) => {
  freezeClockInNewMinute()
  const flood = ['token-refused', 'cross-site-refused', 'link-refused', 'rate-limited'] as const
  const one = await makeUser()
  const calls = 210
  for (let from = 0; from < calls; from += 30)
    await Promise.all(
      Array.from({ length: 30 }, (_, more) => from + more).flatMap((at) => [
        refused(flood[at % flood.length] ?? 'token-refused', at),
        refused('access-denied', at, { userId: one.id, actorId: one.id }),
        refused('rate-limited', at, { userId: one.id + 1000 + at }),
      ]),
    )
  const victim = await signInWithPassword()
  const { username } = victim.user
  const from = { cf: { country: 'FR' }, agent: 'Firefox/128.0', address: '198.18.77.1' }
  const wrong = { username, password: 'wrong' }
  expect((await postFromNetwork('/api/login', wrong, from)).status).toBe(401)
  const again = await victim.request('POST', '/api/reauthenticate', { password: 'wrong' })
  expect(again.status).toBe(400)
  await settled()
  const rows = await db
    .select()
    .from(securityEvents)
    .where(eq(securityEvents.userId, victim.user.id))
    .all()
  expect(rows.map(({ kind, country }) => [kind, country]).toSorted()).toEqual([
    ['reauthentication-failed', null],
    ['sign-in-failed', 'FR'],
  ])
  const rowCount = await db.$count(securityEvents, eq(securityEvents.userId, one.id))
  expect(rowCount).toBeLessThanOrEqual(maxRowsPerSubject + 1)
  task.meta.proves = {
    what: 'refusals in a minute from two networks, hiding no wrong password',
    cases: calls * 3,
  }
})

test('wrong passwords for many accounts write a bounded number of rows, in total and per account', async () => {
  freezeClockInNewMinute()
  const before = await countFailures()
  const attempts = maxDetailedRows * 3
  for (let at = 0; at < attempts; at += 1) await refused('sign-in-failed', at, { userId: 1e6 + at })
  const after = await countFailures()
  expect(after.sum - before.sum).toBe(attempts)
  expect(after.rows - before.rows).toBe(maxDetailedRows * 2 + 1)
  freezeClockInNewMinute()
  const { id } = await makeUser()
  for (let at = 0; at < 40; at += 1)
    await recordSecurityEvents(
      env,
      [{ kind: 'sign-in-failed', outcome: 'failure', userId: id, actorId: null, details: {} }],
      {
        requestId: `${at}`,
        route: 'POST /api/login',
        status: 401,
        origin: { country: 'DE', asn: 1, asOrganization: 'A', network: `${at}`, device: 'Firefox' },
      },
    )
  const rows = await db.select().from(securityEvents).where(eq(securityEvents.userId, id)).all()
  expect(rows.length).toBe(maxRowsPerSubject + 1)
  expect(rows.at(-1)).toMatchObject({ count: 40 - maxRowsPerSubject, network: null, country: null })
})

test('the row of a minute is written at most 1,000 times', async () => {
  freezeClockInNewMinute()
  const { id } = await makeUser()
  await refused('access-denied', 0, { userId: id, actorId: id })
  const ofUser = eq(securityEvents.userId, id)
  await db
    .update(securityEvents)
    .set({ count: maxCount - 1 })
    .where(ofUser)
  for (let attempt = 0; attempt < 3; attempt += 1)
    await refused('access-denied', 0, { userId: id, actorId: id })
  const [row] = await db.select().from(securityEvents).where(ofUser).all()
  expect(row?.count).toBe(maxCount)
})
