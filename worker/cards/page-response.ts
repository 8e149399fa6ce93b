/** From a page to an answer: what caches and browsers are told about it. */
import { hash } from 'node:crypto'
import { viewPath } from '../../schema/screens.ts'
import type { PathSlug } from '../../schema/slug.ts'
import type { Page } from './html-document.tsx'

/** The page as anyone may keep it: a browser asks each time, the tiers hold it until a purge of its tags. */
export function withPublicHeaders(page: Page, card: { id: number; slug: string }): Page {
  const headers = new Headers({
    ...Object.fromEntries(page.headers),
    ETag: `"${tagOf(page.body)}"`,
    'Cache-Control': 'no-cache',
    'Cache-Tag': `c:${card.id},s:${card.slug}`,
  })
  return { ...page, headers }
}

/** The answer of the entrypoint behind the tiered cache. Without a purge a page lives 5 minutes, that there is none one. */
export function tieredResponse(page: Page, slug: string): Response {
  const answered = pageResponse(page)
  const kept = { 200: 'max-age=300, stale-if-error=604800', 404: 'max-age=60' }[page.status]
  answered.headers.set(edgeControl, kept ?? 'no-store')
  if (page.status === 404) answered.headers.set('Cache-Tag', `s:${slug}`)
  return answered
}

/** What only Cloudflare's caches heed (RFC 9213). */
export const edgeControl = 'Cloudflare-CDN-Cache-Control'

/** A renamed card: a redirect nobody keeps, since it may be renamed again. */
export function redirectToSlug(slug: string): Page {
  return {
    status: 302,
    body: new Uint8Array(),
    headers: new Headers({ Location: viewPath(slug), 'Cache-Control': 'no-store' }),
  }
}

/** To the one spelling of a card's address. */
export function canonicalRedirect(slug: PathSlug): Response {
  const Location = viewPath(slug)
  return new Response(null, { status: 308, headers: { Location } })
}

/** A new answer each time, as the middleware adds its headers to it; 304 when the browser has this page already. */
export function pageResponse(page: Page, ifNoneMatch?: string): Response {
  const { status, headers, body } = page
  const tag = ifNoneMatch && headers.get('ETag')
  return status === 200 && tag && ifNoneMatch.includes(tag)
    ? new Response(null, { status: 304, headers })
    : new Response(body, { status, headers })
}

// The first 12 bytes.
function tagOf(body: Page['body']): string {
  return hash('sha256', body, 'base64').slice(0, 16)
}
