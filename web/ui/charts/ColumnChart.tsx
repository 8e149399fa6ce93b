import { lazyWithPreload } from '../lazyWithPreload.tsx'
import { ChartFrame, type FrameProps } from './ChartFrame.tsx'
import type { Columns } from './ColumnCanvas.tsx'

const ColumnCanvas = lazyWithPreload(async () => (await import('./ColumnCanvas.tsx')).ColumnCanvas)

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
