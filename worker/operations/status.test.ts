import { env } from 'cloudflare:workers'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import document from '../../docs/operate.md?raw'
import { Status } from '../../schema/operations/status.ts'
import { app } from '../app.ts'
import type { Bindings } from '../env.ts'
import { makeCard, origin, request, signIn } from '../testing/app.ts'
import { emptyDatabases } from '../testing/empty-databases.ts'
import { makeEvent } from '../testing/events.ts'
import { tolerateSlowStores } from '../testing/fast-timers.ts'
import { recordPendingEvents } from '../testing/run-job.ts'
import { putDeadLetters } from '../tracking/dead-letters.ts'
import { recordEvents } from '../tracking/record.ts'
import { alerts } from './alerts.ts'
import { backUp } from './backup/backup.ts'
import { runJobs } from './cron.ts'
import { statusOf } from './status.ts'

beforeEach(tolerateSlowStores)

async function read() {
  const { request: asAdmin } = await signIn(5)
  const response = await asAdmin('GET', '/api/status')
  expect(response.status).toBe(200)
  return Status.parse(await response.json())
}

test('GET /api/status requires level 5', async () => {
  expect((await request('GET', '/api/status')).status).toBe(401)
  const { request: asLevel4 } = await signIn(4)
  expect((await asLevel4('GET', '/api/status')).status).toBe(403)
})

test('GET /api/status reports queues, cron jobs, storage and backups', async () => {
  await emptyDatabases(env)
  const empty = await read()
  expect(empty).toMatchObject({ alerts: [], backup: null, jobs: [], events: { newest: null } })
  const at = Date.now() - 5000
  await recordEvents(env, [makeEvent({ cardId: (await makeCard()).id, at })])
  await runJobs(env, Date.now())
  await backUp(env, 60_000)
  const waitingSince = Date.now() - 60_000
  const insert = (table: string, key: string) =>
    env.ANALYTICS.prepare(`insert into ${table} values (?, '{}', ?)`).bind(key, waitingSince).run()
  await insert('event_inbox', 'a')
  await insert('dead_events', 'b')
  for (const [id, dead] of [
    ['waits', null],
    ['refused', Date.now()],
  ])
    await env.DB.prepare(
      `insert into mail_outbox (id, letter, made_at, due_at, dead_at, reason) values (?, 'x', ?, 1, ?, 'Refused with 422')`,
    )
      .bind(id, at, dead)
      .run()
  const status = await read()
  expect(status.mail).toEqual({
    waiting: 1,
    since: new Date(at).toISOString(),
    held: 0,
    heldUntil: null,
    dead: 1,
    reason: 'Refused with 422',
  })
  expect(status.events).toMatchObject({
    ...{ inbox: 1, dead: 1, newest: new Date(at).toISOString() },
    inboxSince: new Date(waitingSince).toISOString(),
  })
  expect(status.jobs.map(({ job }) => job)).toContain('drainInbox')
  expect(status.backup).toMatchObject({ rows: expect.any(Number), files: 0 })
  expect(status.databases.map(({ name }) => name)).toEqual(['DB', 'ANALYTICS', 'ANALYTICS_2'])
  for (const { bytes, migration } of status.databases)
    expect([bytes ?? 0, migration]).toEqual([expect.any(Number), expect.stringMatching(/^\d{4}_/)])
  expect(status.alerts.map(({ title }) => title)).toEqual([
    'Events could not be recorded',
    'Emails could not be sent',
  ])
})

test.each([
  ['Events are waiting in the inbox', "insert into event_inbox values ('x', '{}', 1)"],
  ['Events could not be recorded', "insert into dead_events values ('x', '{}', 1)"],
  ['Cron is not running', job('drainInbox', 700)],
  ['A job keeps failing', `${job('anything', 0)}; update cron_jobs set failures = 3`],
  ['The last backup is older than two days', job('backUp', 200_000)],
  [
    'Changed pages are not being purged from the cache',
    "insert into purge_outbox (tag, changed_at, due_at) values ('c:1', 1, 1)",
  ],
  [
    'Emails could not be sent',
    "insert into mail_outbox (id, letter, made_at, due_at, dead_at, reason) values ('x', '', 1, 1, 1, 'No')",
  ],
  [
    'Emails have been waiting for more than a day',
    "insert into mail_outbox (id, letter, made_at, due_at) values ('x', '', (unixepoch() - 86402) * 1000, 1)",
  ],
  ['Many sign-ins are failing', failedSignIns(6, 4)],
])('the alert "%s" fires by its query, and is documented with that query', async (title, sql) => {
  const alert = alerts.find((each) => each.title === title)
  if (!alert) throw new Error('There is no such alert')
  const db = alert.in === 'DB' ? env.DB : env.ANALYTICS
  for (const table of ['event_inbox', 'dead_events'])
    await env.ANALYTICS.exec(`delete from ${table}`)
  for (const table of ['cron_jobs', 'purge_outbox', 'mail_outbox', 'audit_log'])
    await env.DB.exec(`delete from ${table}`)
  expect(await titles()).toEqual([])
  await db.exec(sql)
  expect(await titles()).toEqual([title])
  expect(document).toContain(
    `${alert.title}: \`${alert.in}\`\n\n\`\`\`sql\n${alert.sql('unixepoch()')}\n\`\`\``,
  )
})

// From one network for one account.
function failedSignIns(...counts: number[]): string {
  const rows = counts.map(
    (count, key) =>
      `('${key}', strftime('%Y-%m-%dT%H:%M:%fZ'), 'sign-in-failed', '', 1, 'n', '{}', ${count})`,
  )
  return `insert into audit_log (key, at, action, target, user_id, network, details, count) values ${rows}`
}

async function titles(): Promise<string[]> {
  return (await statusOf(env)).alerts.map(({ title }) => title)
}

// With a period far ahead, so that the job is not overdue.
function job(name: string, ago: number): string {
  return `insert into cron_jobs (job, done, started_at, done_at, lease_until) values ('${name}', 9e9, (unixepoch() - ${ago}) * 1000, (unixepoch() - ${ago}) * 1000, 0)`
}

test('alerts fire for events in the queue for more than 10 minutes, and in R2', async () => {
  const titlesAfter = async (queuedMs: number) => {
    const oldestMessageTimestamp = new Date(Date.now() - queuedMs)
    const metrics = async () => ({ backlogCount: 7, backlogBytes: 1, oldestMessageTimestamp })
    const EVENTS = Object.assign({ ...env.EVENTS }, { metrics })
    return (await statusOf({ ...env, EVENTS })).alerts.map(({ title }) => title)
  }
  const before = await titlesAfter(9 * 60_000)
  expect(await titlesAfter(11 * 60_000)).toEqual([
    ...before,
    'Events have been waiting in the queue for more than 10 minutes',
  ])
  await putDeadLetters(env, [{ key: 'one', event: '{}' }])
  expect(await titlesAfter(0)).toEqual([
    ...before,
    'Events are waiting in the bucket, because a database accepted none for 20 hours',
  ])
  await recordPendingEvents(env)
})

test('GET /healthz reports which stores respond, and returns 503 if one does not', async () => {
  // Past the cached result of an earlier test.
  const start = Date.now()
  const now = vi.spyOn(Date, 'now').mockReturnValue(start + 60_000)
  onTestFinished(() => now.mockRestore())
  const response = await request('GET', '/healthz')
  expect([response.status, await response.json()]).toEqual([
    200,
    { ok: true, answers: ['DB', 'ANALYTICS', 'ANALYTICS_2', 'MEDIA'] },
  ])
  const broken = {
    batch: env.DB.batch,
    prepare: () => ({ first: () => Promise.reject(new Error('lost')) }),
  }
  now.mockReturnValue(start + 120_000)
  const bad = await app.fetch(new Request(`${origin}/healthz`), { ...env, ANALYTICS: broken })
  expect([bad.status, await bad.text(), bad.headers.get('Retry-After')]).toEqual([
    503,
    'Not responding: ANALYTICS.',
    '5',
  ])
  // Other files of tests get the cached result.
  now.mockReturnValue(start + 180_000)
  expect((await request('GET', '/healthz')).status).toBe(200)
})

test('GET /healthz?deep=1 returns 503 with the alerts that apply or are unknown, but none about persons', async () => {
  await emptyDatabases(env)
  let at = Date.now()
  const now = vi.spyOn(Date, 'now').mockImplementation(() => at)
  onTestFinished(() => now.mockRestore())
  const deep = async (given: Bindings = env) => {
    // Past the cached result.
    at += 60_000
    const response = await app.fetch(new Request(`${origin}/healthz?deep=1`), given)
    return [response.status, response.status === 503 ? await response.text() : null]
  }
  expect(await deep()).toEqual([200, null])
  await env.DB.exec(failedSignIns(20))
  expect(await deep()).toEqual([200, null])
  await env.DB.exec(job('drainInbox', 700))
  expect(await deep()).toEqual([503, 'Cron is not running.'])
  const metrics = () => Promise.reject(new Error('lost'))
  const EVENTS = Object.assign({ ...env.EVENTS }, { metrics })
  expect(await deep({ ...env, EVENTS })).toEqual([
    503,
    'Cron is not running.\nUnknown: Events have been waiting in the queue for more than 10 minutes.',
  ])
  await env.DB.exec('delete from cron_jobs')
  expect((await request('GET', '/healthz?deep=yes')).status).toBe(400)
})

test('every signal that cannot be read is listed as unchecked, and the rest of the status is shown', async () => {
  await emptyDatabases(env)
  const no = () => Promise.reject(new Error('lost'))
  const lost = { bind: () => lost, first: no, all: no, run: no, raw: no }
  const ANALYTICS = Object.assign({ ...env.ANALYTICS }, { prepare: () => lost, batch: no })
  const MEDIA = Object.assign({ ...env.MEDIA }, { list: no, get: no, head: no })
  const status = await statusOf(Object.assign({ ...env }, { ANALYTICS, MEDIA }))
  expect(status).toMatchObject({ events: 'unknown', backup: 'unknown', jobs: [] })
  expect(status.alerts.map(({ title }) => title)).toEqual([
    'ANALYTICS is not responding',
    'MEDIA is not responding',
  ])
  expect(status.unchecked).toEqual([
    'Events are waiting in the inbox',
    'Events could not be recorded',
    'Events have been waiting in the queue for more than 10 minutes',
    'Events are waiting in the bucket, because a database accepted none for 20 hours',
    'ANALYTICS is using more than 6 of its 10 GB',
  ])
})
