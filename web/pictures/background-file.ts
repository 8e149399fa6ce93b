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

type Code = { content: string; mirrored: boolean; widths: readonly number[] }

/** Decodes the code in the JPEG file, which is the worse of both, made smaller; returns why it cannot be used. */
export async function backgroundError(
  canvas: HTMLCanvasElement,
  { content, mirrored, widths }: Code,
): Promise<string | undefined> {
  const { default: jsQR } = await import('jsqr')
  const image = await createImageBitmap(await pictureFile(canvas, 'jpeg'))
  const isRead = widths.some((width) => {
    const { canvas: small, context } = redrawn(image, { width, mirrored })
    const { data, height } = context.getImageData(0, 0, small.width, small.height)
    freeCanvas(small)
    return jsQR(data, width, height, { inversionAttempts: 'dontInvert' })?.data === content
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
