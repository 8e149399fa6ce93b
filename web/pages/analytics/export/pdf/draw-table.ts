import type { jsPDF } from 'jspdf'
import { autoTable, type Cell, type UserOptions } from 'jspdf-autotable'
import type { PdfTable } from './content.ts'
import { family } from './fonts.ts'
import { isWritable, lineHeight, wrapText, writeLine } from './write-text.ts'

const size = 8.5
const padding = 4
const numberWidth = 62
const color = '#2b2622'

/** Draws it from this height on, over as many pages as it takes; where it ended. */
export function drawTable(
  pdf: jsPDF,
  { head, rows, words }: PdfTable,
  at: { y: number; margin: number },
): number {
  const width = pdf.internal.pageSize.getWidth() - 2 * at.margin
  const wordWidth = (width - (head.length - words) * numberWidth) / words
  const drawn = new Map<Cell, string[]>()
  let end = at.y
  autoTable(pdf, {
    head: [head],
    body: rows,
    startY: at.y,
    margin: { left: at.margin, right: at.margin, top: 64, bottom: 56 },
    ...look,
    columnStyles: Object.fromEntries(
      head.map((_, index) => [
        index,
        index < words
          ? { cellWidth: wordWidth }
          : { cellWidth: numberWidth, halign: 'right' as const },
      ]),
    ),
    didParseCell: ({ cell, section, column }) => {
      if (section === 'head' && column.index >= words) cell.styles.halign = 'right'
      const text = String(cell.raw)
      if (isWritable(text)) return
      const lines = wrapText(pdf, text, { size, color, width: wordWidth - 2 * padding })
      drawn.set(cell, lines)
      cell.text = ['']
      cell.styles.minCellHeight = lines.length * size * lineHeight + 2 * padding
    },
    didDrawCell: ({ cell }) => {
      for (const [index, line] of (drawn.get(cell) ?? []).entries())
        writeLine(pdf, line, {
          x: cell.x + padding,
          y: cell.y + padding + index * size * lineHeight,
          size,
          color,
        })
    },
    didDrawPage: ({ cursor }) => {
      end = cursor?.y ?? end
    },
  })
  return end
}

const line = { lineColor: '#ddd8d2', lineWidth: { bottom: 0.5 } }

const look: Pick<UserOptions, 'theme' | 'styles' | 'headStyles' | 'bodyStyles' | 'rowPageBreak'> = {
  theme: 'plain',
  rowPageBreak: 'avoid',
  styles: { font: family, fontSize: size, cellPadding: padding, textColor: color, ...line },
  headStyles: { font: family, fontStyle: 'bold', fillColor: '#f4f1ee' },
  bodyStyles: { font: family, fontStyle: 'normal' },
}
