/** What the bytes of a picture really are; its name and declared type are never asked. */
import { imageSize } from 'image-size'
import { maxPixels, maxSidePixels } from '../../schema/upload.ts'
import { isPlainSvg } from './svg.ts'

export const pictureTypes = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
} as const
export type PictureType = keyof typeof pictureTypes

export type Picture = { type: PictureType; width: number; height: number }

/**
 * The size as shown in pixels, read from the header, and the way a camera was held: 1 is upright. Undefined when the header
 * does not make sense. `type` is asked for so that an SVG is looked through once.
 */
export function measurePicture(
  bytes: Uint8Array,
  type = typeBySignature(bytes),
): (Picture & { orientation: number }) | undefined {
  const size = type && readSize(bytes)
  if (!type || !size || size.type !== type) return undefined
  const orientation = size.orientation ?? 1
  const width = Math.round(orientation > 4 ? size.height : size.width)
  const height = Math.round(orientation > 4 ? size.width : size.height)
  return width > 0 && height > 0 ? { type, width, height, orientation } : undefined
}

/** Whether it is small enough to be decoded. */
export function fits({ width, height }: Picture): boolean {
  return Math.max(width, height) <= maxSidePixels && width * height <= maxPixels
}

/** Reads no further than the first bytes, except of an SVG. */
export function typeBySignature(bytes: Uint8Array): PictureType | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 16))
  if (head.startsWith('\xff\xd8\xff')) return 'jpg'
  if (head.startsWith('\x89PNG\r\n\x1a\n') && head.slice(12, 16) === 'IHDR') return 'png'
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'gif'
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'webp'
  return isPlainSvg(bytes) ? 'svg' : undefined
}

// The parser throws at a header that is cut off or contradicts itself.
function readSize(bytes: Uint8Array) {
  try {
    return imageSize(bytes)
  } catch {
    return undefined
  }
}
