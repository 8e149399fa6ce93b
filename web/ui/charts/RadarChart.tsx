import { lazyWithPreload } from '../lazyWithPreload.tsx'
import { ChartFrame, type FrameProps } from './ChartFrame.tsx'
import { formatExact } from './format-number.ts'
import type { RadarMark } from './radar-marks.ts'

const RadarCanvas = lazyWithPreload(() => import('./RadarCanvas.tsx'), 'RadarCanvas')

/** A radar chart of counts and rates. */
export function RadarChart({
  marks,
  ...frame
}: Omit<FrameProps, 'table' | 'legend'> & { marks: RadarMark[] }) {
  const label = `Radar chart: ${marks.map(({ name, text }) => `${name} ${text}`).join(', ')}`
  const table = {
    caption: 'Radar chart',
    head: ['Metric', 'Value', 'Maximum'],
    rows: marks.map(({ name, text, full }) => ({ name, cells: [text, formatExact(full)] })),
  }
  return (
    <ChartFrame {...frame} table={table}>
      <RadarCanvas label={label} marks={marks} />
    </ChartFrame>
  )
}
