import { drawQr, type QrDrawing, qrFont, qrSvg } from '../../card/qr/drawing.ts'
import { svgPath } from '../../card/qr/paths.ts'
import { type QrStyle, qrColorError } from '../../schema/share-points/share-point.ts'
import { t } from '../messages/t.ts'
import { canvasToBlob, createCanvas, freeCanvas } from '../ui/canvas.ts'
import { translatedWithRatio } from '../ui/format.ts'
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

/** Returns why the code must not be used; undefined if phones can read it. Decodes the code. */
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
    // Without the frame, because jsQR, unlike other readers, takes some frames for a part of the code.
    const pixels = context.getImageData(Math.round(x * unit), Math.round(y * unit), width, width)
    freeCanvas(canvas)
    return pixels
  }
  const isRead = await isReadable({ imageOf, modules: side, content })
  return isRead ? undefined : unreadable
}

type Pixels = { data: Uint8ClampedArray; width: number; height: number }

type Code = {
  /** Returns an RGBA image in which the code, including its quiet zone, has this width. */
  imageOf: (width: number) => Pixels | Promise<Pixels>
  /** Side of the code, including its quiet zone. */
  modules: number
  content: string
}

// Several sizes, because jsQR misses a code in some, while a scanner sees many frames.
const smallWidths = Array.from({ length: 17 }, (_, index) => 80 - index)

const blurredWidths = Array.from({ length: 11 }, (_, index) => 240 - 10 * index)

/** True if a code can be read both at 80 pixels or less and blurred by a third of a module. */
export async function isReadable({ imageOf, modules, content }: Code): Promise<boolean> {
  const { default: jsQR } = await import('jsqr')
  const isRead = ({ data, width, height }: Pixels) =>
    jsQR(data, width, height, { inversionAttempts: 'dontInvert' })?.data === content
  const isReadAtOne = async (widths: number[], view: (image: Pixels, width: number) => Pixels) => {
    for (const width of widths) if (isRead(view(await imageOf(width), width))) return true
    return false
  }
  return (
    (await isReadAtOne(smallWidths, (image) => image)) &&
    (await isReadAtOne(blurredWidths, (image, width) => blurred(image, width / modules / 3)))
  )
}

/** Blurs with weights 1, 2, 1 in both directions until the standard deviation is this many pixels. */
function blurred({ data, width, height }: Pixels, deviation: number): Pixels {
  // Two arrays for all passes: a new array per pass would make 5 MB of garbage per code.
  const pixels = data.slice()
  const across = new Uint8ClampedArray(data.length)
  // Each pass adds a variance of a half.
  for (let pass = 0; pass < 2 * deviation ** 2; pass += 1) {
    soften(pixels, across, 4)
    soften(across, pixels, 4 * width)
  }
  return { data: pixels, width, height }
}

function soften(from: Uint8ClampedArray, to: Uint8ClampedArray, step: number): void {
  for (let at = 0; at < from.length; at += 1) {
    const value = from[at] ?? 0
    to[at] = (2 * value + (from[at - step] ?? value) + (from[at + step] ?? value)) / 4
  }
}

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

/** Returns a PNG, `width` pixels wide. */
async function qrPng(
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

export type QrFileKind = 'png' | 'svg' | 'pdf'

/** Widths offered, in pixels. */
export const pngWidths = [256, 512, 1024, 2048, 4096] as const
/** Widths offered for print, in millimeters. */
export const pdfWidths = [20, 30, 50, 80, 120] as const

/** Returns a file of a code: a PNG `pixels` wide, a PDF page `millimeters` wide, or an SVG. */
export function qrFile(
  picture: QrPicture,
  kind: QrFileKind,
  size: { pixels: number; millimeters: number; title: string },
): Promise<Blob> {
  if (kind === 'png') return qrPng(picture, size.pixels)
  if (kind === 'pdf') return pdfFile(picture, size)
  return Promise.resolve(svgFile(picture))
}

function svgFile({ drawing, logo }: QrPicture): Blob {
  return new Blob([qrSvg(drawing, logo?.canvas.toDataURL('image/png'))], { type: 'image/svg+xml' })
}

async function pdfFile(
  { drawing, logo }: QrPicture,
  { millimeters, title }: { millimeters: number; title: string },
): Promise<Blob> {
  const [{ fetchFonts }, { pointsPerMm, printDocument }, { writeQr }] = await Promise.all([
    import('../pdf/write-text.ts'),
    import('../pdf/print-document.ts'),
    import('../pdf/print-document.ts'),
  ])
  const width = millimeters * pointsPerMm
  const page = { width, height: (width * drawing.height) / drawing.width }
  const pdf = printDocument(title, page, await fetchFonts())
  writeQr(pdf, { drawing, logo }, { x: 0, y: 0, width })
  return pdf.output('blob')
}
