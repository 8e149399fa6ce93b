/** The shipped routes with their statements counted, and a card made into its page over and over. */
import { app } from '../worker/app.ts'
import { cardPage } from '../worker/cards/page.tsx'
import { findForView, pageFor, siteAt } from '../worker/cards/public-page.ts'
import type { Bindings } from '../worker/env.ts'

/** `whole` with the photo fitted into the page, else the page alone; without a slug the answer is the statements so far. */
export type Question = { slug?: string; times: number; whole: boolean }

let statements = 0

export default {
  async fetch(request, env, ctx) {
    if (request.method === 'GET') return app.fetch(request, { ...env, DB: counted(env.DB) }, ctx)
    const { slug, times, whole } = await request.json<Question>()
    if (slug === undefined) return Response.json(statements)
    const found = await findForView(env, slug)
    if (!found || found === 'down') throw new Error(`There is no card ${slug}`)
    const site = siteAt(env, new URL(request.url).origin)
    for (let time = 0; time < times; time += 1)
      await (whole ? pageFor(env, site, found) : cardPage(site, found.card))
    return Response.json(times)
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
