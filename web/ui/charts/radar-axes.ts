import type { Totals } from '../../../schema/figures.ts'
import { ratesOf } from '../../../schema/rates.ts'
import { formatExact, formatPercent } from './format-number.ts'

/** One axis of the radar: its value and its maximum. */
export type RadarAxis = { name: string; value: number; max: number; text: string }

/** The maximum of counts is the count itself, or 10 if smaller; that of rates is 100. */
export function radarAxes(totals: Totals): RadarAxis[] {
  const rates = ratesOf(totals)
  return [
    countAxis('Views', totals.views),
    countAxis('Clicks', totals.clicks),
    countAxis('Saves', totals.saves),
    rateAxis('Click-through', rates.clickThrough),
    rateAxis('Save rate', rates.save),
    rateAxis('Engagement', rates.engagement),
  ]
}

function countAxis(name: string, value: number): RadarAxis {
  return { name, value, max: Math.max(value, 10), text: formatExact(value) }
}

// More than one click per view is possible, so the rate is capped.
function rateAxis(name: string, value: number): RadarAxis {
  return { name, value: Math.min(value, 100), max: 100, text: formatPercent(value) }
}
