/** What a step of a cron job is: `worker/operations/job-steps.ts` takes them. */
import type { Bindings } from '../env.ts'

/**
 * `from` is the checkpoint that the step before returned, undefined at the beginning; a step must accept any JSON, such as
 * that of an earlier release. `now` is in milliseconds. `database` is the binding of an analytics database.
 */
export type StepContext = { from: unknown; now: number; database: string }

/**
 * One step of a job: at most a few seconds and `maxCallsPerStep` calls, and harmless to repeat. Returns the checkpoint
 * from which the next one continues, in JSON; undefined if the job is done.
 */
export type Step = (env: Bindings, context: StepContext) => Promise<unknown>
