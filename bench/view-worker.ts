/** Runs in workerd: the product's routes with remote calls counted, and repeated rendering of cards. */
import { PathSlug } from '../schema/cards/slug.ts'
import { app } from '../worker/app.ts'
import type { Bindings } from '../worker/env.ts'
import { renderPublicPage } from '../worker/public/public-page.ts'
import { bound, override } from './metered-bindings.ts'

/**
 * Renders `times` pages, each card in turn, and responds with the number of remote calls by the routes so far. With
 * `memory`, D1's response for each slug is cached; with `local`, every query goes to its local emulation.
 */
export type Task = { slugs: string[]; times: number; d1: 'memory' | 'local' }

let calls = 0

export default {
  async fetch(request, env, ctx) {
    if (request.method === 'GET') return app.fetch(request, counted(env), ctx)
    const { slugs, times, d1 } = await request.json<Task>()
    const bindings = d1 === 'memory' ? { ...env, DB: fromMemory(env.DB) } : env
    const parsed = slugs.map((slug) => PathSlug.parse(slug))
    const { origin } = new URL(request.url)
    for (let rendered = 0; rendered < times; rendered += parsed.length)
      for (const slug of parsed) {
        const page = await renderPublicPage(bindings, { origin, slug, preferred: [] })
        if (page.status !== 200) throw new Error(`${slug} answers ${page.status}`)
      }
    return Response.json(calls)
  },
} satisfies ExportedHandler<Bindings>

/** Wraps the bindings to count their calls; of a D1 statement, `prepare` is counted. */
function counted(env: Bindings): Bindings {
  const wrapped = { ...env }
  for (const [name, binding] of Object.entries(env))
    if (typeof binding === 'object' && binding !== null)
      Reflect.set(
        wrapped,
        name,
        new Proxy(binding, {
          get: (target, key) => {
            calls += 1
            return bound(target, key)
          },
        }),
      )
  return wrapped
}

const cache = new Map<string, unknown[][]>()

/** Wraps D1 to cache the rows of each slug. */
function fromMemory(db: D1Database): D1Database {
  const rows = async (statement: D1PreparedStatement, key: string) => {
    const known = cache.get(key) ?? (await statement.raw<unknown[]>())
    cache.set(key, known)
    return known
  }
  return override(db, {
    prepare: (sql: string) => {
      const statement = db.prepare(sql)
      return override(statement, {
        bind: (...values: unknown[]) => {
          const bound = statement.bind(...values)
          return override(bound, { raw: () => rows(bound, values.join()) })
        },
      })
    },
  })
}
