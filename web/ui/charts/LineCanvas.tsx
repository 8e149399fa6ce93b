import {
  CategoryScale,
  type Chart,
  type ChartData,
  Chart as ChartJs,
  type ChartOptions,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  type Plugin,
  PointElement,
  Tooltip,
} from 'chart.js'
import { Line as Drawn } from 'react-chartjs-2'
import { formatTick } from '../format.ts'
import { bucketOptions, ChartKeys, useChartKeys } from './ChartCanvas.tsx'
import type { LegendItem } from './ChartFrame.tsx'
import { ink } from './palette.ts'

ChartJs.register(
  CategoryScale,
  Filler,
  LineController,
  LineElement,
  LinearScale,
  PointElement,
  Tooltip,
)

/** Lazily loaded canvas of a line chart. */
export function LineCanvas({ label, ...chart }: Lines & { label: string }) {
  const keys = useChartKeys<'line'>(chart.titles.length, (index) => describePoint(chart, index))
  return (
    <ChartKeys label={label} keys={keys}>
      <Drawn
        ref={keys.chart}
        data={lineData(chart)}
        options={lineOptions(chart)}
        plugins={[guideLine, lineEnds]}
        role="presentation"
      />
    </ChartKeys>
  )
}

export type Line = LegendItem & { values: number[] }

export type Lines = {
  lines: Line[]
  /** Axis labels. */
  labels: string[]
  /** Full names of the points. */
  titles: string[]
  /** Formats a value. */
  write: (value: number) => string
  /** Formats an axis value; defaults to a count. */
  writeTick?: (value: number) => string
}

function lineData({ lines, labels, write }: Lines): ChartData<'line', number[], string> {
  return {
    labels,
    datasets: lines.map(({ name, look, values }) => ({
      label: name,
      data: values,
      borderColor: look.color,
      borderDash: look.dash,
      borderWidth: 2.5,
      borderCapStyle: 'round',
      cubicInterpolationMode: 'monotone',
      // Fills the area under the only solid line.
      fill: look.dash.length === 0 ? 'origin' : false,
      backgroundColor: `${look.color}1f`,
      pointStyle: look.marker,
      pointRadius: values.length > 40 ? 0 : 4.5,
      pointHoverRadius: 6,
      pointBackgroundColor: ink.surface,
      pointBorderColor: look.color,
      pointBorderWidth: 2.5,
      pointHoverBackgroundColor: look.color,
      clip: 8,
      lineEnd: lineEnd({ name, values }, write),
    })),
  }
}

function lineOptions({
  lines,
  titles,
  write,
  writeTick = formatTick,
}: Lines): ChartOptions<'line'> {
  const ends = lines.map((line) => lineEnd(line, write))
  return {
    ...bucketOptions(titles, { write, writeTick }),
    // Room for the names at the ends of the lines.
    layout: {
      padding: ({ chart }) => ({ top: 8, right: hasEnds(chart) ? 20 + widest(chart, ends) : 10 }),
    },
  }
}

/** Describes a point and its values, for screen readers. */
function describePoint({ lines, titles, write }: Lines, index: number): string {
  const values = lines.map(({ name, values }) => `${name} ${write(values[index] ?? 0)}`)
  return [titles[index], ...values].join(', ')
}

function lineEnd({ name, values }: Pick<Line, 'name' | 'values'>, write: Lines['write']): string {
  return `${name} ${write(values.at(-1) ?? 0)}`
}

function widest({ ctx }: Chart, texts: string[]): number {
  ctx.save()
  ctx.font = endFont
  const widths = texts.map((text) => ctx.measureText(text).width)
  ctx.restore()
  return Math.ceil(Math.max(...widths))
}

/** Whether there is room for names and values at the ends of the lines. */
function hasEnds({ width }: { width: number }): boolean {
  return width > 640
}

declare module 'chart.js' {
  interface ControllerDatasetOptions {
    /** The label at the end of the line. */
    lineEnd?: string
  }
}

/** A dashed vertical line through the active point. */
const guideLine: Plugin<'line'> = {
  id: 'guideLine',
  beforeDatasetsDraw({ ctx, chartArea, tooltip }) {
    if (!tooltip?.opacity) return
    ctx.save()
    ctx.strokeStyle = ink.captions
    ctx.setLineDash([3, 4])
    ctx.beginPath()
    ctx.moveTo(tooltip.caretX, chartArea.top)
    ctx.lineTo(tooltip.caretX, chartArea.bottom)
    ctx.stroke()
    ctx.restore()
  },
}

/** On wide screens, labels each line's end with its name and last value; overlapping labels are moved apart. */
const lineEnds: Plugin<'line'> = {
  id: 'lineEnds',
  afterDatasetsDraw(chart) {
    if (!hasEnds(chart)) return
    const { ctx, chartArea } = chart
    ctx.save()
    ctx.font = endFont
    ctx.textBaseline = 'middle'
    for (const { y, color, text } of endsOf(chart)) {
      ctx.fillStyle = color
      ctx.fillText(text, chartArea.right + 14, y)
    }
    ctx.restore()
  },
}

const endFont = `600 12px ${ink.font}`
const lineHeight = 16

// From the axis up, so that labels of lines at zero are stacked above each other and not below the chart.
function endsOf(chart: Chart<'line'>) {
  const ends = chart.data.datasets
    .map((dataset, index) => ({
      y: chart.getDatasetMeta(index).data.at(-1)?.y ?? 0,
      color: String(dataset.borderColor),
      text: dataset.lineEnd ?? '',
    }))
    .sort((one, other) => other.y - one.y)
  let free = Number.POSITIVE_INFINITY
  return ends.map((end) => {
    const y = Math.min(end.y, free)
    free = y - lineHeight
    return { ...end, y }
  })
}
