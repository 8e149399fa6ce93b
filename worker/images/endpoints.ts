/** Serves and uploads images. Names are content hashes, so a response never changes until the image is erased. */

import { type Context, Hono } from 'hono'
import { etag } from 'hono/etag'
import {
  cardFullMessage,
  sizesError,
  type UploadErrorCode,
  Uploaded,
  UploadParts,
  uploadErrors,
  uploadMaxBytes,
} from '../../schema/images/upload.ts'
import { invalidIconMessage, PwaUploadParts } from '../../schema/pwa/pwa.ts'
import { requireUser } from '../accounts/sessions.ts'
import { findCard } from '../cards/queries.ts'
import { cardEditors } from '../cards/rules.ts'
import type { App } from '../env.ts'
import { kB, tooManyAttemptsMessage } from '../http/declaration.ts'
import { endpoint } from '../http/endpoint.ts'
import { fail, orNotFound, tooManyRequests } from '../http/errors.ts'
import { publicEndpoint } from '../http/input.ts'
import { allow } from '../http/rules.ts'
import { database } from '../platform/database.ts'
import { withTimeout } from '../platform/failures.ts'
import { log } from '../platform/log.ts'
import { type CleanImage, cleanUpload } from './clean.ts'
import {
  addImage,
  appCardId,
  type FoundImage,
  findImage,
  isImageName,
  limitUploads,
} from './image-store.ts'
import { readSizes } from './sizes.ts'

export const imagesRoutes = new Hono<App>()

// A cache that times out counts as a miss.
const cacheTimeoutMs = 1000
const notFoundMessage = 'Image not found.'

imagesRoutes.get(
  '/:key',
  publicEndpoint({
    access: 'anyone',
    responseType: 'image/*',
    summary: 'A stored image',
  }),
  etag(),
  async (c) => {
    const key = c.req.param('key')
    // Only names of images are cache keys.
    if (!isImageName(key)) fail(404, notFoundMessage)
    const address = cacheKey(new URL(c.req.url).origin, key)
    const cached = await withTimeout(cacheTimeoutMs, caches.default.match(address)).catch(
      () => undefined,
    )
    if (cached) return new Response(cached.body, cached)
    const image = await findImage(c.env.MEDIA, key).catch(readFailed)
    const response = imageResponse(orNotFound(image, notFoundMessage))
    c.executionCtx.waitUntil(
      withTimeout(cacheTimeoutMs, caches.default.put(address, response.clone())).catch(
        () => undefined,
      ),
    )
    return response
  },
)

// Increment when the rules for SVG or the lifetime of copies change: earlier releases cached them for a year.
function cacheKey(origin: string, key: string): string {
  return `${origin}/images/${key}?version=3`
}

function readFailed(error: unknown): never {
  log('warn', 'image', { error })
  return fail(503, "The image can't be loaded right now. Try again in a moment.", {
    headers: { 'Retry-After': '2' },
  })
}

// An SVG opened in a tab is a document, so it is sandboxed and served as a download.
function imageResponse({ body, type, extension, etag }: FoundImage): Response {
  return new Response(body, {
    headers: {
      'Content-Type': type,
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'Content-Disposition': `${extension === 'svg' ? 'attachment' : 'inline'}; filename="image.${extension}"`,
      // Copies in other data centers cannot be deleted, so an erased image disappears there after a day. Browsers may
      // cache it for longer: their users have seen it anyway.
      'Cache-Control': 'public, max-age=31536000, s-maxage=86400, immutable',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Access-Control-Allow-Origin': '*',
      'X-Content-Type-Options': 'nosniff',
      ETag: etag,
    },
  })
}

// Uploads: checked by their bytes, stripped of metadata, and recorded for their card.

const appFullMessage =
  'The app has reached the limit of 300 images. Images it no longer uses are removed after 30 days.'

export const uploadsRoutes = new Hono<App>()

uploadsRoutes.post(
  '/upload',
  endpoint({
    access: 1,
    rule: cardEditors,
    form: UploadParts,
    maxBody: 6 * kB * kB,
    response: Uploaded,
    summary: 'Upload an image for a card, with the sizes that a browser made of it',
    example: { file: '@portrait.jpg', cardId: '1', type: 'profile' },
    errors: {
      400: uploadErrors.broken,
      404: 'Card not found',
      409: cardFullMessage,
      413: uploadErrors['too large'],
      415: uploadErrors.unknown,
      429: tooManyAttemptsMessage,
    },
    audit: 'image-uploaded',
  }),
  async (c) => {
    const { file, cardId, type: kind, ...sent } = c.req.valid('form')
    const card = await findCard(database(c.env.DB), cardId)
    allow(c, cardEditors, orNotFound(card, 'Card not found'))
    const clean = await readImage(c, file)
    const sizes = await readSizes(sent, clean.image, kind)
    if (sizes === 'wrong') fail(400, sizesError, { code: 'sizes' })
    const url = await addImage(c.env, { cardId, kind, clean, sizes }).catch(storeFailed)
    return c.json({ url: url ?? fail(409, cardFullMessage) })
  },
)

uploadsRoutes.post(
  '/pwa-upload',
  endpoint({
    access: 4,
    form: PwaUploadParts,
    maxBody: 5.5 * kB * kB,
    response: Uploaded,
    summary: 'Upload an image for the installed app',
    example: { file: '@icon.png', type: 'icon512' },
    errors: {
      400: uploadErrors.broken,
      409: appFullMessage,
      413: uploadErrors['too large'],
      415: invalidIconMessage,
      429: tooManyAttemptsMessage,
    },
    audit: 'app-image-uploaded',
  }),
  async (c) => {
    const { file, type } = c.req.valid('form')
    const clean = await readImage(c, file, invalidIconMessage)
    if (clean.image.type === 'gif') fail(415, invalidIconMessage)
    c.set('changed', { slot: type })
    const image = { cardId: appCardId, kind: 'app' as const, clean }
    const url = await addImage(c.env, image).catch(storeFailed)
    return c.json({ url: url ?? fail(409, appFullMessage) })
  },
)

/** Returns the cleaned image; rejects the upload with `unknown` if the file is not an image. */
async function readImage(
  c: Context<App>,
  file: File,
  unknown: string = uploadErrors.unknown,
): Promise<CleanImage> {
  if (file.size > uploadMaxBytes) rejectUpload('too large')
  const wait = await limitUploads(c.env, requireUser(c).id)
  if (wait > 0) tooManyRequests(wait)
  const image = await cleanUpload(new Uint8Array(await file.arrayBuffer()))
  if (image === 'unknown') fail(415, unknown)
  return typeof image === 'string' ? rejectUpload(image) : image
}

const statuses: Partial<Record<UploadErrorCode, 413 | 415>> = {
  'too large': 413,
  unknown: 415,
  'not plain': 415,
}

function rejectUpload(why: UploadErrorCode): never {
  fail(statuses[why] ?? 400, uploadErrors[why])
}

function storeFailed(error: unknown): never {
  log('warn', 'upload', { error })
  return fail(503, "The image can't be saved right now. Try again in a moment.", {
    headers: { 'Retry-After': '2' },
  })
}
