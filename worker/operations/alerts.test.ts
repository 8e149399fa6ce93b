import { env } from 'cloudflare:workers'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { jobOfKey } from '../../schema/operations/status.ts'
import { minuteMs } from '../platform/time.ts'
import { tolerateSlowStores } from '../testing/fast-timers.ts'
import { jobs } from './cron.ts'
import { schedules } from './leases.ts'
import { statusOf } from './status.ts'

const now = Date.parse('2027-01-01T10:00:00Z')

beforeEach(async () => {
  tolerateSlowStores()
  vi.useFakeTimers({ toFake: ['Date'], now })
  onTestFinished(() => void vi.useRealTimers())
  await env.DB.exec('delete from cron_jobs')
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
