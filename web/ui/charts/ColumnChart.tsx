import { lazyWithPreload } from '../lazyWithPreload.tsx'
import { ChartFrame, type FrameProps } from './ChartFrame.tsx'
import type { Columns } from './ColumnCanvas.tsx'

const ColumnCanvas = lazyWithPreload(() => import('./ColumnCanvas.tsx'), 'ColumnCanvas')

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
