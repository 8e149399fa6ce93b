import { lazy } from 'react'
import { ChartFrame, type FrameProps } from './ChartFrame.tsx'
import type { Columns } from './column-config.ts'

const ColumnCanvas = lazy(() =>
  import('./ColumnCanvas.tsx').then((module) => ({ default: module.ColumnCanvas })),
)

/** Columns side by side, such as the hours of the day. */
export function ColumnChart({
  label,
  series,
  labels,
  titles,
  ...frame
}: Omit<FrameProps, 'legend'> &
  Columns & {
    /** What it shows, as a sentence for who cannot see it. */
    label: string
  }) {
  return (
    <ChartFrame {...frame} height="low">
      <ColumnCanvas {...{ label, series, labels, titles }} />
    </ChartFrame>
  )
}
