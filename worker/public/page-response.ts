/** Responses made from rendered pages, with their cache headers. */
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
 * Adds the headers of a public page, but not to a redirect: browsers revalidate every time, the tiered cache stores it
 * until its tags are purged. The notice of a card that is moved or left also has the tag of its successor, which it names.
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
 * The response of the entrypoint behind the tiered cache. Without a purge, a page expires after 5 minutes, a 404
 * after one.
 */
export function toTieredResponse(page: Page, slug: string): Response {
  const response = toResponse(page)
  const maxAge = { 200: 'max-age=300, stale-if-error=604800', 404: 'max-age=60' }[page.status]
  response.headers.set(cdnCacheControl, maxAge ?? 'no-store')
  // The key has the language. With this header, the cache would store a copy for each header of a browser.
  response.headers.delete('Vary')
  if (page.status === 404) response.headers.set('Cache-Tag', `s:${slug}`)
  return response
}

/** The `Cache-Control` for Cloudflare's caches only (RFC 9213). */
export const cdnCacheControl = 'Cloudflare-CDN-Cache-Control'

/** The redirect to a renamed card, or from a moved one. Not cached, since the slug may change again. */
export function redirectToSlug(slug: string): Page {
  return {
    status: 302,
    body: new Uint8Array(),
    headers: new Headers({ Location: viewPath(slug), 'Cache-Control': 'no-store' }),
  }
}

/** The permanent redirect to the canonical path of a card or code. */
export function canonicalRedirect(path: string): Response {
  return new Response(null, { status: 308, headers: { Location: path } })
}

/** Returns a new response, because middleware adds headers to it; 304 if `If-None-Match` has the page's ETag. */
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
