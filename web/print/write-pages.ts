import type { jsPDF } from 'jspdf'
import { pointsPerMm, printDocument, writeQr } from '../pdf/print-document.ts'
import { type FontFiles, fetchFonts, textWidth, writeLine } from '../pdf/write-text.ts'
import {
  type Box,
  flowText,
  type Measure,
  type PageItem,
  type PrintPage,
  type TextBlock,
} from './page.ts'

const markWidth = 0.25

/** Returns a PDF of these pages, all of the same size. */
export async function printPdf(title: string, pages: PrintPage[]): Promise<Blob> {
  return writePages(title, pages, await fetchFonts()).output('blob')
}

export function writePages(title: string, pages: PrintPage[], fonts: FontFiles): jsPDF {
  const [first] = pages
  if (!first) throw new Error('There is nothing to print')
  const size = { width: points(first.width), height: points(first.height) }
  const pdf = printDocument(title, size, fonts)
  for (const [index, page] of pages.entries()) {
    if (index > 0)
      pdf.addPage([size.width, size.height], size.width > size.height ? 'landscape' : 'portrait')
    writeBoxes(pdf, page)
    for (const item of page.items) writeItem(pdf, page, item)
  }
  return pdf
}

/** TrimBox and BleedBox tell a print shop where to cut (ISO 32000-1, 14.11.2). */
function writeBoxes(pdf: jsPDF, { height, trim, bleed = 0 }: PrintPage): void {
  if (!trim) return
  const { pageContext } = pdf.getCurrentPageInfo()
  const box = (beyond: number) => ({
    bottomLeftX: points(trim.x - beyond),
    bottomLeftY: points(height - trim.y - trim.height - beyond),
    topRightX: points(trim.x + trim.width + beyond),
    topRightY: points(height - trim.y + beyond),
  })
  pageContext.trimBox = box(0)
  pageContext.bleedBox = box(bleed)
}

function writeItem(pdf: jsPDF, page: PrintPage, item: PageItem): void {
  switch (item.kind) {
    case 'rectangle':
      pdf.setFillColor(item.color)
      pdf.rect(...corners(item), 'F')
      break
    case 'image':
      pdf.addImage({
        imageData: item.image.canvas,
        format: 'PNG',
        alias: item.image.key,
        compression: 'FAST',
        ...scaled(item),
      })
      break
    case 'code':
      writeQr(pdf, item.code, { x: points(item.x), y: points(item.y), width: points(item.width) })
      break
    case 'mark':
      pdf.setDrawColor('#000000')
      pdf.setLineWidth(markWidth)
      pdf.line(points(item.from[0]), points(item.from[1]), points(item.to[0]), points(item.to[1]))
      break
    case 'text':
      writeBlock(pdf, item)
      break
    case 'turned':
      pdf.saveGraphicsState()
      pdf.setCurrentTransformationMatrix(
        pdf.Matrix(-1, 0, 0, -1, points(page.width), points(page.height)),
      )
      for (const inner of item.items) writeItem(pdf, page, inner)
      pdf.restoreGraphicsState()
  }
}

function writeBlock(pdf: jsPDF, block: TextBlock): void {
  const { color, ground } = block
  const measure: Measure = (text, { size, bold }) =>
    textWidth(pdf, text, { size: points(size), bold, color }) / pointsPerMm
  for (const { text, x, y, size, bold } of flowText(block, measure))
    writeLine(pdf, text, { x: points(x), y: points(y), size: points(size), bold, color, ground })
}

function points(millimeters: number): number {
  return millimeters * pointsPerMm
}

function scaled({ x, y, width, height }: Box): Box {
  return { x: points(x), y: points(y), width: points(width), height: points(height) }
}

function corners(box: Box): [number, number, number, number] {
  const { x, y, width, height } = scaled(box)
  return [x, y, width, height]
}
