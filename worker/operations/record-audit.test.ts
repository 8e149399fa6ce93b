import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { auditLog } from '../../schema/operations/tables.ts'
import type { AuditKind } from '../../schema/users/audit.ts'
import { app } from '../app.ts'
import { retentionDays } from '../platform/jobs.ts'
import { dayMs } from '../platform/time.ts'
import { db, makeUser, newAddress, origin, request } from '../testing/app.ts'
import { settled } from '../testing/background-work.ts'
import { countFailures, freezeClockInNewMinute } from '../testing/clock.ts'
import { declarations } from '../testing/declarations.ts'
import { postFromNetwork } from '../testing/https-request.ts'
import { runJob } from '../testing/run-job.ts'
import { password, signInWithPassword } from '../testing/second-factor.ts'
import { deleteExpiredAudit } from './audit-log.ts'
import { runJobs } from './cron.ts'
import {
  type AuditEntry,
  countRefusal,
  maxCount,
  maxDetailedRows,
  maxRowsPerSubject,
  writeAudit,
} from './record-audit.ts'

await makeUser({ id: 1, accessLevel: 5 })

function entryOf(action: AuditKind, { userId = null, actorId = null }: Who): AuditEntry {
  return { action, target: '', actorId, actor: null, userId, details: {} }
}

type Who = { userId?: number | null; actorId?: number | null }

const agents = ['Firefox/128.0', 'Chrome/128.0', 'Nothing/1.0']

test('refusals write a bounded number of rows per minute, and each is counted', async ({
  task,
}) => {
  freezeClockInNewMinute()
  const before = await countFailures()
  // From 500 networks, with three user agents, invalid tokens and four paths.
  const paths = ['/api/users', '/api/audit', '/api/status', '/api/deleted-cards']
  const attempts = Array.from({ length: 500 }, (_, at) => at)
  for (let from = 0; from < attempts.length; from += 50)
    await Promise.all(
      attempts.slice(from, from + 50).map((at) =>
        app.fetch(
          new Request(`${origin}${paths[at % paths.length]}`, {
            headers: {
              Authorization: `Bearer made-up-${at}`,
              'CF-Connecting-IP': `10.${at % 2}.${at % 250}.${at % 7}`,
              'User-Agent': agents[at % agents.length] ?? '',
            },
          }),
          env,
          {
            waitUntil: (work) => void working.push(work),
            passThroughOnException: () => {},
            props: {},
          },
        ),
      ),
    )
  await Promise.all(working)
  const after = await countFailures()
  expect(after.sum - before.sum).toBe(attempts.length)
  const rows = after.rows - before.rows
  expect(rows).toBeGreaterThan(maxDetailedRows / 2)
  expect(rows).toBeLessThanOrEqual(2 * maxDetailedRows + 1)
  task.meta.proves = {
    what: 'refusals in a minute, counted in a bounded number of rows',
    cases: attempts.length,
  }
})

const working: Promise<unknown>[] = []

test('failed sign-ins from one network share one row per minute', async () => {
  freezeClockInNewMinute()
  const before = await countFailures()
  const cf = { country: 'DE' }
  for (let attempt = 0; attempt < 12; attempt += 1)
    await postFromNetwork(
      '/api/login',
      { username: `nobody${attempt}`, password: 'wrong' },
      { cf, agent: agents[attempt % 3] ?? '', address: `198.18.5.${attempt}` },
    )
  const after = await countFailures()
  expect({ rows: after.rows - before.rows, sum: after.sum - before.sum }).toEqual({
    rows: 1,
    sum: 12,
  })
})

test('a retried refusal is counted once', async () => {
  freezeClockInNewMinute()
  const { id } = await makeUser()
  const where = { country: null, asn: null, asOrganization: null, network: null, device: 'Unknown' }
  const call = { requestId: 'first', route: 'GET /api/users', status: 403, origin: where }
  const entry = entryOf('access-denied', { userId: id, actorId: id })
  for (const requestId of ['first', 'first', 'second'])
    await countRefusal(db, entry, { ...call, requestId })
  const rows = await db.select().from(auditLog).where(eq(auditLog.userId, id)).all()
  expect(rows).toMatchObject([{ count: 2, requestId: 'second' }])
})

test('a failure to write the log fails no call, and logs one line', async () => {
  const person = await signInWithPassword(1)
  const lines: string[] = []
  const spy = vi.spyOn(console, 'error').mockImplementation((line) => void lines.push(line))
  onTestFinished(() => spy.mockRestore())
  await env.DB.exec('alter table audit_log rename to audit_log_away')
  onTestFinished(async () => {
    await env.DB.exec('alter table audit_log_away rename to audit_log')
  })
  const { username } = person.user
  const attempts: [string, string, unknown, number][] = [
    ['POST', '/api/login', { username, password }, 200],
    ['POST', '/api/login', { username, password: 'wrong' }, 401],
    ['POST', '/api/reset-password', { email: person.user.email }, 200],
  ]
  for (const [method, path, body, status] of attempts)
    expect((await request(method, path, body, newAddress())).status).toBe(status)
  expect((await person.request('GET', '/api/users')).status).toBe(403)
  expect((await person.request('DELETE', '/api/sessions')).status).toBe(204)
  const Line = z.object({ at: z.literal('audit'), error: z.string() })
  await settled()
  const logged = lines.map((line) => JSON.parse(line)).filter(({ at }) => at === 'audit')
  expect(logged.length).toBe(5)
  for (const line of logged) Line.parse(line)
  expect(lines.join()).not.toContain(username)
})

test('sign-ins and the origin of changes are kept for 90 days, and changes for 24 months', async () => {
  const { id } = await makeUser()
  const where = { country: 'DE', asn: 1, asOrganization: 'A', network: 'n', device: 'Firefox' }
  const call = { requestId: 'a', route: 'POST /api/login', status: 200, origin: where }
  const signIn = entryOf('sign-in', { userId: id, actorId: id })
  const change = entryOf('password-changed', { userId: id, actorId: id })
  await writeAudit(db, [signIn, signIn, signIn, change], call)
  const ofUser = () => db.select().from(auditLog).where(eq(auditLog.userId, id)).all()
  const now = Date.now()
  const after = (days: number, minutes: number) => ({ now: now + days * dayMs + minutes * 60_000 })
  expect(retentionDays).toMatchObject({ signIns: 90, audit: 730 })
  expect(await deleteExpiredAudit(env, after(90, -1))).toBeUndefined()
  expect(await ofUser()).toMatchObject(Array(4).fill({ country: 'DE' }))
  expect(await deleteExpiredAudit(env, after(90, 1), 2)).toBe('more')
  const night = Math.ceil(now / dayMs + 92) * dayMs + 3 * 3_600_000
  vi.useFakeTimers({ toFake: ['Date'], now: night })
  onTestFinished(() => void vi.useRealTimers())
  await runJobs(env, night)
  const nowhere = { country: null, asn: null, asOrganization: null, network: null, device: null }
  expect(await ofUser()).toMatchObject([{ action: 'password-changed', ...nowhere }])
  await deleteExpiredAudit(env, after(730, 1))
  expect(await ofUser()).toEqual([])
})

test('erasing an account deletes its sign-ins, and removes the location from the rest', async () => {
  const { id } = await makeUser({ deletedAt: new Date(Date.now() - 31 * dayMs).toISOString() })
  const other = await makeUser()
  const where = { country: 'DE', asn: 1, asOrganization: 'A', network: 'n', device: 'Firefox' }
  const call = { requestId: 'a', route: 'PATCH /api/users/:id', status: 200, origin: where }
  const entries = [
    entryOf('sign-in', { userId: id, actorId: id }),
    entryOf('password-changed', { userId: id, actorId: id }),
    entryOf('user-edited', { userId: other.id, actorId: id }),
  ]
  await writeAudit(db, entries, call)
  await runJob(env, 'purgeAccounts')
  const rows = await db.select().from(auditLog).where(eq(auditLog.actorId, id)).all()
  const nowhere = { country: null, asn: null, network: null, device: null }
  expect(rows).toMatchObject([
    { action: 'password-changed', ...nowhere },
    { action: 'user-edited', userId: other.id, ...nowhere },
  ])
})

/** A refused call from one of the networks, anonymous or by this user. */
function refused(kind: AuditKind, at: number, who: Who = {}) {
  const network = `network ${at % 2}`
  const where = { country: 'DE', asn: 1, asOrganization: 'A', network, device: 'Firefox' }
  const route = keys[at % keys.length] ?? ''
  const call = { requestId: crypto.randomUUID(), route, status: 401 + (at % 3), origin: where }
  return countRefusal(db, entryOf(kind, who), call)
}

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
  const rows = await db.select().from(auditLog).where(eq(auditLog.userId, victim.user.id)).all()
  expect(rows.map(({ action, country }) => [action, country]).toSorted()).toEqual([
    ['reauthentication-failed', null],
    ['sign-in-failed', 'FR'],
  ])
  const rowCount = await db.$count(auditLog, eq(auditLog.userId, one.id))
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
    await countRefusal(db, entryOf('sign-in-failed', { userId: id }), {
      ...{ requestId: `${at}`, route: 'POST /api/login', status: 401 },
      origin: { country: 'DE', asn: 1, asOrganization: 'A', network: `${at}`, device: 'Firefox' },
    })
  const rows = await db.select().from(auditLog).where(eq(auditLog.userId, id)).all()
  expect(rows.length).toBe(maxRowsPerSubject + 1)
  expect(rows.at(-1)).toMatchObject({ count: 40 - maxRowsPerSubject, network: null, country: null })
})

test('the row of a minute is written at most 1,000 times', async () => {
  freezeClockInNewMinute()
  const { id } = await makeUser()
  await refused('access-denied', 0, { userId: id, actorId: id })
  const ofUser = eq(auditLog.userId, id)
  await db
    .update(auditLog)
    .set({ count: maxCount - 1 })
    .where(ofUser)
  for (let attempt = 0; attempt < 3; attempt += 1)
    await refused('access-denied', 0, { userId: id, actorId: id })
  const [row] = await db.select().from(auditLog).where(ofUser).all()
  expect(row?.count).toBe(maxCount)
})
