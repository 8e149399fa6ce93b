import { env } from 'cloudflare:workers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { countCalls } from '../platform/bindings.ts'
import { nightlyRunAt } from '../testing/archive.ts'
import { fillJobs, manyViews } from '../testing/cron-data.ts'
import { emptyDatabases } from '../testing/empty-databases.ts'
import { interceptDatabase } from '../testing/fault-bindings.ts'
import { readState } from '../testing/snapshot.ts'
import { jobs, maxCallsPerStep, runTrigger } from './cron.ts'

/** The queries of a D1 database that an invocation may make: docs/platform.md. */
const maxQueries = 1000

type Turn = { isKilled?: () => boolean; onCall?: (count: number) => void }

/**
 * Takes a turn of a trigger, and returns the queries it made. If `isKilled`, which is asked whenever the end of a step is
 * recorded, neither that call nor a later one of the turn runs.
 */
async function takeTurn({ isKilled = () => false, onCall = () => {} }: Turn) {
  let queries = 0
  let wasKilled = false
  const call = async <T>(name: string, work: () => Promise<T>) => {
    if (name === 'DB update cron_jobs' && isKilled()) wasKilled = true
    if (wasKilled) throw new Error('killed')
    queries += name.split('; ').length
    return work()
  }
  const bindings = {
    ...env,
    DB: interceptDatabase('DB', call),
    ANALYTICS: interceptDatabase('ANALYTICS', call),
    // One analytics database is enough.
    ANALYTICS_2: undefined,
  }
  await runTrigger(countCalls(bindings, onCall), { scheduledTime: nightlyRunAt })
  return queries
}

/** Makes these jobs due, and no others. */
async function schedule(names: string[]) {
  await env.DB.exec('delete from cron_jobs')
  for (const name of Object.keys(jobs))
    await env.DB.prepare(
      'insert into cron_jobs (job, done, started_at, lease_until) values (?, ?, 0, 0)',
    )
      .bind(name, names.includes(name) ? -1 : 9e9)
      .run()
}

async function isAnyDue() {
  await env.DB.exec('update cron_jobs set lease_until = 0')
  return (await env.DB.prepare('select 1 from cron_jobs where done = -1').first()) !== null
}

async function startAgain() {
  await emptyDatabases(env)
  const { objects } = await env.MEDIA.list()
  await env.MEDIA.delete(objects.map(({ key }) => key))
  await fillJobs()
}

/** Everything that is stored, with the bytes of the archive. */
async function readAll() {
  const kept = await env.ANALYTICS.prepare("delete from card_views where id glob 'new-*'").run()
  expect(kept.meta.changes).toBeGreaterThanOrEqual(manyViews)
  const { objects } = await env.MEDIA.list({ prefix: 'archive/' })
  const archive = objects.map(({ key, etag, size }) => `${key} ${etag} ${size}`)
  const left = await env.DB.prepare('select count(*) as audit from audit_log').first()
  return { state: await readState(), archive, left }
}

/** Takes turns until no job is due; returns the queries of each, and the most calls of a step. */
async function runAll() {
  let calls = 0
  const largest = new Map<string, number>()
  for (const [name, job] of Object.entries(jobs)) {
    const { step } = job
    const spy = vi.spyOn(job, 'step').mockImplementation(async (...args) => {
      const before = calls
      const next = await step(...args)
      largest.set(name, Math.max(largest.get(name) ?? 0, calls - before))
      return next
    })
    onTestFinished(() => spy.mockRestore())
  }
  const onCall = (count: number) => {
    calls += count
  }
  await schedule(Object.keys(jobs))
  const queries: number[] = []
  while (await isAnyDue()) queries.push(await takeTurn({ onCall }))
  return { queries, largest }
}

/** Each step of the job is killed once when its end is recorded, and repeated by the next turn. Returns the kills. */
async function runKilled(name: string): Promise<number> {
  await schedule([name])
  let kills = 0
  for (let allowed = 0; await isAnyDue(); allowed = 1) {
    let records = 0
    const isKilled = () => {
      records += 1
      return records > allowed
    }
    await takeTurn({ isKilled })
    if (records > allowed) kills += 1
  }
  return kills
}

test('jobs killed at each step and continued end as unkilled ones, and no turn makes too many queries', {
  timeout: 900_000,
}, async ({ task }) => {
  vi.useFakeTimers({ toFake: ['Date'], now: nightlyRunAt })
  const spies = (['error', 'warn'] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation(() => {}),
  )
  onTestFinished(() => {
    vi.useRealTimers()
    for (const spy of spies) spy.mockRestore()
  })
  await startAgain()
  const { queries, largest } = await runAll()
  const unkilled = await readAll()
  expect(queries.reduce((sum, count) => sum + count)).toBeGreaterThan(maxQueries)
  expect(Math.max(...queries)).toBeLessThanOrEqual(maxQueries)
  expect([...largest].filter(([, calls]) => calls > maxCallsPerStep)).toEqual([])
  await startAgain()
  const kills = new Map<string, number>()
  for (const name of Object.keys(jobs)) kills.set(name, await runKilled(name))
  expect(await readAll()).toEqual(unkilled)
  expect([...kills].filter(([, count]) => count === 0)).toEqual([])
  expect(Object.fromEntries(kills)).toMatchObject(expectedKills)
  const cases = [...kills.values()].reduce((sum, count) => sum + count)
  task.meta.proves = { what: 'steps of cron jobs killed and continued', cases }
})

const atLeast = (count: number) =>
  expect.toSatisfy((kills: number) => kills >= count, `${count} or more`)

/** With the data of `fillJobs`. Where a repeated step does the work of the next one, only half of the steps are killed. */
const expectedKills = {
  drainInbox: atLeast(2),
  drainStored: atLeast(2),
  renewSealed: atLeast(2),
  sumFortnights: atLeast(2),
  purgeAccounts: atLeast(5),
  purgeDeletedCards: atLeast(23),
  clearAddresses: atLeast(14),
  archiveEvents: atLeast(8),
  sweepPictures: atLeast(4),
  backUp: atLeast(5),
}
