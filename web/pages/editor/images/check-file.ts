import {
  cropRules,
  longestSide,
  mostPixels,
  type UploadType,
  uploadMaxBytes,
  uploadRefusals,
} from '../../../../schema/upload.ts'
import type { Size } from '../../../ui/crop-view.ts'
import { decode } from '../../../ui/decode.ts'
import { isAnimated, isForPrint } from './peculiarities.ts'

/** What to tell the person, as a toast and where they were acting. */
export type Trouble = { title: string; text: string }

/** What file pickers offer; a drop may bring anything. */
export const pickable = 'image/jpeg,image/png,image/gif'
const types = new Set(['jpg', 'png', 'gif'])

const wrongType = {
  title: 'Invalid file type',
  text: 'Please upload a JPG, PNG, or GIF image.',
}
const tooLarge = { title: 'File too large', text: 'Maximum file size is 5MB.' }
export const unloadable = {
  title: 'Failed to load image',
  text: 'The file is empty, damaged or no picture. Choose another one.',
}
const tooWide = { title: 'Image dimensions', text: uploadRefusals['too wide'] }

/** What is wrong with a chosen file, or what to mind about it, if anything. */
export async function checkFile(
  file: File,
  type: UploadType,
): Promise<{ trouble: Trouble } | { notices: Trouble[] }> {
  if (!pickable.split(',').includes(file.type)) return { trouble: wrongType }
  if (file.size > uploadMaxBytes) return { trouble: tooLarge }
  // Its name made the browser believe it; its bytes decide.
  const header = await readHeader(file)
  if (!header) return { trouble: unloadable }
  if (!types.has(header.type)) return { trouble: wrongType }
  if (isTooWide(header)) return { trouble: tooWide }
  const size = await decode(file).catch(() => undefined)
  if (!size) return { trouble: unloadable }
  const trouble = tooSmall(size, type)
  if (trouble) return { trouble }
  const notices = [unusualShape(size, type), moving(header, type), forPrint(header, type)]
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
  return Math.max(width, height) > longestSide || width * height > mostPixels
}

function tooSmall({ width, height }: Size, type: UploadType): Trouble | undefined {
  if (type === 'gallery') return undefined
  const [leastWidth, leastHeight] = cropRules[type].least
  if (width >= leastWidth && height >= leastHeight) return undefined
  const text = `It must be at least ${leastWidth}x${leastHeight} pixels, and this one is ${width}x${height}.`
  return { title: 'Image dimensions', text }
}

function unusualShape({ width, height }: Size, type: UploadType): Trouble | undefined {
  if (type === 'profile' && Math.abs(width - height) > 100)
    return {
      title: 'Image dimensions',
      text: 'This picture is far from square. Choose the part to show.',
    }
  if (type === 'cover' && width / height < 2.5)
    return {
      title: 'Image dimensions',
      text: 'A cover is three times as wide as high. Choose the part to show.',
    }
}

function moving({ type, bytes }: Header, use: UploadType): Trouble | undefined {
  // A gallery shows a GIF as it is.
  if (type === 'jpg' || (type === 'gif' && use === 'gallery') || !isAnimated(bytes))
    return undefined
  return { title: 'Animated image', text: 'Only the first picture of the animation is used.' }
}

function forPrint({ type, bytes }: Header, use: UploadType): Trouble | undefined {
  if (type !== 'jpg' || use === 'gallery' || !isForPrint(bytes)) return undefined
  return {
    title: 'Colours for print',
    text: 'The print colours of this picture are converted for screens. Check how they look.',
  }
}
