/** Runs in workerd: lists a page of User Management, and returns the times and query plans of its statements. */

import type { UsersQuery } from '../schema/user.ts'
import type { Bindings } from '../worker/env.ts'
import { database } from '../worker/platform/database.ts'
import { listUsers } from '../worker/users/user-list.ts'

export type Task = { view: UsersQuery; calls: number }
/** `milliseconds` is the SQL time of each call; `plans` has the lines of every statement's query plan. */
export type Result = { milliseconds: number[]; plans: string[]; rows: number; total: number }

type Statement = { sql: string; params: unknown[] }

export default {
  async fetch(request: Request, env: Bindings): Promise<Response> {
    const { view, calls } = await request.json<Task>()
    const recorded: Statement[] = []
    const { rows, total } = await listUsers(recordingDatabase(env, recorded), {
      atMost: 5,
      ...view,
    })
    const milliseconds: number[] = []
    for (let call = 0; call < calls; call += 1) {
      const results = await env.DB.batch(recorded.map((one) => prepared(env, one.sql, one.params)))
      milliseconds.push(results.reduce((sum, { meta }) => sum + meta.duration, 0))
    }
    const plans: string[] = []
    for (const { sql, params } of recorded) {
      const plan = prepared(env, `explain query plan ${sql}`, params)
      const { results } = await plan.all<{ detail: string }>()
      plans.push(...results.map(({ detail }) => detail))
    }
    return Response.json({ milliseconds, plans, rows: rows.length, total } satisfies Result)
  },
}

function prepared(env: Bindings, sql: string, params: unknown[]) {
  return env.DB.prepare(sql).bind(...params)
}

/** The database; adds every statement of a batch to `recorded`. */
function recordingDatabase(env: Bindings, recorded: Statement[]) {
  const db = database(env.DB)
  return new Proxy(db, {
    get(target, key: PropertyKey) {
      const member = Reflect.get(target, key)
      if (key !== 'batch') return member
      return (statements: { toSQL: () => Statement }[]) => {
        recorded.push(...statements.map((statement) => statement.toSQL()))
        return member.call(target, statements)
      }
    },
  })
}
