import type { ChartData, ChartOptions } from 'chart.js'
import { bucketOptions } from './chart-options.ts'
import type { Named } from './Legend.tsx'
import { tick } from './numbers.ts'
import { ink } from './palette.ts'

export type Line = Named & { values: number[] }

export type Lines = {
  lines: Line[]
  /** Beneath each point. */
  labels: string[]
  /** Each point in full. */
  titles: string[]
  /** How a value is written. */
  write: (value: number) => string
  /** How it is written beside the axis, if not as a count. */
  writeTick?: (value: number) => string
}

export function lineData({ lines, labels, write }: Lines): ChartData<'line', number[], string> {
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
      // Under the one solid line.
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

export function lineOptions({
  lines,
  titles,
  write,
  writeTick = tick,
}: Lines): ChartOptions<'line'> {
  const longest = Math.max(...lines.map((line) => lineEnd(line, write).length))
  return {
    ...bucketOptions(titles, { write, writeTick }),
    // Wide enough for the names at the ends of the lines.
    layout: { padding: ({ chart }) => ({ top: 8, right: hasEnds(chart) ? 20 + longest * 7 : 10 }) },
  }
}

/** A point and its values, for who cannot see them. */
export function sayPoint({ lines, titles, write }: Lines, index: number): string {
  const values = lines.map(({ name, values }) => `${name} ${write(values[index] ?? 0)}`)
  return [titles[index], ...values].join(', ')
}

function lineEnd({ name, values }: Pick<Line, 'name' | 'values'>, write: Lines['write']): string {
  return `${name} ${write(values.at(-1) ?? 0)}`
}

/** Wide enough for a name and a value beside the end of each line. */
export function hasEnds({ width }: { width: number }): boolean {
  return width > 640
}
