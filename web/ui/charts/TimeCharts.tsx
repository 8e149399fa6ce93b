import { inSentence, t } from '../../messages/t.ts'
import { formatExact } from '../format.ts'
import { lazyWithPreload } from '../lazyWithPreload.tsx'
import { ChartFrame, type FrameProps } from './ChartFrame.tsx'
import type { Columns } from './ColumnCanvas.tsx'
import type { Lines } from './LineCanvas.tsx'

const ColumnCanvas = lazyWithPreload(() => import('./ColumnCanvas.tsx'), 'ColumnCanvas')
const LineCanvas = lazyWithPreload(() => import('./LineCanvas.tsx'), 'LineCanvas')

/** A line chart over time, with the same data as a table. */
export function LineChart({
  label,
  columns,
  sums,
  lines,
  labels,
  titles,
  write,
  writeTick,
  ...frame
}: Omit<FrameProps, 'table' | 'legend'> &
  Lines & {
    /** Text description for screen readers. */
    label: string
    /** Heading of the table's first column. */
    columns: string
    /** The table's totals, one per line. */
    sums?: string[]
  }) {
  const table = {
    caption: label,
    head: [columns, ...lines.map(({ name }) => name)],
    rows: titles.map((name, index) => ({
      name,
      cells: lines.map(({ values }) => write(values[index] ?? 0)),
    })),
    total: sums && { name: t('Entire period'), cells: sums },
  }
  return (
    <ChartFrame {...frame} legend={lines} table={table}>
      <LineCanvas {...{ label, lines, labels, titles, write, writeTick }} />
    </ChartFrame>
  )
}

/** A column chart, such as events by hour of the day. */
export function ColumnChart({
  label,
  series,
  labels,
  titles,
  ...frame
}: Omit<FrameProps, 'legend'> &
  Columns & {
    /** Text description for screen readers. */
    label: string
  }) {
  return (
    <ChartFrame {...frame} height="low">
      <ColumnCanvas {...{ label, series, labels, titles }} />
    </ChartFrame>
  )
}

/** Returns the largest value for screen readers, such as `Most views: 64 (Friday 12 June)`. */
export function peak(
  name: string,
  values: number[],
  {
    titles,
    most = t('Most'),
    write = formatExact,
  }: { titles: string[]; most?: string; write?: (value: number) => string },
): string {
  const largest = Math.max(0, ...values)
  if (largest === 0) return t('No {name} in this period', { name: inSentence(name) })
  return t('{most} {name}: {value} ({title})', {
    most,
    name: inSentence(name),
    value: write(largest),
    title: titles[values.indexOf(largest)] ?? '',
  })
}
