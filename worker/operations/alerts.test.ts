import { env } from 'cloudflare:workers'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { jobOfKey } from '../../schema/jobs.ts'
import { minuteMs } from '../platform/time.ts'
import { tolerateSlowStores } from '../testing/fast-timers.ts'
import { checkAlerts } from './check-alerts.ts'
import { jobs } from './cron.ts'
import { schedules } from './leases.ts'
import { addCounts } from './metrics/store.ts'
import { statusOf } from './status.ts'

const now = Date.parse('2027-01-01T10:00:00Z')

beforeEach(async () => {
  tolerateSlowStores()
  vi.useFakeTimers({ toFake: ['Date'], now })
  onTestFinished(() => void vi.useRealTimers())
  for (const table of ['cron_jobs', 'metrics']) await env.DB.exec(`delete from ${table}`)
})

const view = 'GET /view/:slug|2|none'

test.each([
  [
    'More than 2% of requests are failing',
    { [`${view}|0`]: 95, 'GET /api/user|5|none|0': 5 },
    true,
  ],
  [
    'More than 2% of requests are failing',
    { [`${view}|0`]: 9, 'GET /api/user|5|none|0': 4 },
    false,
  ],
  [
    'More than 2% of requests are failing',
    { [`${view}|0`]: 246, 'GET /api/user|5|none|0': 5 },
    false,
  ],
  ['Public cards respond slowly', { [`${view}|0`]: 18, [`${view}|12`]: 2 }, true],
  ['Public cards respond slowly', { [`${view}|0`]: 190, [`${view}|12`]: 9 }, false],
  ['Public cards respond slowly', { [`${view}|12`]: 19 }, false],
])('the alert "%s" is decided by the last five minutes: %j', async (title, counts, isCrossed) => {
  const titles = async () => (await statusOf(env)).alerts.map((alert) => alert.title)
  await addCounts(env.DB, counts)
  expect((await titles()).includes(title)).toBe(isCrossed)
  vi.setSystemTime(now + 4 * minuteMs)
  expect((await titles()).includes(title)).toBe(isCrossed)
  vi.setSystemTime(now + 7 * minuteMs)
  expect(await titles()).not.toContain(title)
})

test.each([
  ['drainMail', 10],
  ['pruneEvents', 60],
  ['pruneEvents ANALYTICS_2', 60],
  ['backUp', 360],
])(
  'the alert "A job did not finish" is crossed when %s is more than %i minutes late',
  async (job, minutes) => {
    const { everyMs, afterMs } = jobs[jobOfKey(job)]?.rhythm ?? schedules.night
    const done = Math.floor((now - afterMs) / everyMs)
    const sql =
      'insert into cron_jobs (job, done, started_at, done_at, lease_until) values (?1, ?2, ?3, ?3, 0)'
    await env.DB.prepare(sql).bind(job, done, now).run()
    const dueAt = (done + 1) * everyMs + afterMs
    const isCrossed = async (late: number) => {
      vi.setSystemTime(dueAt + late * minuteMs)
      return (await statusOf(env)).alerts.some(({ title }) => title === 'A job did not finish')
    }
    expect([await isCrossed(minutes), await isCrossed(minutes + 1)]).toEqual([false, true])
    await env.DB.exec("update cron_jobs set checkpoint = '1'")
    expect([await isCrossed(360), await isCrossed(361)]).toEqual([false, true])
  },
)

test('the queries of alerts go by the clock of the worker', async () => {
  const titles = async () => (await statusOf(env)).alerts.map(({ title }) => title)
  const sql =
    "insert into cron_jobs (job, done, started_at, done_at, lease_until) values ('drainInbox', 9e9, ?1, ?1, 0)"
  await env.DB.prepare(sql).bind(now).run()
  expect(await titles()).not.toContain('Cron is not running')
  vi.setSystemTime(now + 11 * minuteMs)
  expect(await titles()).toContain('Cron is not running')
})

test('a job that runs once is not late', async () => {
  await env.DB.exec(
    "insert into cron_jobs (job, done, started_at, done_at, lease_until) values ('clearAddresses', 1, 1, 1, 0)",
  )
  expect((await statusOf(env)).alerts.map(({ title }) => title)).not.toContain(
    'A job did not finish',
  )
})

test('the gauges of every minute are stored: age of the queue, dead letters, failing jobs', async () => {
  await env.ANALYTICS.exec("insert into dead_events values ('x', '{}', 1)")
  await env.DB.exec(
    "insert into cron_jobs (job, done, started_at, failures, lease_until) values ('drainMail', 9e9, 1, 2, 0)",
  )
  const oldestMessageTimestamp = new Date(now - 90_000)
  const metrics = async () => ({ backlogCount: 7, backlogBytes: 1, oldestMessageTimestamp })
  const EVENTS = Object.assign({ ...env.EVENTS }, { metrics })
  await checkAlerts(Object.assign({ ...env }, { EVENTS }), jobs)
  const row = await env.DB.prepare('select gauges from metrics').first<string>('gauges')
  expect(JSON.parse(row ?? '')).toEqual({ queueMs: 90_000, deadLetters: 1, failingJobs: 1 })
})
