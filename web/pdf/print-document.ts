import { jsPDF } from 'jspdf'
import { addFonts, type FontFiles } from './fonts.ts'

export const pointsPerMm = 72 / 25.4

export type PageSize = { width: number; height: number }

/** A PDF for print with pages of this size, in points. It lists only the fonts that it embeds. */
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
