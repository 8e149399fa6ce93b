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
): Promise<{ trouble: Trouble } | { notice?: Trouble }> {
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
  return trouble ? { trouble } : { notice: unusualShape(size, type) }
}

async function readHeader(file: File): Promise<(Size & { type: string }) | undefined> {
  const [{ imageSize }, bytes] = await Promise.all([import('image-size'), file.arrayBuffer()])
  try {
    const { width, height, type } = imageSize(new Uint8Array(bytes))
    return { width, height, type: type ?? '' }
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
