import type { imageUrlFields } from '../../schema/images/image.ts'
import {
  type CropType,
  cropRules,
  maxPixels,
  maxSidePixels,
  type UploadType,
  uploadErrors,
  uploadMaxBytes,
} from '../../schema/images/upload.ts'
import { t, translated } from '../messages/t.ts'
import type { Size } from '../ui/crop-geometry.ts'

export type ImageFieldName = (typeof imageUrlFields)[number]

/** The fields of a card that hold one image, with their upload type and label. */
export const imageFields: Record<ImageFieldName, { type: CropType; label: string }> = {
  profilePicture: { type: 'profile', label: t('Profile Picture') },
  coverPhoto: { type: 'cover', label: t('Cover Photo') },
  logoUrl: { type: 'logo', label: t('Logo') },
  faviconUrl: { type: 'favicon', label: t('Favicon') },
}

/** A problem with a chosen file, shown as a toast and in place. */
export type FileError = { title: string; text: string }

/** For the `accept` attribute of file inputs. Dropped files may have any type. */
export const acceptedTypes = 'image/jpeg,image/png,image/gif'
const types = new Set(['jpg', 'png', 'gif'])

const typeError = {
  title: t('Invalid file type'),
  text: t('Please upload a JPG, PNG, or GIF image.'),
}
const sizeError = { title: t('File too large'), text: t('Maximum file size is 5MB.') }
export const unreadableError = {
  title: t('Failed to load image'),
  text: t('The file is empty, damaged or not an image. Choose another one.'),
}
const dimensionsError = { title: t('Image dimensions'), text: translated(uploadErrors['too wide']) }

/** Checks a chosen file. Returns the error that prevents its use, or notices about it. */
export async function checkFile(
  file: File,
  type: UploadType,
): Promise<{ error: FileError } | { notices: FileError[] }> {
  if (!acceptedTypes.split(',').includes(file.type)) return { error: typeError }
  if (file.size > uploadMaxBytes) return { error: sizeError }
  // The browser derives the type from the file name; the bytes decide.
  const header = await readHeader(file)
  if (!header) return { error: unreadableError }
  if (!types.has(header.type)) return { error: typeError }
  if (isTooWide(header)) return { error: dimensionsError }
  const size = await readImageSize(file).catch(() => undefined)
  if (!size) return { error: unreadableError }
  const problem = minimumSizeError(size, type)
  if (problem) return { error: problem }
  const notices = [shapeNotice(size, type), animationNotice(header, type), cmykNotice(header, type)]
  return { notices: notices.filter((notice) => notice !== undefined) }
}

type Header = Size & { type: string; bytes: Uint8Array }

async function readHeader(file: File): Promise<Header | undefined> {
  const [{ imageSize }, buffer] = await Promise.all([import('image-size'), file.arrayBuffer()])
  const bytes = new Uint8Array(buffer)
  try {
    const { width, height, type } = imageSize(bytes)
    return { width, height, type: type ?? '', bytes }
  } catch {
    return undefined
  }
}

function isTooWide({ width, height }: Size): boolean {
  return Math.max(width, height) > maxSidePixels || width * height > maxPixels
}

function minimumSizeError({ width, height }: Size, type: UploadType): FileError | undefined {
  if (type === 'gallery') return undefined
  const [minWidth, minHeight] = cropRules[type].minSize
  if (width >= minWidth && height >= minHeight) return undefined
  const text = t(
    'The image must be at least {minWidth}x{minHeight} pixels. This one is {width}x{height}.',
    { minWidth, minHeight, width, height },
  )
  return { title: t('Image dimensions'), text }
}

function shapeNotice({ width, height }: Size, type: UploadType): FileError | undefined {
  if (type === 'profile' && Math.abs(width - height) > 100)
    return {
      title: t('Image dimensions'),
      text: t('This photo is not square. Choose the area to keep.'),
    }
  if (type === 'cover' && width / height < 2.5)
    return {
      title: t('Image dimensions'),
      text: t('Covers are 3:1. Choose the area to keep.'),
    }
}

function animationNotice({ type, bytes }: Header, use: UploadType): FileError | undefined {
  // The gallery keeps GIFs animated.
  if (type === 'jpg' || (type === 'gif' && use === 'gallery') || !isAnimated(bytes))
    return undefined
  return { title: t('Animated image'), text: t('Only the first frame of the animation is used.') }
}

function cmykNotice({ type, bytes }: Header, use: UploadType): FileError | undefined {
  if (type !== 'jpg' || use === 'gallery' || !isCmykJpeg(bytes)) return undefined
  return {
    title: t('Print colors'),
    text: t('The print colors of this image are converted for screens. Check how they look.'),
  }
}

/** Whether a GIF or PNG has more than one frame. */
export function isAnimated(bytes: Uint8Array): boolean {
  return bytes[0] === 0x47 ? isAnimatedGif(bytes) : isAnimatedPng(bytes)
}

/** Whether a JPEG uses the CMYK color space. */
export function isCmykJpeg(bytes: Uint8Array): boolean {
  for (let at = 2; bytes[at] === 0xff; at += 2 + readUint(bytes, at + 2, 2)) {
    // Any number of 0xff fill bytes may precede a marker.
    while (bytes[at + 1] === 0xff) at += 1
    if (isFrameMarker(bytes[at + 1] ?? 0)) return bytes[at + 9] === 4
  }
  return false
}

function isAnimatedGif(bytes: Uint8Array): boolean {
  let frames = 0
  for (let at = 13 + tableSize(bytes[10]); frames < 2; at = afterSubBlocks(bytes, at)) {
    if (bytes[at] === 0x2c) {
      frames += 1
      at += 11 + tableSize(bytes[at + 9])
    } else if (bytes[at] === 0x21) at += 2
    else break
  }
  return frames > 1
}

function tableSize(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

// Each sub-block starts with its length; length 0 ends the sequence.
function afterSubBlocks(bytes: Uint8Array, from: number): number {
  let at = from
  for (let size = bytes[at]; size; size = bytes[at]) at += size + 1
  return at + 1
}

// The acTL chunk (number of frames) precedes the first IDAT.
function isAnimatedPng(bytes: Uint8Array): boolean {
  for (let at = 8; at + 8 < bytes.length; at += 12 + readUint(bytes, at, 4)) {
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    if (name === 'acTL') return true
    if (name === 'IDAT') return false
  }
  return false
}

function isFrameMarker(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

function readUint(bytes: Uint8Array, at: number, length: number): number {
  return bytes.subarray(at, at + length).reduce((sum, byte) => sum * 256 + byte, 0)
}

/** Returns the displayed size of an image; throws if it cannot be decoded completely. */
async function readImageSize(file: Blob): Promise<Size> {
  // An <img> would accept a truncated file.
  const bitmap = await createImageBitmap(file)
  const { width, height } = bitmap
  bitmap.close()
  return { width, height }
}
