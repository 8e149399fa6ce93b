/** Makes responses from rendered pages, with the headers for browsers and caches. */
import { hash } from 'node:crypto'
import { viewPath } from '../../schema/screens.ts'
import type { Page } from './html-document.tsx'
import { type Languages, languageHeaders } from './languages.ts'
import type { FoundCard } from './public-card-queries.ts'

type CopyOf = Pick<FoundCard, 'state' | 'successorId'> & {
  card: { id: number; slug: string } & Partial<Languages>
  version?: number
}

/**
 * Returns the page with the headers of a public page: browsers revalidate it every time, and the tiered cache stores it until its
 * tags are purged. The notice of a moved or left card also has the tag of the successor that it names. A redirect is unchanged.
 */
export function withPublicHeaders(
  page: Page,
  { card, state, successorId, version }: CopyOf,
  more: Record<string, string> = {},
): Page {
  if (page.status !== 200) return page
  const successorTag = state !== 'live' && successorId ? `,c:${successorId}` : ''
  const headers = new Headers({
    ...Object.fromEntries(page.headers),
    ETag: `"${hashTag(page.body)}"`,
    'Cache-Control': 'no-cache',
    'Cache-Tag': `c:${card.id},s:${card.slug}${successorTag}`,
    ...languageHeaders(card, version),
    ...more,
  })
  return { ...page, headers }
}

/**
 * Returns the response of the entrypoint behind the tiered cache. Unless purged, a page expires after 5 minutes, a 404
 * after one. While the database fails a stale page is served for a week, and no stale 404: without `stale-if-error` the cache
 * would serve it without end.
 */
export function toTieredResponse(page: Page, slug: string): Response {
  const response = toResponse(page)
  const maxAge = { 200: 'max-age=300, stale-if-error=604800', 404: 'max-age=60, stale-if-error=0' }[
    page.status
  ]
  response.headers.set(cdnCacheControl, maxAge ?? 'no-store')
  // The key already has the language. With `Vary`, the cache would store a copy for each `Accept-Language` of a browser.
  response.headers.delete('Vary')
  if (page.status === 404) response.headers.set('Cache-Tag', `s:${slug}`)
  return response
}

/** The name of the `Cache-Control` for Cloudflare's caches only (RFC 9213). */
export const cdnCacheControl = 'Cloudflare-CDN-Cache-Control'

/** Returns the redirect to a renamed card, or to the successor of a moved one. Not cached, because it may change again. */
export function redirectToSlug(slug: string): Page {
  return {
    status: 302,
    body: new Uint8Array(),
    headers: new Headers({ Location: viewPath(slug), 'Cache-Control': 'no-store' }),
  }
}

/** Returns the permanent redirect to the canonical path of a card or code. */
export function canonicalRedirect(path: string): Response {
  return new Response(null, { status: 308, headers: { Location: path } })
}

/** Returns the page as a new response, to which middleware can add headers; 304 if `If-None-Match` has the page's ETag. */
export function toResponse(page: Page, ifNoneMatch?: string): Response {
  const { status, headers, body } = page
  const tag = ifNoneMatch && headers.get('ETag')
  return status === 200 && tag && ifNoneMatch.includes(tag)
    ? new Response(null, { status: 304, headers })
    : new Response(body, { status, headers })
}

// The first 12 bytes of the hash, in base64.
function hashTag(body: Page['body']): string {
  return hash('sha256', body, 'base64').slice(0, 16)
}
