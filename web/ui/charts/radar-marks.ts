import type { Totals } from '../../../schema/analytics/figures.ts'
import { ratesOf } from '../../../schema/analytics/rates.ts'
import { t } from '../../messages/t.ts'
import { formatExact, formatPercent } from './format-number.ts'

/** One axis of the radar: its value and its maximum. */
export type RadarMark = { name: string; value: number; full: number; text: string }

/** The maximum of counts is the count itself, or 10 if smaller; that of rates is 100. */
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
