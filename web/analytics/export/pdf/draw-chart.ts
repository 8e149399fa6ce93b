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
import type { Kind } from '../../../../schema/analytics/figures.ts'
import { createCanvas } from '../../../ui/canvas.ts'

/** A chart for print: lines over time, or labeled bars. */
export type PrintChart = { look: 'lines' | 'columns' | 'bars'; labels: string[]; series: Series[] }
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

const ink = '#2b2622'
const font = { size: 11, family: '"Noto Sans", system-ui, sans-serif' }
const sharpness = 3

/** Renders a chart as an image of `width` by `height` points. */
export function drawChart(
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
          labels: { color: ink, font, usePointStyle: look === 'lines', boxWidth: 14 },
        },
      },
    },
  }
}

function ticks(whole: boolean) {
  return { color: ink, font, ...(whole && { precision: 0 }), autoSkip: true, maxRotation: 0 }
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
