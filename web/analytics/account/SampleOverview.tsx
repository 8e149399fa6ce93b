import type { Breakdown, Figures } from '../../../schema/analytics/figures.ts'
import { t } from '../../messages/t.ts'
import { Note } from '../../ui/Notes.tsx'
import { previousTimeframeNames } from '../labels.ts'
import { AccountOverview } from './AccountOverview.tsx'

/** The overview with sample data. */
export function SampleOverview() {
  return (
    <section className="stack" data-gap="4" aria-label={t('Sample data')}>
      <Note kind="warn" title={t('Sample data')}>
        {t(
          'These figures are examples. Yours replace them after the first visit to one of your cards.',
        )}
      </Note>
      <AccountOverview report={sample} before={previousTimeframeNames.month} />
    </section>
  )
}

const totals = { views: 1245, clicks: 468, saves: 352, submissions: 0 }
const nothing: Breakdown = {
  countries: {},
  regions: {},
  places: {},
  devices: {},
  systems: {},
  browsers: {},
  sources: {},
}
const weeks = [
  { start: '2026-06-01', views: 262, clicks: 96, saves: 71, submissions: 0 },
  { start: '2026-06-08', views: 318, clicks: 117, saves: 88, submissions: 0 },
  { start: '2026-06-15', views: 301, clicks: 121, saves: 90, submissions: 0 },
  { start: '2026-06-22', views: 364, clicks: 134, saves: 103, submissions: 0 },
]
const noTotals = { views: 0, clicks: 0, saves: 0, submissions: 0 }

/** The sample figures: 1,245 views, 468 clicks, a save rate of 28.3%. */
const sample: Figures = {
  zone: { name: 'UTC', rounded: false },
  sharePoint: null,
  window: { from: '2026-06-01', until: '2026-06-28' },
  summary: { ...totals, visitors: 1012, measured: 803, dwellMs: 803 * 47_000 },
  previous: null,
  allTime: totals,
  unit: 'week',
  series: weeks,
  timing: {
    hours: Array.from({ length: 24 }, () => noTotals),
    weekdays: Array.from({ length: 7 }, () => noTotals),
  },
  breakdowns: {
    from: '2026-06-01',
    until: '2026-06-28',
    totals: { views: totals.views, clicks: totals.clicks, saves: totals.saves },
    views: {
      ...nothing,
      devices: { Mobile: 821, Desktop: 349, Tablet: 75 },
      systems: { iOS: 486, Android: 335, Windows: 236, macOS: 163, Linux: 25 },
      browsers: { Safari: 498, Chrome: 473, Edge: 149, Firefox: 87, Other: 38 },
      countries: { US: 473, GB: 212, DE: 187, CA: 124, AU: 99, Other: 150 },
    },
    clicks: nothing,
    saves: nothing,
    sharePoints: [],
    links: {},
  },
  leftOut: {},
  bursts: [],
}
