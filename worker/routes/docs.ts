/** The API's description of itself, for programs and for people. */
import { Hono } from 'hono'
import { etag } from 'hono/etag'
import type { Routes } from '../api/calls.ts'
import { docsPage, docsStyle } from '../api/DocsPage.tsx'
import { openApi } from '../api/openapi.ts'
import { hashOf } from '../cards/Document.tsx'
import { type App, publicOrigin } from '../env.ts'

/** `routes` is the router's own list, which is whole only when requests come. */
export function docsRoutes(routes: Routes) {
  const docs = new Hono<App>()

  docs.get('/openapi.json', etag(), (c) => {
    const origin = publicOrigin(c.env, c.req.raw)
    c.header('Cache-Control', 'no-cache')
    return c.json(openApi(routes, { origin, product: c.env.PRODUCT_NAME }))
  })

  docs.get('/docs', etag(), (c) => {
    const origin = publicOrigin(c.env, c.req.raw)
    c.header('Cache-Control', 'no-cache')
    c.header(
      'Content-Security-Policy',
      `default-src 'none'; style-src '${hashOf(docsStyle)}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    return c.html(docsPage(routes, { origin, product: c.env.PRODUCT_NAME }))
  })

  return docs
}
