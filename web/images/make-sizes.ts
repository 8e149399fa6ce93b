/** Makes the sizes of an image on a canvas: form parts of its upload, as `schema/images/sizes.ts` defines them. */
import { type ImageKind, imageWidths } from '../../schema/images/image.ts'
import {
  contactPhotoMaxBytes,
  contactPhotoQualities,
  contactPhotoSide,
  inlinePhotoMaxBytes,
  inlinePhotoSizes,
  sizeMaxBytes,
  sizeQualities,
  widthParts,
} from '../../schema/images/sizes.ts'
import { canvasToBlob, createCanvas, decodeImage, freeCanvas } from '../ui/canvas.ts'
import type { Size } from '../ui/crop-geometry.ts'

type ImageType = 'jpg' | 'png' | 'gif' | 'svg'
type Picture = Size & { image: HTMLImageElement; type: ImageType }
type Parts = Record<string, Blob>

/** Returns the sizes by the name of their form part; throws if the browser cannot read the image. */
export async function makeSizes(file: Blob, kind: ImageKind): Promise<Parts> {
  const picture = await open(file)
  const copies = await makeCopies(picture, imageWidths[kind])
  return kind === 'profile' ? { ...copies, ...(await makePhotos(picture)) } : copies
}

/** Returns the square JPEG for the contact file and, if one is small enough, the placeholder in the page. */
export async function makeContactPhoto(file: Blob): Promise<Parts> {
  return makePhotos(await open(file))
}

async function open(file: Blob): Promise<Picture> {
  const image = await decodeImage(file)
  // An SVG may have no size of its own.
  const width = image.naturalWidth || contactPhotoSide
  const height = image.naturalHeight || contactPhotoSide
  return {
    image,
    width,
    height,
    type: typeOf(new Uint8Array(await file.slice(0, 4).arrayBuffer())),
  }
}

// The name of the file may say something else.
function typeOf([first, second]: Uint8Array): ImageType {
  if (first === 0xff && second === 0xd8) return 'jpg'
  if (first === 0x89) return 'png'
  return first === 0x47 ? 'gif' : 'svg'
}

async function makeCopies(picture: Picture, widths: readonly number[]): Promise<Parts> {
  // A GIF may be animated, and an SVG has any size.
  if (picture.type === 'gif' || picture.type === 'svg') return {}
  const parts: Parts = {}
  for (const [index, width] of widths.entries()) {
    const part = widthParts[index]
    const copy = part && width <= picture.width ? await makeCopy(picture, width) : undefined
    if (part && copy) parts[part] = copy
  }
  return parts
}

/** Returns a WebP; from a browser that cannot write it, such as Safari, a file of the image's own type. */
async function makeCopy(picture: Picture, width: number): Promise<Blob | undefined> {
  const height = Math.max(1, Math.round((picture.height * width) / picture.width))
  const { canvas, context } = createCanvas({ width, height })
  context.drawImage(picture.image, 0, 0, width, height)
  const webp = await firstWithin(sizeMaxBytes, canvas, {
    type: 'image/webp',
    qualities: sizeQualities,
  })
  const copy = webp ?? (await copyWithoutWebp(picture, canvas))
  freeCanvas(canvas)
  return copy
}

async function copyWithoutWebp(
  { type, width }: Picture,
  canvas: HTMLCanvasElement,
): Promise<Blob | undefined> {
  // The original has this width already.
  if (canvas.width === width) return undefined
  if (type === 'jpg')
    return firstWithin(sizeMaxBytes, canvas, { type: 'image/jpeg', qualities: sizeQualities })
  const png = await canvasToBlob(canvas)
  return png.size <= sizeMaxBytes ? png : undefined
}

async function makePhotos(picture: Picture): Promise<Parts> {
  const canvas = square(picture, contactPhotoSide, '#fff')
  const contact = await firstWithin(contactPhotoMaxBytes, canvas, {
    type: 'image/jpeg',
    qualities: contactPhotoQualities,
  })
  freeCanvas(canvas)
  const inline = await makeInlinePhoto(picture)
  return { ...(contact && { contact }), ...(inline && { inline }) }
}

/**
 * Returns a WebP or, from a browser that cannot write it, a JPEG of an opaque picture, because the photo covers it;
 * undefined if none is small enough.
 */
async function makeInlinePhoto(picture: Picture): Promise<Blob | undefined> {
  if (picture.type === 'gif' || picture.type === 'svg') return undefined
  const shortest = Math.min(picture.width, picture.height)
  for (const { side, quality } of inlinePhotoSizes) {
    const canvas = square(picture, Math.min(side, shortest))
    const webp = await encode(canvas, 'image/webp', quality)
    const isOpaque = picture.type === 'jpg'
    const photo = webp ?? (isOpaque ? await encode(canvas, 'image/jpeg', quality) : undefined)
    freeCanvas(canvas)
    if (photo && photo.size <= inlinePhotoMaxBytes) return photo
  }
  return undefined
}

/** The middle square of the picture, on the color if there is one. */
function square(
  { image, width, height }: Picture,
  side: number,
  color?: string,
): HTMLCanvasElement {
  const { canvas, context } = createCanvas({ width: side, height: side })
  if (color) {
    context.fillStyle = color
    context.fillRect(0, 0, side, side)
  }
  const scale = side / Math.min(width, height)
  const [across, down] = [width * scale, height * scale]
  context.drawImage(image, (side - across) / 2, (side - down) / 2, across, down)
  return canvas
}

type Encoding = { type: 'image/jpeg' | 'image/webp'; qualities: number[] }

async function firstWithin(
  maxBytes: number,
  canvas: HTMLCanvasElement,
  { type, qualities }: Encoding,
): Promise<Blob | undefined> {
  for (const quality of qualities) {
    const blob = await encode(canvas, type, quality)
    if (!blob || blob.size <= maxBytes) return blob
  }
  return undefined
}

/** Returns undefined if the browser cannot write this type. */
async function encode(
  canvas: HTMLCanvasElement,
  type: Encoding['type'],
  quality: number,
): Promise<Blob | undefined> {
  const blob = await canvasToBlob(canvas, type, quality / 100)
  return blob.type === type ? blob : undefined
}
