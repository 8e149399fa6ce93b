import { t } from '../../messages/t.ts'
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
  const label = t('Radar chart: {marks}', {
    marks: marks.map(({ name, text }) => `${name} ${text}`).join(', '),
  })
  const table = {
    caption: t('Radar chart'),
    head: [t('Metric'), t('Value'), t('Maximum')],
    rows: marks.map(({ name, text, full }) => ({ name, cells: [text, formatExact(full)] })),
  }
  return (
    <ChartFrame {...frame} table={table}>
      <RadarCanvas label={label} marks={marks} />
    </ChartFrame>
  )
}
