import type { QrDrawing } from '../../card/qr/drawing.ts'
import { svgPath } from '../../card/qr/paths.ts'
import { qrFont } from '../../card/qr/svg.ts'
import type { QrLogo } from './load-logo.ts'

/** Paints a QR code `width` pixels wide. */
export function paintQr(
  drawing: QrDrawing,
  width: number,
  logo: QrLogo | undefined,
): { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D } {
  const canvas = document.createElement('canvas')
  const scale = width / drawing.width
  canvas.width = Math.round(width)
  canvas.height = Math.round(drawing.height * scale)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('Canvas 2D is not supported')
  context.scale(scale, scale)
  for (const { steps, color } of drawing.shapes) {
    context.fillStyle = color
    context.fill(new Path2D(svgPath(steps)))
  }
  if (drawing.logo && logo) {
    const { x, y, side } = drawing.logo
    context.imageSmoothingQuality = 'high'
    context.drawImage(logo.canvas, x, y, side, side)
  }
  if (drawing.text) paintText(context, drawing.text)
  return { canvas, context }
}

/** A PNG file `width` pixels wide. */
export function qrPng(
  { drawing, logo }: { drawing: QrDrawing; logo: QrLogo | undefined },
  width: number,
): Promise<Blob> {
  const { canvas } = paintQr(drawing, width, logo)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      freeCanvas(canvas)
      if (blob) resolve(blob)
      else reject(new Error('The canvas made no file'))
    }, 'image/png')
  })
}

/** Frees the pixels at once; otherwise thousands of codes wait for the garbage collector. */
export function freeCanvas(canvas: HTMLCanvasElement): void {
  canvas.width = 0
  canvas.height = 0
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
