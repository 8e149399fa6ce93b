import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { securityEvents } from '../../../schema/operations-tables.ts'
import { app } from '../../app.ts'
import { retentionDays } from '../../platform/retention.ts'
import { dayMs } from '../../platform/time.ts'
import { db, makeUser, newAddress, origin, request } from '../../testing/app.ts'
import { settled } from '../../testing/background-work.ts'
import { countFailures, freezeClockInNewMinute } from '../../testing/clock.ts'
import { postFromNetwork } from '../../testing/https-request.ts'
import { runJob } from '../../testing/run-job.ts'
import { password, signInWithPassword } from '../../testing/second-factor.ts'
import { runJobs } from '../cron.ts'
import { deleteExpiredSecurityEvents } from './delete-security-events.ts'
import { maxDetailedRows, recordSecurityEvents } from './record-security-events.ts'

await makeUser({ id: 1, accessLevel: 5 })

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
  const refused = { kind: 'access-denied', outcome: 'failure', details: {} } as const
  const event = { ...refused, userId: id, actorId: id }
  for (const requestId of ['first', 'first', 'second'])
    await recordSecurityEvents(env, [event], { ...call, requestId })
  const rows = await db.select().from(securityEvents).where(eq(securityEvents.userId, id)).all()
  expect(rows).toMatchObject([{ count: 2, requestId: 'second' }])
})

test('a failure to write the log fails no call, and logs one line', async () => {
  const person = await signInWithPassword(1)
  const lines: string[] = []
  const spy = vi.spyOn(console, 'error').mockImplementation((line) => void lines.push(line))
  onTestFinished(() => spy.mockRestore())
  await env.DB.exec('alter table security_events rename to security_events_away')
  onTestFinished(async () => {
    await env.DB.exec('alter table security_events_away rename to security_events')
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
  const Line = z.object({ at: z.literal('security events'), error: z.string() })
  await settled()
  const logged = lines.map((line) => JSON.parse(line)).filter(({ at }) => at === 'security events')
  expect(logged.length).toBe(5)
  for (const line of logged) Line.parse(line)
  expect(lines.join()).not.toContain(username)
})

test('an event is kept for 90 days, and the cleanup continues until all old ones are deleted', async () => {
  const { id } = await makeUser()
  const where = { country: null, asn: null, asOrganization: null, network: null, device: 'Unknown' }
  const call = { requestId: 'a', route: 'POST /api/login', status: 200, origin: where }
  const event = {
    kind: 'sign-in',
    outcome: 'success',
    userId: id,
    actorId: id,
    details: {},
  } as const
  await recordSecurityEvents(env, [event, event, event], call)
  const ofUser = () => db.select().from(securityEvents).where(eq(securityEvents.userId, id)).all()
  const now = Date.now()
  expect(retentionDays.securityEvents).toBe(90)
  expect(await deleteExpiredSecurityEvents(env, now + 90 * dayMs - 60_000)).toBeUndefined()
  expect((await ofUser()).length).toBe(3)
  expect(await deleteExpiredSecurityEvents(env, now + 90 * dayMs + 60_000, 2)).toBe('more')
  const night = Math.ceil(now / dayMs + 92) * dayMs + 3 * 3_600_000
  vi.useFakeTimers({ toFake: ['Date'], now: night })
  onTestFinished(() => void vi.useRealTimers())
  await runJobs(env, night)
  expect(await ofUser()).toEqual([])
})

test('erasing an account deletes its events, and removes the location from those about others', async () => {
  const { id } = await makeUser({ deletedAt: new Date(Date.now() - 31 * dayMs).toISOString() })
  const other = await makeUser()
  const where = { country: 'DE', asn: 1, asOrganization: 'A', network: 'n', device: 'Firefox' }
  const call = { requestId: 'a', route: 'PATCH /api/users/:id', status: 200, origin: where }
  const done = { kind: 'user-edited', outcome: 'success', details: {} } as const
  await recordSecurityEvents(env, [{ ...done, userId: id, actorId: id }], call)
  await recordSecurityEvents(env, [{ ...done, userId: other.id, actorId: id }], call)
  await runJob(env, 'purgeAccounts')
  const rows = await db.select().from(securityEvents).where(eq(securityEvents.actorId, id)).all()
  expect(rows).toMatchObject([
    { userId: other.id, country: null, asn: null, network: null, device: 'Unknown' },
  ])
})
