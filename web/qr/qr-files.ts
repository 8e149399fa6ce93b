import { qrSvg } from '../../card/qr/svg.ts'
import { qrPng } from './paint-qr.ts'
import type { QrPicture } from './qr-picture.ts'

export type QrFileKind = 'png' | 'svg' | 'pdf'

/** Widths offered, in pixels. */
export const pngWidths = [256, 512, 1024, 2048, 4096] as const
/** Widths offered for print, in millimeters. */
export const pdfWidths = [20, 30, 50, 80, 120] as const

/** A file of a code: a PNG `pixels` wide, a PDF page `millimeters` wide, or an SVG. */
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
    import('../pdf/fonts.ts'),
    import('../pdf/print-document.ts'),
    import('../pdf/write-qr.ts'),
  ])
  const width = millimeters * pointsPerMm
  const page = { width, height: (width * drawing.height) / drawing.width }
  const pdf = printDocument(title, page, await fetchFonts())
  writeQr(pdf, { drawing, logo }, { x: 0, y: 0, width })
  return pdf.output('blob')
}
