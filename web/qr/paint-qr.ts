import type { QrDrawing } from '../../card/qr/drawing.ts'
import { svgPath } from '../../card/qr/paths.ts'
import { qrFont } from '../../card/qr/svg.ts'
import { canvasToBlob, createCanvas, freeCanvas } from '../ui/canvas.ts'
import type { QrLogo } from './load-logo.ts'

/** Paints a QR code `width` pixels wide. */
export function paintQr(
  drawing: QrDrawing,
  width: number,
  logo: QrLogo | undefined,
): { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D } {
  const scale = width / drawing.width
  const { canvas, context } = createCanvas({ width, height: drawing.height * scale })
  context.scale(scale, scale)
  for (const { steps, color } of drawing.shapes) {
    context.fillStyle = color
    context.fill(new Path2D(svgPath(steps)))
  }
  if (drawing.logo && logo) {
    const { x, y, side } = drawing.logo
    context.drawImage(logo.canvas, x, y, side, side)
  }
  if (drawing.text) paintText(context, drawing.text)
  return { canvas, context }
}

/** A PNG file `width` pixels wide. */
export async function qrPng(
  { drawing, logo }: { drawing: QrDrawing; logo: QrLogo | undefined },
  width: number,
): Promise<Blob> {
  const { canvas } = paintQr(drawing, width, logo)
  try {
    return await canvasToBlob(canvas)
  } finally {
    freeCanvas(canvas)
  }
}

function paintText(
  context: CanvasRenderingContext2D,
  { line, x, y, size, color }: NonNullable<QrDrawing['text']>,
): void {
  context.font = `600 ${size}px ${qrFont}`
  context.fillStyle = color
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(line, x, y)
}
