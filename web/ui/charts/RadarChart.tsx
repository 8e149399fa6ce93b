import { lazyWithPreload } from '../lazyWithPreload.tsx'
import { ChartFrame, type FrameProps } from './ChartFrame.tsx'
import { formatExact } from './format-number.ts'
import type { RadarAxis } from './radar-axes.ts'

const RadarCanvas = lazyWithPreload(async () => (await import('./RadarCanvas.tsx')).RadarCanvas)

/** A radar chart of counts and rates. */
export function RadarChart({
  axes,
  ...frame
}: Omit<FrameProps, 'table' | 'legend'> & { axes: RadarAxis[] }) {
  const label = `Radar chart: ${axes.map(({ name, text }) => `${name} ${text}`).join(', ')}`
  const table = {
    caption: 'Radar chart',
    head: ['Metric', 'Value', 'Maximum'],
    rows: axes.map(({ name, text, max }) => ({ name, cells: [text, formatExact(max)] })),
  }
  return (
    <ChartFrame {...frame} table={table}>
      <RadarCanvas label={label} axes={axes} />
    </ChartFrame>
  )
}
