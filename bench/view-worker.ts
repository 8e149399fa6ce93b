/** The shipped routes with their statements counted, and a card made into its page over and over. */
import { app } from '../worker/app.ts'
import { cardPage } from '../worker/cards/page.tsx'
import { findForView, pageFor, siteAt } from '../worker/cards/public-page.ts'
import type { Bindings } from '../worker/env.ts'

const origin = 'http://cards.bench'
let statements = 0

export default {
  async fetch(request, env, ctx) {
    if (request.method === 'GET') return app.fetch(request, { ...env, DB: counted(env.DB) }, ctx)
    const { slug, times, whole } = await request.json<{
      slug?: string
      times: number
      whole: boolean
    }>()
    if (!slug) return Response.json(statements)
    const found = await findForView(env, slug)
    if (!found || found === 'down') return Response.json(0)
    const site = siteAt(env, origin)
    let bytes = 0
    for (let time = 0; time < times; time += 1) {
      const page = whole ? await pageFor(env, site, found) : await cardPage(site, found.card)
      bytes = page.body.length
    }
    return Response.json(bytes)
  },
} satisfies ExportedHandler<Bindings>

function counted(db: D1Database): D1Database {
  return new Proxy(db, {
    get: (target, key) => {
      if (key === 'prepare') statements += 1
      const value = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
