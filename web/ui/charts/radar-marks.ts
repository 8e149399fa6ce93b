import type { Totals } from '../../../schema/figures.ts'
import { ratesOf } from '../../../schema/rates.ts'
import { formatExact, formatPercent } from './format-number.ts'

/** One axis of the radar: its figure, and the figure that would reach the rim. */
export type RadarMark = { name: string; value: number; full: number; text: string }

/** Counts reach the rim at themselves, or at 10 while they are smaller; rates at 100 (spec section 9). */
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

// Several clicks a view are possible; the rim is as far as it goes.
function ofRate(name: string, value: number): RadarMark {
  return { name, value: Math.min(value, 100), full: 100, text: formatPercent(value) }
}
