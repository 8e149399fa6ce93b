import { jsPDF } from 'jspdf'
import type { QrDrawing } from '../../card/qr/drawing.ts'
import type { PathStep } from '../../card/qr/paths.ts'
import type { QrLogo } from '../qr/load-logo.ts'
import { lineHeight } from './wrap-lines.ts'
import { addFonts, type FontFiles, type Place, textWidth, writeLine } from './write-text.ts'

export const pointsPerMm = 72 / 25.4

export type PageSize = { width: number; height: number }

/** Creates a PDF for print with pages of this size, in points. Lists only embedded fonts. */
export function printDocument(title: string, { width, height }: PageSize, fonts: FontFiles): jsPDF {
  const pdf = new jsPDF({
    unit: 'pt',
    format: [width, height],
    orientation: width > height ? 'landscape' : 'portrait',
    compress: true,
    putOnlyUsedFonts: true,
  })
  addFonts(pdf, fonts)
  pdf.setProperties({ title })
  return pdf
}

/**
 * Draws a QR code as vectors. Black is DeviceGray, which print shops put on the black plate alone; other colors are
 * DeviceRGB. `width` is the width of the whole drawing, in points.
 */
export function writeQr(
  pdf: jsPDF,
  { drawing, logo }: { drawing: QrDrawing; logo?: QrLogo | undefined },
  { x, y, width }: Place & { width: number },
): void {
  const unit = width / drawing.width
  for (const { steps, color } of drawing.shapes) {
    pdf.setFillColor(color)
    pdf.path(steps.map((step) => placed(step, { x, y, unit }))).fill()
  }
  if (drawing.logo && logo) {
    const { x: left, y: top, side } = drawing.logo
    pdf.addImage(
      logo.canvas,
      'PNG',
      x + left * unit,
      y + top * unit,
      side * unit,
      side * unit,
      undefined,
      'FAST',
    )
  }
  if (drawing.text) writeFrameText(pdf, drawing.text, { x, y, unit })
}

function placed({ op, c }: PathStep, { x, y, unit }: Place & { unit: number }): PathStep {
  return { op, c: c.map((value, at) => (at % 2 === 0 ? x : y) + value * unit) }
}

function writeFrameText(
  pdf: jsPDF,
  { line, color, ground, ...text }: NonNullable<QrDrawing['text']>,
  { x, y, unit }: Place & { unit: number },
): void {
  const look = { size: text.size * unit, bold: true, color, ground }
  const left = x + text.x * unit - textWidth(pdf, line, look) / 2
  const top = y + text.y * unit - (look.size * lineHeight) / 2
  writeLine(pdf, line, { x: left, y: top, ...look })
}
