import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { hourMs } from '../platform/time.ts'
import { jobs, runJobs } from './cron.ts'
import { listJobs, schedules } from './leases.ts'

const at = Math.floor(Date.now() / hourMs) * hourMs

function counted(
  rhythm: (typeof schedules)['hour'],
  outcomes: ('done' | 'more' | 'failed')[] = [],
) {
  const told = { runs: 0 }
  const run = async () => {
    const outcome = outcomes[told.runs]
    told.runs += 1
    if (outcome === 'failed') throw new Error('no')
    return outcome
  }
  return { told, job: { rhythm, run } }
}

async function row(job: string) {
  return (await listJobs(env)).find((each) => each.job === job)
}

test('a cron that runs three times at once does each job once', async () => {
  const { told, job } = counted(schedules.hour)
  await Promise.all([1, 2, 3].map(() => runJobs(env, at, { thrice: job })))
  expect(told.runs).toBe(1)
  await runJobs(env, at + 60_000, { thrice: job })
  expect(told.runs).toBe(1)
  await runJobs(env, at + hourMs, { thrice: job })
  expect(told.runs).toBe(2)
})

test('an hour that was missed is made up for, and a job that never ran waits for its time', async () => {
  const { told, job } = counted(schedules.hour)
  await runJobs(env, at + 7 * 60_000, { missed: job })
  expect(told.runs).toBe(0)
  await runJobs(env, at, { missed: job })
  await runJobs(env, at + hourMs + 7 * 60_000, { missed: job })
  expect(told.runs).toBe(2)
})

test('a job that fails is told, tried again after five minutes, and holds up no other', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  const bad = counted(schedules.hour, ['failed', 'done'])
  const good = counted(schedules.hour)
  const both = { bad: bad.job, good: good.job }
  await runJobs(env, at, both)
  expect(errors.mock.calls).toEqual([['{"at":"cron","job":"bad","error":"no"}']])
  expect([good.told.runs, await row('bad')]).toMatchObject([1, { failures: 1, doneAt: null }])
  await runJobs(env, at + 60_000, both)
  expect(bad.told.runs).toBe(1)
  await env.DB.exec("update cron_jobs set lease_until = 0 where job = 'bad'")
  await runJobs(env, at + 6 * 60_000, both)
  expect([bad.told.runs, await row('bad')]).toMatchObject([2, { failures: 0 }])
  errors.mockRestore()
})

test('a job with more to do goes on in the next minute, and one that was killed after its lease', async () => {
  const { told, job } = counted(schedules.hour, ['more', 'more', 'done'])
  for (const minute of [0, 1, 2, 3]) await runJobs(env, at + minute * 60_000, { long: job })
  expect(told.runs).toBe(3)
  await env.DB.exec("update cron_jobs set done = -1, lease_until = 9e15 where job = 'long'")
  await runJobs(env, at + 240_000, { long: job })
  expect(told.runs).toBe(3)
  await env.DB.exec("update cron_jobs set lease_until = 0 where job = 'long'")
  await runJobs(env, at + 300_000, { long: job })
  expect(told.runs).toBe(4)
})

test('every job there is runs on empty databases', async () => {
  const everything = Math.floor(Date.now() / (24 * hourMs)) * 24 * hourMs
  await runJobs(env, everything + 2 * hourMs)
  await runJobs(env, everything + 3 * hourMs)
  const rows = await listJobs(env)
  for (const job of Object.keys(jobs))
    expect(rows.find((each) => each.job === job)?.failures).toBe(0)
})
