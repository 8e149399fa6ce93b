/** Images in R2: reads them, stores uploads in every width in which their kind is shown, and records who uploaded what. */
import { and, eq, type SQLWrapper, sql } from 'drizzle-orm'
import {
  contactPhotoWidth,
  type ImageKind,
  imageWidths,
  type LogoTone,
} from '../../schema/images/image.ts'
import { uploads } from '../../schema/images/tables.ts'
import type { Bindings } from '../env.ts'
import { among, type Db } from '../platform/database.ts'
import { repeatable, TimeoutError, withTimeout } from '../platform/failures.ts'
import { log } from '../platform/log.ts'
import { consumeLimit } from '../platform/rate-limiter.ts'
import { daySeconds } from '../platform/time.ts'
import { type CleanImage, type ImageInfo, imageTypes } from './clean.ts'
import { isPlainSvg } from './svg.ts'

const name = /^([0-9a-f]{64})-(\d{1,5})\.(jpg|png|gif|webp|svg)$/
const storedWidths = new Set<number>([...Object.values(imageWidths).flat(), contactPhotoWidth])

/** SQL for the hash in the URL of a stored image. */
export function imageHashSql(address: SQLWrapper) {
  return sql`substr(${address}, 9, 64)`
}

export type FoundImage = { body: ArrayBuffer; type: string; extension: string; etag: string }

/** True if the key has the format of an image name. */
export function isImageName(key: string): boolean {
  return name.test(key)
}

/**
 * Returns the image with this name or, if it was not stored in this width, the widest one; undefined if there is
 * none.
 */
export async function findImage(bucket: R2Bucket, key: string): Promise<FoundImage | undefined> {
  const [, hash, width] = name.exec(key) ?? []
  if (!hash) return undefined
  const exact = await bucket.get(`images/${key}`)
  if (exact) return read(exact)
  const other = storedWidths.has(Number(width)) && (await findWidest(bucket, hash))
  return other ? read(other) : undefined
}

async function findWidest(bucket: R2Bucket, hash: string): Promise<R2ObjectBody | null> {
  const { objects } = await bucket.list({ prefix: `images/${hash}-`, limit: 20 })
  const [widest] = objects.map((object) => object.key).toSorted((a, b) => widthOf(b) - widthOf(a))
  return widest ? bucket.get(widest) : null
}

function widthOf(key: string): number {
  return Number(/-(\d+)\.\w+$/.exec(key)?.[1] ?? 0)
}

// An SVG that an older release accepted must pass the current rules.
async function read(object: R2ObjectBody): Promise<FoundImage | undefined> {
  const extension = object.key.split('.').at(-1) ?? ''
  const body = await object.arrayBuffer()
  if (extension === 'svg' && !isPlainSvg(new Uint8Array(body))) return undefined
  const type = new Map<string, string>(Object.entries(imageTypes)).get(extension)
  return {
    body,
    type: type ?? 'application/octet-stream',
    extension,
    etag: object.httpEtag,
  }
}

export type ImageStores = { MEDIA: R2Bucket; IMAGES?: ImagesBinding }

type Stored = CleanImage & { env: ImageStores }

/**
 * Apple accepts photos of up to 224 KB, and base64 adds a third; 60 kB keeps contact files small (support.apple.com
 * 103188).
 */
export const contactPhotoMaxBytes = 60_000

const contactQualities = [85, 75, 60, 45, 30]
const webpQuality = 80
// For each width. A width that times out is skipped, and `findImage` falls back to the widest.
const timeoutMs = 10_000

/**
 * Stores the image unchanged and as WebP in the widths of its kind; for `profile`, also the JPEG for the contact file.
 * Returns the path of the original. Idempotent.
 */
export async function storeImage(
  env: ImageStores,
  { bytes, image, hash }: CleanImage,
  kind: ImageKind,
): Promise<string> {
  const stored = { env, bytes, image, hash }
  const original = objectKey(hash, image.width, image.type)
  await env.MEDIA.put(original, bytes, httpOptions(imageTypes[image.type]))
  if (image.type !== 'svg') {
    await Promise.all([
      ...widthsFor(kind, image).map((width) => putWebp(stored, width)),
      ...(kind === 'profile' ? [putContactPhoto(stored)] : []),
    ])
  }
  return `/${original}`
}

function objectKey(hash: string, width: number, extension: string): string {
  return `images/${hash}-${width}.${extension}`
}

// A GIF may be animated, so it is not converted; a WebP is not converted at its own width.
function widthsFor(kind: ImageKind, { type, width }: ImageInfo): number[] {
  if (type === 'gif') return []
  return imageWidths[kind].filter((each) => each < width || (each === width && type !== 'webp'))
}

async function putWebp({ env, bytes, hash }: Stored, width: number): Promise<void> {
  const webp = await transformImage(env, bytes, {
    transform: { width },
    output: { format: 'image/webp', quality: webpQuality },
  })
  if (webp) await env.MEDIA.put(objectKey(hash, width, 'webp'), webp, httpOptions('image/webp'))
}

// An original JPEG exactly 400 px wide has the same name, and is replaced by this square one of at most 60 kB.
async function putContactPhoto({ env, bytes, hash }: Stored): Promise<void> {
  for (const quality of contactQualities) {
    const jpeg = await transformImage(env, bytes, {
      transform: { width: contactPhotoWidth, height: contactPhotoWidth, fit: 'cover' },
      output: { format: 'image/jpeg', quality, background: '#ffffff' },
    })
    if (!jpeg) return
    if (jpeg.byteLength <= contactPhotoMaxBytes) {
      await env.MEDIA.put(
        objectKey(hash, contactPhotoWidth, 'jpg'),
        jpeg,
        httpOptions('image/jpeg'),
      )
      return
    }
  }
}

/** Returns the transformed image; undefined if Images is off, fails or takes over 10 s. */
export async function transformImage(
  env: ImageStores,
  bytes: Uint8Array<ArrayBuffer>,
  to: { transform: ImageTransform; output: ImageOutputOptions },
): Promise<ArrayBuffer | undefined> {
  if (!env.IMAGES) return undefined
  try {
    const result = await withTimeout(
      timeoutMs,
      env.IMAGES.input(streamOf(bytes)).transform(to.transform).output(to.output),
    )
    return await withTimeout(timeoutMs, new Response(result.image()).arrayBuffer())
  } catch (error) {
    log('warn', 'image transform', { error })
    return undefined
  }
}

// A Blob would copy the image for every width.
function streamOf(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array> {
  const { body } = new Response(bytes)
  if (!body) throw new Error('A response with bytes has a body')
  return body
}

function httpOptions(contentType: string): R2PutOptions {
  return { httpMetadata: { contentType, cacheControl: 'public, max-age=31536000, immutable' } }
}

// Includes replaced images, for 30 days.
const maxPerCard = 300

/** Used instead of a card id for images of the installed app. */
export const appCardId = 0

/** Used instead of a card id while the files of an image are being deleted. */
export const lockCardId = -1
const lockAttempts = 8
const lockWaitMs = 250

/** `inlinePhoto` is the result of `makeInlinePhoto()` for profile photos, `logoTone` of `detectLogoTone()` for logos. */
type NewUpload = {
  cardId: number
  hash: string
  bytes: number
  inlinePhoto?: string | null
  logoTone?: LogoTone | '' | null
}

/**
 * Stores or renews the row of an upload; returns false if the card has 300 other images. Waits while the image is being
 * deleted, and throws if that takes longer than two seconds.
 */
export async function recordUpload(db: Db, upload: NewUpload): Promise<boolean> {
  for (let attempt = 0; attempt < lockAttempts; attempt += 1) {
    if (await storeUpload(db, upload)) return true
    const isLocked = and(eq(uploads.cardId, lockCardId), eq(uploads.hash, upload.hash))
    // The lock may have ended since the attempt.
    if ((await db.$count(uploads, isLocked)) === 0) return storeUpload(db, upload)
    await scheduler.wait(lockWaitMs)
  }
  throw new TimeoutError('The image is being deleted')
}

async function storeUpload(
  db: Db,
  { cardId, hash, bytes, inlinePhoto = null, logoTone = null }: NewUpload,
): Promise<boolean> {
  const others = sql`(select count(*) from uploads where card_id = ${cardId} and hash <> ${hash})`
  const isLocked = sql`exists (select 1 from uploads where card_id = ${lockCardId} and hash = ${hash})`
  const stored = await repeatable(() =>
    db.get<{ hash: string } | undefined>(sql`
    insert into uploads (card_id, hash, bytes, inline_photo, logo_tone)
    select ${cardId}, ${hash}, ${bytes}, ${inlinePhoto}, ${logoTone}
    where ${others} < ${maxPerCard} and not ${isLocked}
    on conflict (card_id, hash) do update set created_at = excluded.created_at, unshown_at = null,
      inline_photo = coalesce(excluded.inline_photo, inline_photo),
      logo_tone = coalesce(excluded.logo_tone, logo_tone)
    returning hash`),
  )
  return stored !== undefined
}

/** True if all of these images were uploaded for this card. */
export async function wereUploadedFor(db: Db, cardId: number, hashes: string[]): Promise<boolean> {
  const listed = sql`${uploads.hash} in ${among(hashes)}`
  const count = await db.$count(uploads, and(eq(uploads.cardId, cardId), listed))
  return count === hashes.length
}

/** Counts an upload of the user. Returns 0, or the seconds to wait. */
export async function limitUploads(env: Bindings, userId: number): Promise<number> {
  const subject = `${userId}`
  const max = Number(env.UPLOADS_PER_10_MINUTES)
  const maxPerDay = Number(env.UPLOADS_A_DAY)
  return (
    (await consumeLimit(env, { kind: 'upload', subject, max, window: 600 })) ||
    consumeLimit(env, { kind: 'uploads a day', subject, max: maxPerDay, window: daySeconds })
  )
}
