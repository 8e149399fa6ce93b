import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { hourMs } from '../platform/time.ts'
import { jobs, runJobs } from './cron.ts'
import { listJobs, schedules } from './leases.ts'

const at = Math.floor(Date.now() / hourMs) * hourMs

function countedJob(
  rhythm: (typeof schedules)['hour'],
  outcomes: ('done' | 'more' | 'failed')[] = [],
) {
  const counter = { runs: 0 }
  const run = async () => {
    const outcome = outcomes[counter.runs]
    counter.runs += 1
    if (outcome === 'failed') throw new Error('no')
    return outcome
  }
  return { counter, job: { rhythm, run } }
}

async function row(job: string) {
  return (await listJobs(env)).find((each) => each.job === job)
}

test('three concurrent cron runs execute each job once', async () => {
  const { counter, job } = countedJob(schedules.hour)
  await Promise.all([1, 2, 3].map(() => runJobs(env, at, { thrice: job })))
  expect(counter.runs).toBe(1)
  await runJobs(env, at + 60_000, { thrice: job })
  expect(counter.runs).toBe(1)
  await runJobs(env, at + hourMs, { thrice: job })
  expect(counter.runs).toBe(2)
})

test('a missed hour is made up for, and a job that never ran waits for its time', async () => {
  const { counter, job } = countedJob(schedules.hour)
  await runJobs(env, at + 7 * 60_000, { missed: job })
  expect(counter.runs).toBe(0)
  await runJobs(env, at, { missed: job })
  await runJobs(env, at + hourMs + 7 * 60_000, { missed: job })
  expect(counter.runs).toBe(2)
})

test('a failed job is logged, retried after five minutes, and delays no other', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  const bad = countedJob(schedules.hour, ['failed', 'done'])
  const good = countedJob(schedules.hour)
  const both = { bad: bad.job, good: good.job }
  await runJobs(env, at, both)
  expect(errors.mock.calls).toEqual([['{"at":"cron","job":"bad","error":"no"}']])
  expect([good.counter.runs, await row('bad')]).toMatchObject([1, { failures: 1, doneAt: null }])
  await runJobs(env, at + 60_000, both)
  expect(bad.counter.runs).toBe(1)
  await env.DB.exec("update cron_jobs set lease_until = 0 where job = 'bad'")
  await runJobs(env, at + 6 * 60_000, both)
  expect([bad.counter.runs, await row('bad')]).toMatchObject([2, { failures: 0 }])
  errors.mockRestore()
})

test('a job with more work continues in the next minute, and a crashed one after its lease', async () => {
  const { counter, job } = countedJob(schedules.hour, ['more', 'more', 'done'])
  for (const minute of [0, 1, 2, 3]) await runJobs(env, at + minute * 60_000, { long: job })
  expect(counter.runs).toBe(3)
  await env.DB.exec("update cron_jobs set done = -1, lease_until = 9e15 where job = 'long'")
  await runJobs(env, at + 240_000, { long: job })
  expect(counter.runs).toBe(3)
  await env.DB.exec("update cron_jobs set lease_until = 0 where job = 'long'")
  await runJobs(env, at + 300_000, { long: job })
  expect(counter.runs).toBe(4)
})

test('every job runs on empty databases', async () => {
  const everything = Math.floor(Date.now() / (24 * hourMs)) * 24 * hourMs
  await runJobs(env, everything + 2 * hourMs)
  await runJobs(env, everything + 3 * hourMs)
  const rows = await listJobs(env)
  for (const job of Object.keys(jobs))
    expect(rows.find((each) => each.job === job)?.failures).toBe(0)
})
