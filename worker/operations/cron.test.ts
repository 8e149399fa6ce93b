import { env } from 'cloudflare:workers'
import { expect, onTestFinished, test, vi } from 'vitest'
import wranglerToml from '../../wrangler.toml?raw'
import { hourMs } from '../platform/time.ts'
import { stepBudget } from '../testing/run-job.ts'
import { type Job, jobs, newBudget, runJobs, runTrigger } from './cron.ts'
import { listJobs, schedules } from './leases.ts'

const at = Math.floor(Date.now() / hourMs) * hourMs

function countedJob(
  rhythm: (typeof schedules)['hour'],
  outcomes: ('done' | 'more' | 'failed')[] = [],
) {
  const counter = { runs: 0 }
  const step = async () => {
    const outcome = outcomes[counter.runs]
    counter.runs += 1
    if (outcome === 'failed') throw new Error('no')
    return outcome === 'more' ? outcome : undefined
  }
  return { counter, job: { rhythm, step } }
}

async function row(job: string) {
  return (await listJobs(env)).find((each) => each.job === job)
}

test('three concurrent cron runs execute each job once', async () => {
  const { counter, job } = countedJob(schedules.hour)
  await Promise.all([1, 2, 3].map(() => runJobs(env, at, { list: { thrice: job } })))
  expect(counter.runs).toBe(1)
  await runJobs(env, at + 60_000, { list: { thrice: job } })
  expect(counter.runs).toBe(1)
  await runJobs(env, at + hourMs, { list: { thrice: job } })
  expect(counter.runs).toBe(2)
})

test('a missed hour is made up for, and a job that never ran waits for its time', async () => {
  const { counter, job } = countedJob(schedules.hour)
  await runJobs(env, at + 7 * 60_000, { list: { missed: job } })
  expect(counter.runs).toBe(0)
  await runJobs(env, at, { list: { missed: job } })
  await runJobs(env, at + hourMs + 7 * 60_000, { list: { missed: job } })
  expect(counter.runs).toBe(2)
})

test('a failed job is logged, retried after five minutes, and delays no other', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  const bad = countedJob(schedules.hour, ['failed', 'done'])
  const good = countedJob(schedules.hour)
  const both = { bad: bad.job, good: good.job }
  await runJobs(env, at, { list: both })
  expect(errors.mock.calls).toEqual([['{"at":"cron","job":"bad","error":"no"}']])
  expect([good.counter.runs, await row('bad')]).toMatchObject([1, { failures: 1, doneAt: null }])
  await runJobs(env, at + 60_000, { list: both })
  expect(bad.counter.runs).toBe(1)
  await env.DB.exec("update cron_jobs set lease_until = 0 where job = 'bad'")
  await runJobs(env, at + 6 * 60_000, { list: both })
  expect([bad.counter.runs, await row('bad')]).toMatchObject([2, { failures: 0 }])
  errors.mockRestore()
})

test('a job with more work continues in the next run, and a crashed one after its lease', async () => {
  const { counter, job } = countedJob(schedules.hour, ['more', 'more', 'done'])
  const run = (minute: number) =>
    runJobs(env, at + minute * 60_000, { list: { long: job }, budget: stepBudget(1) })
  for (const minute of [0, 1, 2, 3]) await run(minute)
  expect(counter.runs).toBe(3)
  await env.DB.exec("update cron_jobs set done = -1, lease_until = 9e15 where job = 'long'")
  await run(4)
  expect(counter.runs).toBe(3)
  await env.DB.exec("update cron_jobs set lease_until = 0 where job = 'long'")
  await run(5)
  expect(counter.runs).toBe(4)
})

/** A job that counts to five, one a step, and fails once at each of `failing`. */
function countingJob(name: string, failing: number[] = []) {
  const froms: unknown[] = []
  const left = new Set(failing)
  const step = async (_: unknown, { from }: { from: unknown }) => {
    froms.push(from)
    const next = typeof from === 'number' ? from + 1 : 1
    if (left.delete(next)) throw new Error('killed')
    return next < 5 ? next : undefined
  }
  const list = { [name]: { rhythm: schedules.hour, step } }
  return { froms, list }
}

test('a job takes its steps in one run, and continues a failed one where it was', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { froms, list } = countingJob('steady')
  await runJobs(env, at, { list })
  expect(froms).toEqual([undefined, 1, 2, 3, 4])
  const broken = countingJob('broken', [2, 5])
  for (const minute of [0, 1, 2]) {
    await runJobs(env, at + minute * 60_000, { list: broken.list })
    await env.DB.exec("update cron_jobs set lease_until = 0 where job = 'broken'")
  }
  expect(broken.froms).toEqual([undefined, 1, 1, 2, 3, 4, 4])
  const after = await env.DB.prepare(
    "select checkpoint from cron_jobs where job = 'broken'",
  ).first()
  expect(after).toEqual({ checkpoint: null })
  expect(await row('broken')).toMatchObject({ failures: 0 })
  await runJobs(env, at + hourMs, { list: broken.list })
  expect(broken.froms.slice(-5)).toEqual([undefined, 1, 2, 3, 4])
  errors.mockRestore()
})

test('a run stops when another step of the largest size may not fit', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: at })
  onTestFinished(() => void vi.useRealTimers())
  let calls = 0
  const step = (ms: number, made: number) => async () => {
    vi.setSystemTime(Date.now() + ms)
    calls += made
    return 'more'
  }
  const stepsOf = async (name: string, one: Job['step'], limits: { ms: number; calls: number }) => {
    const before = calls
    const spy = vi.fn(one)
    const budget = newBudget(limits, () => calls - before)
    await runJobs(env, Date.now(), { list: { [name]: { rhythm: everyTime, step: spy } }, budget })
    return spy.mock.calls.length
  }
  const everyTime = { ...schedules.minute, everyMs: 1 }
  expect(await stepsOf('slow', step(1000, 1), { ms: 5000, calls: 1000 })).toBe(4)
  expect(await stepsOf('chatty', step(1, 250), { ms: 5000, calls: 1000 })).toBe(3)
})

test('a job that used up its run lets the others go first in the next', async () => {
  const order: string[] = []
  const job = (name: string, outcome?: 'more') => ({
    rhythm: schedules.minute,
    step: async () => {
      order.push(name)
      return outcome
    },
  })
  const list = { greedy: job('greedy', 'more'), modest: job('modest') }
  await env.DB.prepare(
    "insert into cron_jobs (job, started_at, lease_until) values ('greedy', 1, 0), ('modest', 2, 0)",
  ).run()
  await runJobs(env, at, { list, budget: stepBudget(3) })
  await runJobs(env, at + 60_000, { list, budget: stepBudget(3) })
  expect(order).toEqual(['greedy', 'greedy', 'greedy', 'modest', 'greedy', 'greedy'])
})

test('a run that has lost its lease stops, and records nothing', async () => {
  let steps = 0
  const step = async () => {
    steps += 1
    await env.DB.exec("update cron_jobs set started_at = started_at - 1 where job = 'lost'")
    return steps < 3 ? 'more' : undefined
  }
  await runJobs(env, at, { list: { lost: { rhythm: schedules.hour, step } } })
  const after = await env.DB.prepare(
    "select done, checkpoint from cron_jobs where job = 'lost'",
  ).first()
  expect([steps, after]).toEqual([1, { done: -1, checkpoint: null }])
})

test('each step renews the lease, so a turn that works longer than it is alone', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: at })
  onTestFinished(() => void vi.useRealTimers())
  let steps = 0
  const rivalStep = vi.fn(async () => undefined)
  const rival = { rhythm: schedules.hour, step: rivalStep }
  const step = async () => {
    steps += 1
    vi.setSystemTime(at + steps * 600_000)
    await runJobs(env, at, { list: { patient: rival } })
    return steps < 4 ? 'more' : undefined
  }
  const list = { patient: { rhythm: schedules.hour, step } }
  await runJobs(env, at, { list, budget: stepBudget(9) })
  expect([steps, rivalStep.mock.calls.length]).toEqual([4, 0])
})

test('a job of each database runs in the others when one fails', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  const done: string[] = []
  const step = async (_: unknown, { database }: { database: string }) => {
    if (database === 'ANALYTICS') throw new Error('D1 is down')
    done.push(database)
  }
  await runJobs(env, at, { list: { each: { rhythm: schedules.hour, perDatabase: true, step } } })
  expect(done).toEqual(['ANALYTICS_2'])
  expect([await row('each'), await row('each ANALYTICS_2')]).toMatchObject([
    { failures: 1, doneAt: null },
    { failures: 0, doneAt: expect.any(Number) },
  ])
  errors.mockRestore()
})

test('the trigger runs every job that is due', async () => {
  await env.DB.exec('delete from cron_jobs')
  const night = Math.floor(Date.now() / (24 * hourMs)) * 24 * hourMs + 3 * hourMs
  await runTrigger(env, { scheduledTime: night })
  const { rhythm } = jobs.backUp ?? {}
  const expected = Object.keys(jobs).filter((name) => jobs[name]?.rhythm !== rhythm)
  const ran = (await listJobs(env)).map(({ job }) => job.split(' ')[0])
  expect([...new Set(ran)].toSorted()).toEqual(expected.toSorted())
  expect(wranglerToml).toContain('crons = ["* * * * *"]')
})

test('a job that never ran begins a few minutes late if others used up the turn', async () => {
  await env.DB.exec('delete from cron_jobs')
  const { counter, job } = countedJob(schedules.night)
  const night = Math.floor(Date.now() / (24 * hourMs)) * 24 * hourMs + schedules.night.afterMs
  const run = (minute: number, steps: number) =>
    runJobs(env, night + minute * 60_000, { list: { late: job }, budget: stepBudget(steps) })
  await run(0, 0)
  expect(counter.runs).toBe(0)
  await run(4, 1)
  expect(counter.runs).toBe(1)
})

test('every job runs on empty databases', async () => {
  const everything = Math.floor(Date.now() / (24 * hourMs)) * 24 * hourMs
  await runJobs(env, everything + 2 * hourMs)
  await runJobs(env, everything + 3 * hourMs)
  const rows = await listJobs(env)
  for (const job of Object.keys(jobs))
    expect(rows.find((each) => each.job === job)?.failures).toBe(0)
})
