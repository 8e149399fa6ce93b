/** Runs in workerd: takes one turn of a cron job, within limits. */
import type { Bindings } from '../worker/env.ts'
import { jobs, runJobs } from '../worker/operations/cron.ts'
import { type Limits, newBudget } from '../worker/operations/job-steps.ts'
import { backgroundTimeouts, countCalls, resilientBindings } from '../worker/platform/bindings.ts'

/** `at` is the scheduled time, in milliseconds. */
export type Turn = { job: string; at: number; limits: Limits }
export type Taken = { calls: number }

export default {
  async fetch(request: Request, env: Bindings): Promise<Response> {
    const { job: name, at, limits } = await request.json<Turn>()
    const job = jobs[name]
    if (!job) throw new Error(`There is no job ${name}`)
    let calls = 0
    const counted = countCalls(env, (count) => {
      calls += count
    })
    await runJobs(resilientBindings(counted, backgroundTimeouts), at, {
      list: { [name]: job },
      budget: newBudget(limits, () => calls),
    })
    return Response.json({ calls } satisfies Taken)
  },
}
