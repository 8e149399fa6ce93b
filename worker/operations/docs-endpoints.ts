/** API documentation as OpenAPI and HTML, and the privacy page. */
import { Hono } from 'hono'
import { etag } from 'hono/etag'
import { type App, publicOrigin } from '../env.ts'
import { endpoint } from '../http/endpoint.ts'
import { hashOf } from '../public/html-document.tsx'
import { docsPage, docsStyle } from './api-docs/ApiDocsPage.tsx'
import { openApi, type Routes } from './api-docs/openapi.ts'
import { privacyPage, privacyStyle } from './PrivacyPage.tsx'

/** `routes` returns the router's routes, which are complete only once requests arrive. */
export function docsRoutes(routes: Routes) {
  const docs = new Hono<App>()

  docs.get(
    '/openapi.json',
    endpoint({
      access: 'anyone',
      responseType: 'application/json',
      summary: 'This API as OpenAPI 3.1',
    }),
    etag(),
    (c) => {
      const origin = publicOrigin(c.env, c.req.raw)
      c.header('Cache-Control', 'no-cache')
      return c.json(openApi(routes, { origin, product: c.env.PRODUCT_NAME }))
    },
  )

  docs.get(
    '/docs',
    endpoint({
      access: 'anyone',
      responseType: 'text/html',
      summary: 'This API as a page',
    }),
    etag(),
    (c) => {
      const origin = publicOrigin(c.env, c.req.raw)
      c.header('Cache-Control', 'no-cache')
      c.header(
        'Content-Security-Policy',
        `default-src 'none'; style-src '${hashOf(docsStyle)}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      )
      return c.html(docsPage(routes, { origin, product: c.env.PRODUCT_NAME }))
    },
  )

  return docs
}

// The privacy page: without scripts, and the same for every visitor.

export const privacyRoutes = new Hono<App>()

privacyRoutes.get(
  '/',
  endpoint({
    access: 'anyone',
    responseType: 'text/html',
    summary: 'The privacy page',
  }),
  etag(),
  (c) => {
    c.header('Cache-Control', 'no-cache')
    c.header(
      'Content-Security-Policy',
      `default-src 'none'; style-src '${hashOf(privacyStyle)}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    return c.html(privacyPage(c.env))
  },
)
