/** Runs a cron job without its lease, step by step until it is done. Only tests import this. */
import type { Bindings } from '../env.ts'
import { type Budget, jobs } from '../operations/cron.ts'
import { analyticsNames } from '../tracking/shards.ts'

/** `name` is a key of `jobs`. Runs for each analytics database if the job does. */
export async function runJob(env: Bindings, name: string, now = Date.now()): Promise<void> {
  const job = jobs[name]
  if (!job) throw new Error(`There is no job ${name}`)
  for (const database of job.perDatabase ? analyticsNames(env) : ['ANALYTICS']) {
    let from: unknown
    do {
      const next = await job.step(env, { from, database, now })
      // As it is stored between two steps.
      from = next === undefined ? undefined : JSON.parse(JSON.stringify(next))
    } while (from !== undefined)
  }
}

/** The budget of a run that stops after this many steps. */
export function stepBudget(steps: number): Budget {
  let taken = 0
  return {
    isUsed: () => taken >= steps,
    measure: (work) => {
      taken += 1
      return work()
    },
  }
}

/** Records the events of the inboxes and those stored in R2, as the cron does. */
export async function recordPendingEvents(env: Bindings): Promise<void> {
  await runJob(env, 'drainInbox')
  await runJob(env, 'drainStored')
}
