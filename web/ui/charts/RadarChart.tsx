import { later } from '../later.tsx'
import { ChartFrame, type FrameProps } from './ChartFrame.tsx'
import { exact } from './numbers.ts'
import type { Mark } from './radar-marks.ts'

const RadarCanvas = later(async () => (await import('./RadarCanvas.tsx')).RadarCanvas)

/** Counts and rates around one centre. */
export function RadarChart({
  marks,
  ...frame
}: Omit<FrameProps, 'table' | 'legend'> & { marks: Mark[] }) {
  const label = `Radar of ${marks.map(({ name, text }) => `${name} ${text}`).join(', ')}`
  const table = {
    caption: 'Radar',
    head: ['Figure', 'Value', 'Full mark'],
    rows: marks.map(({ name, text, full }) => ({ name, cells: [text, exact(full)] })),
  }
  return (
    <ChartFrame {...frame} table={table}>
      <RadarCanvas label={label} marks={marks} />
    </ChartFrame>
  )
}
