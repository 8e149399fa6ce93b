import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartConfiguration,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
} from 'chart.js'
import { jsPDF } from 'jspdf'
import { autoTable, type Cell, type UserOptions } from 'jspdf-autotable'
import type { Kind } from '../../../../schema/analytics/figures.ts'
import { t } from '../../../messages/t.ts'
import { lineHeight } from '../../../pdf/wrap-lines.ts'
import {
  addFonts,
  family,
  fetchFonts,
  isWritable,
  type TextLook,
  textWidth,
  wrapText,
  writeLine,
} from '../../../pdf/write-text.ts'
import { product } from '../../../product.ts'
import { createCanvas } from '../../../ui/canvas.ts'

/** A chart for print: lines over time, or labeled bars. */
type PrintChart = { look: 'lines' | 'columns' | 'bars'; labels: string[]; series: Series[] }
type Series = { kind: Kind; label: string; values: number[] }

Chart.register(
  BarController,
  BarElement,
  CategoryScale,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
)

// Readable on white, and distinguishable without color by dashes and markers.
const looks = {
  views: { color: '#1f5fbf', dash: [], point: 'circle' },
  clicks: { color: '#a85504', dash: [7, 5], point: 'rect' },
  saves: { color: '#0b7a66', dash: [2, 4], point: 'triangle' },
  submissions: { color: '#b3263a', dash: [12, 4], point: 'rectRot' },
} as const

const chartInk = '#2b2622'
const font = { size: 11, family: '"Noto Sans", system-ui, sans-serif' }
const sharpness = 3

/** The content of a PDF as formatted text and numbers. */
export type PdfContent = {
  /** The subject: a card's name, or the account's owner. */
  name: string
  title: string
  /** Period and time zone, one line each. */
  lines: string[]
  parts: PdfPart[]
}

export type PdfTable = {
  head: string[]
  rows: string[][]
  /** Number of leading text columns; the rest are numbers. */
  textColumns: number
}

/** A titled section. */
export type PdfPart = {
  title: string
  note?: string
  figures?: { label: string; value: string; note?: string }[]
  chart?: PrintChart
  table?: PdfTable
}

const margin = 44
const bottom = 60
const ink = '#1b1815'
const quiet = '#5c554f'
const figuresPerRow = 4

/** Renders an A4 document; loads its fonts. */
export async function drawPdf(content: PdfContent): Promise<Blob> {
  const pdf = new jsPDF({ unit: 'pt', format: 'a4', compress: true })
  addFonts(pdf, await fetchFonts())
  pdf.setProperties({ title: `${content.title}: ${content.name}`, creator: product.name })
  const page = new Page(pdf)
  page.text(product.name, { size: 10, bold: true, color: '#a85504' })
  page.text(content.title, { size: 20, bold: true, color: ink })
  page.text(content.name, { size: 13, color: ink })
  for (const line of content.lines) page.text(line, { size: 9.5, color: quiet })
  for (const part of content.parts) drawPart(page, part)
  drawFooters(pdf)
  return pdf.output('blob')
}

/** Page layout: tracks the vertical position and adds pages. */
class Page {
  readonly pdf: jsPDF
  y = margin

  constructor(pdf: jsPDF) {
    this.pdf = pdf
  }

  get width(): number {
    return this.pdf.internal.pageSize.getWidth() - 2 * margin
  }

  /** Adds a page if less than this height is left. */
  makeRoom(height: number): void {
    if (this.y + height <= this.pdf.internal.pageSize.getHeight() - bottom) return
    this.pdf.addPage()
    this.y = margin
  }

  text(text: string, look: TextLook): void {
    for (const line of wrapText(this.pdf, text, { ...look, width: this.width })) {
      this.makeRoom(look.size * lineHeight)
      writeLine(this.pdf, line, { x: margin, y: this.y, ...look })
      this.y += look.size * lineHeight
    }
  }
}

function drawPart(page: Page, { title, note, figures, chart, table }: PdfPart): void {
  page.y += 20
  page.makeRoom(chart ? 250 : 90)
  page.text(title, { size: 13, bold: true, color: ink })
  if (note) page.text(note, { size: 9, color: quiet })
  page.y += 6
  if (figures) drawFigures(page, figures)
  if (chart) placeChart(page, chart)
  if (table) page.y = drawTable(page.pdf, table, { y: page.y, margin })
}

function drawFigures(page: Page, figures: NonNullable<PdfPart['figures']>): void {
  const width = page.width / figuresPerRow
  for (let first = 0; first < figures.length; first += figuresPerRow) {
    page.makeRoom(52)
    for (const [index, figure] of figures.slice(first, first + figuresPerRow).entries()) {
      const x = margin + index * width
      const at = (y: number, look: TextLook, text: string) =>
        writeLine(page.pdf, text, { x, y: page.y + y, ...look })
      at(0, { size: 9, color: quiet }, figure.label)
      at(13, { size: 17, bold: true, color: ink }, figure.value)
      if (figure.note) at(36, { size: 8, color: quiet }, figure.note)
    }
    page.y += 56
  }
}

function placeChart(page: Page, chart: PrintChart): void {
  const height = chart.look === 'bars' ? 44 + chart.labels.length * 20 : 190
  page.makeRoom(height)
  const picture = drawChart(chart, { width: page.width, height })
  page.pdf.addImage(picture, 'PNG', margin, page.y, page.width, height, undefined, 'FAST')
  page.y += height + 8
}

function drawFooters(pdf: jsPDF): void {
  const pages = pdf.getNumberOfPages()
  const y = pdf.internal.pageSize.getHeight() - 36
  const definitions = `${product.origin}/definitions`
  const words = t('What these figures mean: {definitions}', { definitions })
  const look = { size: 8, color: quiet }
  for (let page = 1; page <= pages; page += 1) {
    pdf.setPage(page)
    writeLine(pdf, words, { x: margin, y, ...look })
    pdf.link(margin, y, textWidth(pdf, words, look), 10, { url: definitions })
    const number = t('Page {page} of {pages}', { page, pages })
    const right = pdf.internal.pageSize.getWidth() - margin - textWidth(pdf, number, look)
    writeLine(pdf, number, { x: right, y, ...look })
  }
}

const size = 8.5
const padding = 4
const numberWidth = 62
const color = '#2b2622'

/** Draws a table from this position, over several pages if needed; returns its end. */
function drawTable(
  pdf: jsPDF,
  { head, rows, textColumns }: PdfTable,
  at: { y: number; margin: number },
): number {
  const width = pdf.internal.pageSize.getWidth() - 2 * at.margin
  const wordWidth = (width - (head.length - textColumns) * numberWidth) / textColumns
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
        index < textColumns
          ? { cellWidth: wordWidth }
          : { cellWidth: numberWidth, halign: 'right' as const },
      ]),
    ),
    didParseCell: ({ cell, section, column }) => {
      if (section === 'head' && column.index >= textColumns) cell.styles.halign = 'right'
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

/** Renders a chart as an image of `width` by `height` points. */
function drawChart(
  content: PrintChart,
  { width, height }: { width: number; height: number },
): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const chart = new Chart(canvas, configuration(content))
  // Chart.js releases the bitmap when the chart is destroyed.
  const picture = copyOnWhite(canvas)
  chart.destroy()
  return picture
}

function configuration({ look, labels, series }: PrintChart): ChartConfiguration {
  const value = { beginAtZero: true, grid: { color: '#ddd8d2' }, ticks: ticks(true) }
  const name = { grid: { display: false }, ticks: ticks(false) }
  return {
    type: look === 'lines' ? 'line' : 'bar',
    data: { labels, datasets: look === 'lines' ? series.map(lineOf) : series.map(barOf) },
    options: {
      responsive: false,
      animation: false,
      devicePixelRatio: sharpness,
      indexAxis: look === 'bars' ? 'y' : 'x',
      scales: look === 'bars' ? { x: value, y: name } : { x: name, y: value },
      plugins: {
        legend: {
          display: series.length > 1,
          align: 'start',
          labels: { color: chartInk, font, usePointStyle: look === 'lines', boxWidth: 14 },
        },
      },
    },
  }
}

function ticks(whole: boolean) {
  return { color: chartInk, font, ...(whole && { precision: 0 }), autoSkip: true, maxRotation: 0 }
}

function lineOf({ kind, label, values }: Series) {
  const { color, dash, point } = looks[kind]
  return {
    label,
    data: values,
    borderColor: color,
    backgroundColor: '#fff',
    borderDash: [...dash],
    borderWidth: 2,
    pointStyle: point,
    pointRadius: values.length > 40 ? 0 : 3.5,
    cubicInterpolationMode: 'monotone' as const,
  }
}

function barOf({ kind, label, values }: Series) {
  return { label, data: values, backgroundColor: looks[kind].color, maxBarThickness: 18 }
}

function copyOnWhite(canvas: HTMLCanvasElement): HTMLCanvasElement {
  const { canvas: copy, context } = createCanvas(canvas, { alpha: false })
  context.fillStyle = '#fff'
  context.fillRect(0, 0, copy.width, copy.height)
  context.drawImage(canvas, 0, 0)
  return copy
}
