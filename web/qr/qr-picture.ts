import { drawQr, type QrDrawing } from '../../card/qr/drawing.ts'
import { type QrStyle, qrColorError } from '../../schema/share-points/share-point.ts'
import { t } from '../messages/t.ts'
import { freeCanvas } from '../ui/canvas.ts'
import { translatedWithRatio } from '../ui/format.ts'
import { isReadable } from './check-qr.ts'
import type { QrLogo } from './load-logo.ts'
import { paintQr } from './paint-qr.ts'

/** A code ready to be painted or written. */
export type QrPicture = {
  content: string
  style: QrStyle
  drawing: QrDrawing
  logo: QrLogo | undefined
}

export function qrPicture(content: string, style: QrStyle, logo: QrLogo | undefined): QrPicture {
  return { content, style, drawing: drawQr(content, style, logo !== undefined), logo }
}

/** Why the code must not be used, in one sentence or two, or undefined. The code is decoded again. */
export async function qrError({
  content,
  style,
  drawing,
  logo,
}: QrPicture): Promise<string | undefined> {
  return translatedWithRatio(qrColorError(style)) ?? (await unreadableError(drawing, content, logo))
}

const unreadable = t(
  'A phone could not read this code when it is small or blurred. Remove the logo, which makes the modules smaller, or create a share point, whose link is shorter.',
)

async function unreadableError(
  drawing: QrDrawing,
  content: string,
  logo: QrLogo | undefined,
): Promise<string | undefined> {
  const { x, y, side } = drawing.code
  const imageOf = (width: number) => {
    const unit = width / side
    const { canvas, context } = paintQr(drawing, unit * drawing.width, logo)
    // Without the frame: jsQR takes some for a part of the code, which other readers do not.
    const pixels = context.getImageData(Math.round(x * unit), Math.round(y * unit), width, width)
    freeCanvas(canvas)
    return pixels
  }
  const isRead = await isReadable({ imageOf, modules: side, content })
  return isRead ? undefined : unreadable
}
