/** Jobs in steps: a turn takes one bounded step after another until its budget is nearly used; the next one continues. */
import type { Bindings } from '../env.ts'
import type { Step, StepContext } from '../platform/jobs.ts'
import { type Lease, recordCheckpoint, type Schedule } from './leases.ts'

export type Job = {
  rhythm: Schedule
  step: Step
  /** Begins in the hourly trigger, which may work for 15 minutes. */
  isLong?: true
  /** Runs separately for each analytics database. */
  perDatabase?: true
  /** While true, the job waits for the next turn. */
  waits?: (env: Bindings) => Promise<boolean>
}

/** The calls of bindings that a step makes at most; a batch counts as its statements. */
export const maxCallsPerStep = 300

/** What a turn may use: milliseconds, and calls of bindings. */
export type Limits = { ms: number; calls: number }

export type Budget = ReturnType<typeof newBudget>

/** `callsMade` returns the calls of the turn so far. The budget is used when another step may not fit. */
export function newBudget({ ms, calls }: Limits, callsMade: () => number) {
  const startedAt = Date.now()
  let longestMs = 0
  return {
    isUsed: () => Date.now() - startedAt + longestMs >= ms || callsMade() + maxCallsPerStep > calls,
    async measure<T>(work: () => Promise<T>): Promise<T> {
      const before = Date.now()
      const result = await work()
      longestMs = Math.max(longestMs, Date.now() - before)
      return result
    },
  }
}

type Turn = Pick<StepContext, 'now' | 'database'> & { lease: Lease; budget: Budget }

/** Takes at least one step, none while it waits. Returns `lost` if another isolate has taken the lease; throws what a step throws. */
export async function runSteps(
  env: Bindings,
  { step, waits, rhythm }: Job,
  { lease, budget, ...context }: Turn,
): Promise<'done' | 'more' | 'lost'> {
  let from: unknown = lease.checkpoint === null ? undefined : JSON.parse(lease.checkpoint)
  do {
    if (await waits?.(env)) return 'more'
    const next = await budget.measure(() => step(env, { ...context, from }))
    if (next === undefined) return 'done'
    const checkpoint = JSON.stringify(next)
    if (!(await recordCheckpoint(env, lease, { checkpoint, leaseMs: rhythm.leaseMs })))
      return 'lost'
    from = next
  } while (!budget.isUsed())
  return 'more'
}
