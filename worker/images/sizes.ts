/** The sizes of an image: those that a browser sends are checked; without them, the Images binding makes them, if there is one. */
import { type ImageKind, imageWidths } from '../../schema/images/image.ts'
import {
  contactPhotoMaxBytes,
  contactPhotoQualities,
  contactPhotoSide,
  inlinePhotoMaxBytes,
  inlinePhotoMaxSide,
  inlinePhotoSizes,
  sizeMaxBytes,
  sizeQualities,
  widthParts,
} from '../../schema/images/sizes.ts'
import { withTimeout } from '../platform/failures.ts'
import { log } from '../platform/log.ts'
import { type CleanImage, cleanUpload, type ImageInfo, measureImage } from './clean.ts'
import { cleanWebp } from './webp.ts'

type Bytes = Uint8Array<ArrayBuffer>
type SizeFile = { bytes: Bytes; image: ImageInfo }

export type Sizes = {
  /** Smaller copies, in widths of the image's kind. */
  copies: SizeFile[]
  /** The JPEG of a profile photo for the contact file. */
  contact?: Bytes | undefined
  /** The placeholder of a profile photo, in base64; empty if it has none. */
  inline?: string | undefined
}

type SizePart = (typeof widthParts)[number] | 'contact' | 'inline'
export type SentSizes = Partial<Record<SizePart, File | undefined>>

/** Returns the sizes without metadata; `wrong` if one is not of this image, and undefined if none were sent. */
export async function readSizes(
  sent: SentSizes,
  image: ImageInfo,
  kind: ImageKind,
): Promise<Sizes | 'wrong' | undefined> {
  const { contact, inline } = sent
  const copies: SizeFile[] = []
  for (const [index, part] of widthParts.entries()) {
    const file = sent[part]
    const copy = file && (await readCopy(file, image, imageWidths[kind][index]))
    if (file && !copy) return 'wrong'
    if (copy) copies.push(copy)
  }
  if ((contact || inline) && kind !== 'profile') return 'wrong'
  const contactBytes = contact && (await readContactPhoto(contact))
  const inlineText = inline && (await readInlinePhoto(inline, image.type))
  if ((contact && !contactBytes) || (inline && !inlineText)) return 'wrong'
  if (copies.length === 0 && !contact && !inline) return undefined
  return { copies, contact: contactBytes, inline: inlineText }
}

/** A WebP, or what a browser that cannot write WebP sends instead. */
async function readCopy(
  file: File,
  image: ImageInfo,
  width: number | undefined,
): Promise<SizeFile | undefined> {
  // A GIF may be animated, and an SVG has any size.
  if (image.type === 'svg' || image.type === 'gif') return undefined
  return readFile(file, sizeMaxBytes, (copy) => {
    // The original has its own width already, unless a WebP is smaller.
    const isSmaller = copy.width < image.width
    const isAllowed = isSmaller || (copy.type === 'webp' && copy.width === image.width)
    const height = (image.height * copy.width) / image.width
    return copy.width === width && isAllowed && Math.abs(copy.height - height) <= 1
  })
}

/** Returns the cleaned JPEG of a contact file; undefined if it is not one. */
export async function readContactPhoto(file: File): Promise<Bytes | undefined> {
  const found = await readFile(
    file,
    contactPhotoMaxBytes,
    ({ type, width, height }) =>
      type === 'jpg' && width === contactPhotoSide && height === contactPhotoSide,
  )
  return found?.bytes
}

/** Returns the cleaned placeholder in base64; undefined if it is not one, or the type of the image is SVG or GIF. */
export async function readInlinePhoto(file: File, type: string): Promise<string | undefined> {
  if (type === 'svg' || type === 'gif') return undefined
  const found = await readFile(
    file,
    inlinePhotoMaxBytes,
    (image) =>
      image.type !== 'png' && image.width === image.height && image.width <= inlinePhotoMaxSide,
  )
  return found && Buffer.from(found.bytes).toString('base64')
}

/**
 * The file as WebP, JPEG or PNG without metadata; undefined if it is larger, does not fit or is another file. The header is
 * asked first, so that a small file with many pixels is not decompressed.
 */
async function readFile(
  file: File,
  maxBytes: number,
  fits: (image: ImageInfo) => boolean,
): Promise<SizeFile | undefined> {
  if (file.size > maxBytes) return undefined
  const bytes = new Uint8Array(await file.arrayBuffer())
  const webp = cleanWebp(bytes)
  if (webp) {
    const image = { type: 'webp', width: webp.width, height: webp.height } as const
    return fits(image) ? { bytes: webp.bytes, image } : undefined
  }
  const header = measureImage(bytes)
  if (!header || !fits(header)) return undefined
  const clean = await cleanUpload(bytes)
  if (typeof clean === 'string') return undefined
  const image = measureImage(clean.bytes)
  const isUpright = image?.orientation === 1 && (image.type === 'jpg' || image.type === 'png')
  return isUpright ? { bytes: clean.bytes, image } : undefined
}

/** Makes the sizes with the Images binding. Those that fail are left out; without the binding, all are. */
export async function makeSizes(
  env: { IMAGES?: ImagesBinding },
  { bytes, image }: Pick<CleanImage, 'bytes' | 'image'>,
  kind: ImageKind,
): Promise<Sizes> {
  if (!env.IMAGES || image.type === 'svg') return { copies: [] }
  const source = { env, bytes, image }
  const [copies, contact, inline] = await Promise.all([
    makeCopies(source, kind),
    kind === 'profile' ? makeContactPhoto(source) : undefined,
    kind === 'profile' ? makeInlinePhoto(source) : undefined,
  ])
  return { copies, contact, inline }
}

type Source = SizeFile & { env: { IMAGES?: ImagesBinding } }

// A GIF may be animated, so it is not converted.
async function makeCopies(source: Source, kind: ImageKind): Promise<SizeFile[]> {
  const { type, width: widest } = source.image
  const widths = type === 'gif' ? [] : imageWidths[kind].filter((width) => width <= widest)
  const copies = await Promise.all(widths.map((width) => makeCopy(source, width)))
  return copies.flatMap((copy) => copy ?? [])
}

async function makeCopy(source: Source, width: number): Promise<SizeFile | undefined> {
  const [quality = 0] = sizeQualities
  const bytes = await transformed(source, {
    transform: { width },
    output: { format: 'image/webp', quality },
  })
  const image = bytes && measureImage(bytes, 'webp')
  return image && { bytes, image }
}

async function makeContactPhoto(source: Source): Promise<Bytes | undefined> {
  const [width, height] = [contactPhotoSide, contactPhotoSide]
  for (const quality of contactPhotoQualities) {
    const jpeg = await transformed(source, {
      transform: { width, height, fit: 'cover' },
      output: { format: 'image/jpeg', quality, background: '#ffffff' },
    })
    if (!jpeg || jpeg.length <= contactPhotoMaxBytes) return jpeg
  }
  return undefined
}

/**
 * Returns the middle square, which the round frame shows, as WebP in base64. Empty for a GIF (which may be animated) and
 * for a photo that cannot be made small enough; undefined if Images fails.
 */
async function makeInlinePhoto(source: Source): Promise<string | undefined> {
  if (source.image.type === 'gif') return ''
  const shortest = Math.min(source.image.width, source.image.height)
  for (const { side, quality } of inlinePhotoSizes) {
    const width = Math.min(side, shortest)
    const webp = await transformed(source, {
      transform: { width, height: width, fit: 'cover' },
      output: { format: 'image/webp', quality },
    })
    if (!webp) return undefined
    if (webp.length <= inlinePhotoMaxBytes) return Buffer.from(webp).toString('base64')
  }
  return ''
}

type To = { transform: ImageTransform; output: ImageOutputOptions }

function transformed({ env, bytes }: Source, to: To): Promise<Bytes | undefined> {
  return transformImage(env, bytes, to)
}

const timeoutMs = 10_000

/** Returns the transformed image; undefined if there is no Images binding, or it fails or takes over 10 s. */
export async function transformImage(
  { IMAGES }: { IMAGES?: ImagesBinding },
  bytes: Bytes,
  { transform, output }: To,
): Promise<Bytes | undefined> {
  if (!IMAGES) return undefined
  try {
    const result = await withTimeout(
      timeoutMs,
      IMAGES.input(streamOf(bytes)).transform(transform).output(output),
    )
    return new Uint8Array(await withTimeout(timeoutMs, new Response(result.image()).arrayBuffer()))
  } catch (error) {
    log('warn', 'image transform', { error })
    return undefined
  }
}

// A Blob would copy the image for every width.
function streamOf(bytes: Bytes): ReadableStream<Uint8Array> {
  const { body } = new Response(bytes)
  if (!body) throw new Error('A response with bytes has a body')
  return body
}
