/** The privacy page: without script, and for everybody alike. */
import { Hono } from 'hono'
import { etag } from 'hono/etag'
import { hashOf } from '../cards/Document.tsx'
import type { App } from '../env.ts'
import { privacyPage, privacyStyle } from '../privacy/PrivacyPage.tsx'

export const privacyRoutes = new Hono<App>()

privacyRoutes.get('/', etag(), (c) => {
  c.header('Cache-Control', 'no-cache')
  c.header(
    'Content-Security-Policy',
    `default-src 'none'; style-src '${hashOf(privacyStyle)}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  )
  return c.html(privacyPage(c.env))
})
