/** Detects the type and size of images from their bytes; file names and declared types are ignored. */
import { imageSize } from 'image-size'
import { maxPixels, maxSidePixels } from '../../schema/images/upload.ts'
import { isPlainSvg } from './svg.ts'

export const imageTypes = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
} as const
type ImageType = keyof typeof imageTypes

export type ImageInfo = { type: ImageType; width: number; height: number }

/**
 * Returns the type, the size as displayed in pixels, and the Exif orientation (1 is upright), read from the header;
 * undefined if the header is invalid. Callers that know the type pass it, so that an SVG is parsed only once.
 */
export function measureImage(
  bytes: Uint8Array,
  type = typeBySignature(bytes),
): (ImageInfo & { orientation: number }) | undefined {
  const size = type && readSize(bytes)
  if (!type || !size || size.type !== type) return undefined
  const orientation = size.orientation ?? 1
  const width = Math.round(orientation > 4 ? size.height : size.width)
  const height = Math.round(orientation > 4 ? size.width : size.height)
  return width > 0 && height > 0 ? { type, width, height, orientation } : undefined
}

/** True if the image is small enough to be decoded. */
export function fits({ width, height }: ImageInfo): boolean {
  return Math.max(width, height) <= maxSidePixels && width * height <= maxPixels
}

/** Returns the type of an image. Reads only the first bytes, except for SVG. */
export function typeBySignature(bytes: Uint8Array): ImageType | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 16))
  if (head.startsWith('\xff\xd8\xff')) return 'jpg'
  if (head.startsWith('\x89PNG\r\n\x1a\n') && head.slice(12, 16) === 'IHDR') return 'png'
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'gif'
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'webp'
  return isPlainSvg(bytes) ? 'svg' : undefined
}

// `imageSize` throws for a truncated or inconsistent header.
function readSize(bytes: Uint8Array) {
  try {
    return imageSize(bytes)
  } catch {
    return undefined
  }
}
