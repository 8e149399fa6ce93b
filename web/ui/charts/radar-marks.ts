import type { Totals } from '../../../schema/figures.ts'
import { ratesOf } from '../../../schema/rates.ts'
import { formatExact, formatPercent } from './format-number.ts'

/** One axis of the radar: its value and its maximum. */
export type RadarMark = { name: string; value: number; full: number; text: string }

/** The maximum of counts is the count itself, or 10 if smaller; that of rates is 100. */
export function radarMarks(totals: Totals): RadarMark[] {
  const rates = ratesOf(totals)
  return [
    ofCount('Views', totals.views),
    ofCount('Clicks', totals.clicks),
    ofCount('Saves', totals.saves),
    ofRate('Click-through', rates.clickThrough),
    ofRate('Save rate', rates.save),
    ofRate('Engagement', rates.engagement),
  ]
}

function ofCount(name: string, value: number): RadarMark {
  return { name, value, full: Math.max(value, 10), text: formatExact(value) }
}

// More than one click per view is possible, so the rate is capped.
function ofRate(name: string, value: number): RadarMark {
  return { name, value: Math.min(value, 100), full: 100, text: formatPercent(value) }
}
