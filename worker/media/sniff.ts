/** What the bytes of a picture really are; its name and declared type are never asked. */
import { imageSize } from 'image-size'
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

const longestSide = 12_000
const mostPixels = 40_000_000

/** The type by signature and the size as shown, read from the header; undefined when it is none we store or too large to decode. */
export function sniffPicture(bytes: Uint8Array): Picture | undefined {
  const type = typeBySignature(bytes)
  const size = type && readSize(bytes)
  if (!type || !size || size.type !== type) return undefined
  const turned = (size.orientation ?? 1) > 4
  const width = Math.round(turned ? size.height : size.width)
  const height = Math.round(turned ? size.width : size.height)
  const fits = Math.max(width, height) <= longestSide && width * height <= mostPixels
  return width > 0 && height > 0 && fits ? { type, width, height } : undefined
}

function typeBySignature(bytes: Uint8Array): PictureType | undefined {
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
