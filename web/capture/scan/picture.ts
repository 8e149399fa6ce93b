import { t } from '../../messages/t.ts'

/** Longer sides are scaled down: more pixels make readers slower, not better. */
const maxSide = 2000

/** A problem with a picture, as a sentence for people. */
export class PictureError extends Error {}

export type Picture = { canvas: HTMLCanvasElement; pixels: ImageData }

/** Decodes a picture of any size, scaled down; throws a `PictureError` if it is none. */
export async function loadPicture(file: Blob): Promise<Picture> {
  const bitmap = await decode(file)
  const picture = drawPicture(bitmap, bitmap.width, bitmap.height)
  bitmap.close()
  return picture
}

/** The current picture of a camera. */
export function pictureOf(video: HTMLVideoElement): Picture {
  return drawPicture(video, video.videoWidth, video.videoHeight)
}

// Browsers scale while they decode, so that 40 megapixels never are in memory at once where they can avoid it.
async function decode(file: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch {
    throw new PictureError(
      t('This picture cannot be opened. Take another one, or type the details.'),
    )
  }
}

function drawPicture(source: CanvasImageSource, width: number, height: number): Picture {
  const scale = Math.min(1, maxSide / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context)
    throw new PictureError(
      t('This device does not have enough memory for the picture. Type the details instead.'),
    )
  context.imageSmoothingQuality = 'high'
  context.drawImage(source, 0, 0, canvas.width, canvas.height)
  return { canvas, pixels: context.getImageData(0, 0, canvas.width, canvas.height) }
}
