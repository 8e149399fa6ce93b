import { t } from '../messages/t.ts'
import type { PrintPage } from '../print/page.ts'
import { paintPage } from '../print/paint-page.ts'
import { canvasToBlob, createCanvas, freeCanvas } from '../ui/canvas.ts'

/** A picture in its own size; mirrored for programs that mirror it again. */
export function paintBackground(page: PrintPage, mirrored: boolean): HTMLCanvasElement {
  const canvas = paintPage(page, page.width)
  return mirrored ? redrawn(canvas, { width: page.width, mirrored }).canvas : canvas
}

export function pictureFile(canvas: HTMLCanvasElement, type: 'png' | 'jpeg'): Promise<Blob> {
  return canvasToBlob(canvas, `image/${type}`, 0.92)
}

const unreadable = t(
  'A camera could not read the code in this picture. Remove the logo of the code, or select a share point, whose link is shorter.',
)

type Painted = { canvas: HTMLCanvasElement; page: PrintPage; mirrored: boolean }

/**
 * Decodes the code of the page in the JPEG file, which is the worse of both, made as small as one of the widths; returns
 * why it cannot be used.
 */
export async function backgroundError(
  { canvas, page, mirrored }: Painted,
  widths: readonly number[],
): Promise<string | undefined> {
  const { default: jsQR } = await import('jsqr')
  const image = await createImageBitmap(await pictureFile(canvas, 'jpeg'))
  const isRead = page.items.some((item) => {
    if (item.kind !== 'code') return false
    const { content, drawing } = item.code
    const unit = item.width / drawing.width
    const { x, y, side } = drawing.code
    return widths.some((width) => {
      const { canvas: small, context } = redrawn(image, { width, mirrored })
      const scaled = (length: number) => Math.round((length * width) / page.width)
      // Without the frame, as in `qr-picture.ts`.
      const square = scaled(side * unit)
      const [left, top] = [scaled(item.x + x * unit), scaled(item.y + y * unit)]
      const { data } = context.getImageData(left, top, square, square)
      freeCanvas(small)
      return jsQR(data, square, square, { inversionAttempts: 'dontInvert' })?.data === content
    })
  })
  image.close()
  return isRead ? undefined : unreadable
}

function redrawn(
  image: HTMLCanvasElement | ImageBitmap,
  { width, mirrored }: { width: number; mirrored: boolean },
) {
  const height = (image.height * width) / image.width
  const { canvas, context } = createCanvas({ width, height })
  if (mirrored) context.transform(-1, 0, 0, 1, width, 0)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return { canvas, context }
}
