/** The shipped routes with their statements counted, and a card made into its page over and over. */
import { PathSlug } from '../schema/slug.ts'
import { app } from '../worker/app.ts'
import { cardPage } from '../worker/cards/page.tsx'
import { findForView, pageFor, siteAt } from '../worker/cards/public-page.ts'
import type { Bindings } from '../worker/env.ts'

/**
 * Each of the cards in turn is made a page, `times` pages in all: `whole` with the photo fitted into it, else the page alone.
 * The answer is the statements so far.
 */
export type Question = { slugs: string[]; times: number; whole: boolean }

let statements = 0

export default {
  async fetch(request, env, ctx) {
    if (request.method === 'GET') return app.fetch(request, { ...env, DB: counted(env.DB) }, ctx)
    const { slugs, times, whole } = await request.json<Question>()
    const found = await Promise.all(slugs.map((slug) => findCard(env, slug)))
    const site = siteAt(env, new URL(request.url).origin)
    for (const one of Array.from({ length: times / slugs.length }, () => found).flat())
      whole ? pageFor(site, one) : cardPage(site, one.card)
    return Response.json(statements)
  },
} satisfies ExportedHandler<Bindings>

async function findCard(env: Bindings, slug: string) {
  const found = await findForView(env, PathSlug.parse(slug))
  if (!found || found === 'down') throw new Error(`There is no card ${slug}`)
  return found
}

function counted(db: D1Database): D1Database {
  return new Proxy(db, {
    get: (target, key) => {
      if (key === 'prepare') statements += 1
      const value = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
