import { drawQr, type QrDrawing } from '../../card/qr/drawing.ts'
import { type QrStyle, qrColorError } from '../../schema/qr-style.ts'
import { unreadableError } from './check-qr.ts'
import type { QrLogo } from './load-logo.ts'

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
  return qrColorError(style) ?? (await unreadableError(drawing, content, logo))
}
