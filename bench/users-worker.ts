/** Runs inside workerd: asks for a page of User Management, times its statements, and tells how they are run. */

import type { UsersQuery } from '../schema/user.ts'
import type { Bindings } from '../worker/env.ts'
import { database } from '../worker/platform/database.ts'
import { listUsers } from '../worker/users/list.ts'

export type Question = { view: UsersQuery; calls: number }
/** Milliseconds of SQL of each call, all its statements together, and the plan of each statement in lines. */
export type Answer = { milliseconds: number[]; plans: string[]; rows: number; total: number }

type Statement = { sql: string; params: unknown[] }

export default {
  async fetch(request: Request, env: Bindings): Promise<Response> {
    const { view, calls } = await request.json<Question>()
    const asked: Statement[] = []
    const { rows, total } = await listUsers(listening(env, asked), { atMost: 5, ...view })
    const milliseconds: number[] = []
    for (let call = 0; call < calls; call += 1) {
      const answers = await env.DB.batch(asked.map((one) => prepared(env, one.sql, one.params)))
      milliseconds.push(answers.reduce((sum, { meta }) => sum + meta.duration, 0))
    }
    const plans: string[] = []
    for (const { sql, params } of asked) {
      const plan = prepared(env, `explain query plan ${sql}`, params)
      const { results } = await plan.all<{ detail: string }>()
      plans.push(...results.map(({ detail }) => detail))
    }
    return Response.json({ milliseconds, plans, rows: rows.length, total } satisfies Answer)
  },
}

function prepared(env: Bindings, sql: string, params: unknown[]) {
  return env.DB.prepare(sql).bind(...params)
}

/** The database, which writes down every statement of a batch. */
function listening(env: Bindings, asked: Statement[]) {
  const db = database(env.DB)
  return new Proxy(db, {
    get(target, key: PropertyKey) {
      const own = Reflect.get(target, key)
      if (key !== 'batch') return own
      return (statements: { toSQL: () => Statement }[]) => {
        asked.push(...statements.map((statement) => statement.toSQL()))
        return own.call(target, statements)
      }
    },
  })
}
