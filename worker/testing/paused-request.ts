/** Pauses a request before one of its SQL statements, to test concurrent changes. Only tests import this. */
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { app } from '../app.ts'
import { resilientBindings } from '../platform/bindings.ts'
import { newAddress, origin } from './app.ts'

export type Call = {
  method?: string
  path: string
  body?: object
  headers?: Record<string, string>
}

/**
 * Sends the request (POST by default) and resolves before it runs a statement that matches `at`; `resume` continues it and
 * returns its response. Throws if the request ends without such a statement.
 */
export async function pauseRequest({ method = 'POST', path, body, headers }: Call, at: RegExp) {
  const reached = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const before = async (sql: string) => {
    if (!at.test(sql)) return
    reached.resolve()
    await gate.promise
  }
  const context = createExecutionContext()
  const request = new Request(`${origin}${path}`, {
    method,
    headers: {
      ...(body ? { 'Content-Type': 'application/json' } : {}),
      ...newAddress(),
      ...headers,
    },
    body: body && JSON.stringify(body),
  })
  // Outside the timeouts of the bindings, which a paused statement would exceed.
  const resilient = resilientBindings(env)
  const response = Promise.resolve(
    app.fetch(request, { ...resilient, DB: withHook(resilient.DB, before) }, context),
  )
  const notPaused = response.then(async (response) => {
    // The statement may run after the response.
    await waitOnExecutionContext(context)
    throw new Error(
      `Answered ${response.status} ${await response.clone().text()} without the statement`,
    )
  })
  await Promise.race([reached.promise, notPaused])
  notPaused.catch(() => {})
  return {
    resume: async (): Promise<Response> => {
      gate.resolve()
      const result = await response
      await waitOnExecutionContext(context)
      return result
    },
  }
}

const executeMethods = new Set<PropertyKey>(['first', 'run', 'all', 'raw'])

type Statement = { real: D1PreparedStatement; sql: string }

function withHook(database: D1Database, before: (sql: string) => Promise<void>): D1Database {
  const originals = new WeakMap<D1PreparedStatement, Statement>()
  const statement = (real: D1PreparedStatement, sql: string): D1PreparedStatement => {
    const wrapped = new Proxy(real, {
      get: (_, key) => {
        if (key === 'bind') return (...values: unknown[]) => statement(real.bind(...values), sql)
        const method: unknown = Reflect.get(real, key)
        if (!executeMethods.has(key) || typeof method !== 'function') return method
        return async (...args: unknown[]) => {
          await before(sql)
          return Reflect.apply(method, real, args)
        }
      },
    })
    originals.set(wrapped, { real, sql })
    return wrapped
  }
  const session = (of: Pick<D1DatabaseSession, 'prepare' | 'batch'>) => ({
    prepare: (sql: string) => statement(of.prepare(sql), sql),
    batch: async <T>(statements: D1PreparedStatement[]) => {
      const all = statements.map((one) => originals.get(one) ?? { real: one, sql: '' })
      for (const { sql } of all) await before(sql)
      return of.batch<T>(all.map(({ real }) => real))
    },
  })
  return {
    ...session(database),
    exec: (sql) => database.exec(sql),
    dump: () => database.dump(),
    withSession: (from) => {
      const opened = database.withSession(from)
      return { ...session(opened), getBookmark: () => opened.getBookmark() }
    },
  }
}
