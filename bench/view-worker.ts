/** The shipped routes with their remote calls counted, and the pages of cards made over and over. */
import { PathSlug } from '../schema/slug.ts'
import { app } from '../worker/app.ts'
import { makePage } from '../worker/cards/public-page.ts'
import type { Bindings } from '../worker/env.ts'
import { bound, override } from './metered-bindings.ts'

/**
 * Each of the cards in turn is looked up and made a page, `times` pages in all. D1 answers each slug from `memory` after the
 * first time, or from its local emulation every time. The answer is the remote calls of the routes so far.
 */
export type Question = { slugs: string[]; times: number; d1: 'memory' | 'local' }

let calls = 0

export default {
  async fetch(request, env, ctx) {
    if (request.method === 'GET') return app.fetch(request, counted(env), ctx)
    const { slugs, times, d1 } = await request.json<Question>()
    const own = d1 === 'memory' ? { ...env, DB: fromMemory(env.DB) } : env
    const parsed = slugs.map((slug) => PathSlug.parse(slug))
    const { origin } = new URL(request.url)
    for (let made = 0; made < times; made += parsed.length)
      for (const slug of parsed) {
        const page = await makePage(own, origin, slug)
        if (page.status !== 200) throw new Error(`${slug} answers ${page.status}`)
      }
    return Response.json(calls)
  },
} satisfies ExportedHandler<Bindings>

/** The bindings, each of whose calls counts; of a statement its preparation does. */
function counted(env: Bindings): Bindings {
  const watched = { ...env }
  for (const [name, binding] of Object.entries(env))
    if (typeof binding === 'object' && binding !== null)
      Reflect.set(
        watched,
        name,
        new Proxy(binding, {
          get: (target, key) => {
            calls += 1
            return bound(target, key)
          },
        }),
      )
  return watched
}

const remembered = new Map<string, unknown[][]>()

/** D1 that is asked once for each slug. */
function fromMemory(db: D1Database): D1Database {
  const rows = async (statement: D1PreparedStatement, key: string) => {
    const known = remembered.get(key) ?? (await statement.raw<unknown[]>())
    remembered.set(key, known)
    return known
  }
  return override(db, {
    prepare: (sql: string) => {
      const statement = db.prepare(sql)
      return override(statement, {
        bind: (...values: unknown[]) => {
          const own = statement.bind(...values)
          return override(own, { raw: () => rows(own, values.join()) })
        },
      })
    },
  })
}
