import { t } from '../../messages/t.ts'
import { lazyWithPreload } from '../lazyWithPreload.tsx'
import { ChartFrame, type FrameProps } from './ChartFrame.tsx'
import type { Lines } from './LineCanvas.tsx'

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
