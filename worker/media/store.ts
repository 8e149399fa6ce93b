/** Reads pictures from the bucket. */
import { contactPhotoWidth, type ImageKind, imageWidths } from '../../schema/image.ts'
import { log } from '../platform/log.ts'
import { withTimeout } from '../platform/timeout.ts'
import type { CleanPicture } from './clean.ts'
import { type Picture, pictureTypes } from './detect-type.ts'
import { isPlainSvg } from './svg.ts'

const name = /^([0-9a-f]{64})-(\d{1,5})\.(jpg|png|gif|webp|svg)$/
const madeWidths = new Set<number>([...Object.values(imageWidths).flat(), contactPhotoWidth])

export type FoundImage = { body: ArrayBuffer; type: string; extension: string; etag: string }

/** Whether a picture may have that name. */
export function isImageName(key: string): boolean {
  return name.test(key)
}

/** The picture of that name, or, when that width was never made, the widest we have of it; undefined for none. */
export async function findImage(bucket: R2Bucket, key: string): Promise<FoundImage | undefined> {
  const [, hash, width] = name.exec(key) ?? []
  if (!hash) return undefined
  const exact = await bucket.get(`images/${key}`)
  if (exact) return read(exact)
  const other = madeWidths.has(Number(width)) && (await findWidest(bucket, hash))
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

// A drawing that an earlier release let in is held to the rules of this one.
async function read(object: R2ObjectBody): Promise<FoundImage | undefined> {
  const extension = object.key.split('.').at(-1) ?? ''
  const body = await object.arrayBuffer()
  if (extension === 'svg' && !isPlainSvg(new Uint8Array(body))) return undefined
  const type = new Map<string, string>(Object.entries(pictureTypes)).get(extension)
  return {
    body,
    type: type ?? 'application/octet-stream',
    extension,
    etag: object.httpEtag,
  }
}

// Puts pictures into the bucket, under names made from their content, in every size their kind is shown at.

export type ImageStores = { MEDIA: R2Bucket; IMAGES?: ImagesBinding }

type Stored = CleanPicture & { env: ImageStores }

/** Apple keeps at most 224 KB, and base64 adds a third; 60 kB leave the contact file small (support.apple.com 103188). */
export const contactPhotoMaxBytes = 60_000

const contactQualities = [85, 75, 60, 45, 30]
const webpQuality = 80
// Of one size of a picture, in milliseconds; without it the original is served at that width.
const patience = 10_000

/**
 * Keeps the picture as it came and as WebP in the widths of its kind; for `profile` also the JPEG of the contact file.
 * Answers the address of the original. Safe to repeat.
 */
export async function storeImage(
  env: ImageStores,
  { bytes, picture, hash }: CleanPicture,
  kind: ImageKind,
): Promise<string> {
  const stored = { env, bytes, picture, hash }
  const original = keyOf(hash, picture.width, picture.type)
  await env.MEDIA.put(original, bytes, asType(pictureTypes[picture.type]))
  if (picture.type !== 'svg') {
    await Promise.all([
      ...widthsFor(kind, picture).map((width) => putWebp(stored, width)),
      ...(kind === 'profile' ? [putContactPhoto(stored)] : []),
    ])
  }
  return `/${original}`
}

function keyOf(hash: string, width: number, extension: string): string {
  return `images/${hash}-${width}.${extension}`
}

// A GIF may move and a WebP is what we would make of it, so neither is made again at its own width.
function widthsFor(kind: ImageKind, { type, width }: Picture): number[] {
  if (type === 'gif') return []
  return imageWidths[kind].filter((each) => each < width || (each === width && type !== 'webp'))
}

async function putWebp({ env, bytes, hash }: Stored, width: number): Promise<void> {
  const webp = await transformed(env, bytes, {
    transform: { width },
    output: { format: 'image/webp', quality: webpQuality },
  })
  if (webp) await env.MEDIA.put(keyOf(hash, width, 'webp'), webp, asType('image/webp'))
}

// A JPEG exactly 400 wide has this same name, and then becomes the square one of at most 60 kB.
async function putContactPhoto({ env, bytes, hash }: Stored): Promise<void> {
  for (const quality of contactQualities) {
    const jpeg = await transformed(env, bytes, {
      transform: { width: contactPhotoWidth, height: contactPhotoWidth, fit: 'cover' },
      output: { format: 'image/jpeg', quality, background: '#ffffff' },
    })
    if (!jpeg) return
    if (jpeg.byteLength <= contactPhotoMaxBytes) {
      await env.MEDIA.put(keyOf(hash, contactPhotoWidth, 'jpg'), jpeg, asType('image/jpeg'))
      return
    }
  }
}

/** The picture as Images makes it; undefined when Images is off, fails or takes over 10 seconds. */
export async function transformed(
  env: ImageStores,
  bytes: Uint8Array<ArrayBuffer>,
  to: { transform: ImageTransform; output: ImageOutputOptions },
): Promise<ArrayBuffer | undefined> {
  if (!env.IMAGES) return undefined
  try {
    const result = await withTimeout(
      patience,
      env.IMAGES.input(streamOf(bytes)).transform(to.transform).output(to.output),
    )
    return await withTimeout(patience, new Response(result.image()).arrayBuffer())
  } catch (error) {
    log('warn', 'image transform', { error })
    return undefined
  }
}

// A Blob would copy the picture for every size of it.
function streamOf(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array> {
  const { body } = new Response(bytes)
  if (!body) throw new Error('A response with bytes has a body')
  return body
}

function asType(contentType: string): R2PutOptions {
  return { httpMetadata: { contentType, cacheControl: 'public, max-age=31536000, immutable' } }
}
