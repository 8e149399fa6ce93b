import { maxPixels, uploadMaxBytes } from '../../schema/images/upload.ts'
import { t } from '../messages/t.ts'
import { createCanvas, decodeImage } from '../ui/canvas.ts'

/** A logo as a square canvas. Equal logos have equal keys. */
export type QrLogo = { key: string; canvas: HTMLCanvasElement }

const side = 512

/** A rejected file; its message is a sentence to show. */
export class LogoError extends Error {}

const tooLarge = t('This file is larger than 5 MB. Choose a smaller image.')
const notAnImage = t(
  'This file is not an image that your browser can read. Choose a PNG, JPG or SVG file.',
)
const tooManyPixels = t('This image has too many pixels. Use at most 40 megapixels.')

/** Fits an image into the square. Throws a `LogoError`. */
export async function loadLogo(file: Blob, key: string): Promise<QrLogo> {
  return { key, canvas: fitted(await readLogo(file)) }
}

async function readLogo(file: Blob): Promise<HTMLImageElement> {
  if (file.size > uploadMaxBytes) throw new LogoError(tooLarge)
  const image = await decodeImage(file).catch(() => {
    throw new LogoError(notAnImage)
  })
  if (image.naturalWidth * image.naturalHeight > maxPixels) throw new LogoError(tooManyPixels)
  return image
}

/** Fetches an image of the card. Throws a `LogoError`. */
export async function fetchLogo(url: string): Promise<QrLogo> {
  return { key: url, canvas: fitted(await fetchImage(url)) }
}

/** Fetches an image of the card in its own size. Throws a `LogoError`. */
export async function fetchImage(url: string): Promise<HTMLImageElement> {
  const response = await fetch(url).catch(() => undefined)
  if (!response?.ok)
    throw new LogoError(t('The image could not be loaded. Try again, or choose a file.'))
  return readLogo(await response.blob())
}

function fitted(image: HTMLImageElement): HTMLCanvasElement {
  const { canvas, context } = createCanvas({ width: side, height: side })
  // An SVG may have no size of its own.
  const [width, height] = [image.naturalWidth || side, image.naturalHeight || side]
  const scale = side / Math.max(width, height)
  const [across, down] = [width * scale, height * scale]
  context.drawImage(image, (side - across) / 2, (side - down) / 2, across, down)
  return canvas
}
