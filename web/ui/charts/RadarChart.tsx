import type { Totals } from '../../../schema/analytics/figures.ts'
import { ratesOf } from '../../../schema/analytics/figures.ts'
import { t } from '../../messages/t.ts'
import { formatExact, formatPercent } from '../format.ts'
import { lazyWithPreload } from '../lazyWithPreload.tsx'
import { ChartFrame, type FrameProps } from './ChartFrame.tsx'
import type { RadarMark } from './RadarCanvas.tsx'

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

/** The axes of the radar: a count is its own maximum, at least 10; a rate has 100. */
export function radarMarks(totals: Totals): RadarMark[] {
  const rates = ratesOf(totals)
  return [
    ofCount(t('Views'), totals.views),
    ofCount(t('Clicks'), totals.clicks),
    ofCount(t('Saves'), totals.saves),
    ofRate(t('Click-through'), rates.clickThrough),
    ofRate(t('Save rate'), rates.save),
    ofRate(t('Engagement'), rates.engagement),
  ]
}

function ofCount(name: string, value: number): RadarMark {
  return { name, value, full: Math.max(value, 10), text: formatExact(value) }
}

// More than one click per view is possible, so the rate is capped.
function ofRate(name: string, value: number): RadarMark {
  return { name, value: Math.min(value, 100), full: 100, text: formatPercent(value) }
}
