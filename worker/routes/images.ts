/** Stored pictures. Their names come from their content, so an answer never changes; only erasure ends it. */
import { Hono } from 'hono'
import { etag } from 'hono/etag'
import type { App } from '../env.ts'
import { fail, found } from '../http.ts'
import { type FoundImage, findImage, isImageName } from '../media/find.ts'
import { log } from '../platform/log.ts'
import { withTimeout } from '../platform/timeout.ts'

export const imagesRoutes = new Hono<App>()

// A cache that does not answer is a cache that has nothing.
const patience = 1000
const nothingHere = 'There is no picture at this address.'

imagesRoutes.get('/:key', etag(), async (c) => {
  const key = c.req.param('key')
  // Nothing but the name of a picture is a key of the cache.
  if (!isImageName(key)) fail(404, nothingHere)
  const address = cacheKey(new URL(c.req.url).origin, key)
  const kept = await withTimeout(patience, caches.default.match(address)).catch(() => undefined)
  if (kept) return new Response(kept.body, kept)
  const image = await findImage(c.env.MEDIA, key).catch(unreadable)
  const answer = answerOf(found(image, nothingHere))
  c.executionCtx.waitUntil(
    withTimeout(patience, caches.default.put(address, answer.clone())).catch(() => undefined),
  )
  return answer
})

// Another number when the rules for drawings change, or how long a copy lives: earlier releases kept them for a year.
function cacheKey(origin: string, key: string): string {
  return `${origin}/images/${key}?version=3`
}

function unreadable(error: unknown): never {
  log('warn', 'GET /images/:key', { error })
  return fail(503, 'The picture cannot be read just now. Try again in a moment.', {
    headers: { 'Retry-After': '2' },
  })
}

// An SVG opened by itself is a document: sandboxed, and offered as a file (security: uploads and object serving).
function answerOf({ body, type, extension, etag }: FoundImage): Response {
  return new Response(body, {
    headers: {
      'Content-Type': type,
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'Content-Disposition': `${extension === 'svg' ? 'attachment' : 'inline'}; filename="image.${extension}"`,
      // Nothing withdraws a copy in another data center, so there an erased picture is gone after a day. A browser may
      // keep what it was shown: its owner has seen the picture anyway.
      'Cache-Control': 'public, max-age=31536000, s-maxage=86400, immutable',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Access-Control-Allow-Origin': '*',
      'X-Content-Type-Options': 'nosniff',
      ETag: etag,
    },
  })
}
