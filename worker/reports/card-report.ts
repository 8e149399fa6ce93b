/** The report on one card: figures from daily totals, lists from single events. */
import type { Card } from '../../schema/card.ts'
import type { CardReport, CardReportQuery } from '../../schema/card-report.ts'
import type { Bindings } from '../env.ts'
import { noTotals } from './buckets.ts'
import { readCardTotals } from './card-totals.ts'
import { readFigures } from './figures.ts'
import { newestEvents } from './history.ts'
import { reportPeriod } from './report-period.ts'
import { listSubmissions } from './submissions.ts'

type CardReportOptions = {
  card: Pick<Card, 'id' | 'name' | 'slug'>
  query: CardReportQuery
  withContent: boolean
  now?: number
}

/** `withContent` includes the contents of form submissions. */
export async function cardReport(
  env: Bindings,
  { card: { id, name, slug }, query: { range, zone, rows }, withContent, now }: CardReportOptions,
): Promise<CardReport> {
  const period = reportPeriod({ periodName: range, zone, now })
  const [figures, totals, lists, submissions] = await Promise.all([
    readFigures(env, [id], period),
    readCardTotals(env, [id], period.rollupDays),
    newestEvents(env, id, rows),
    listSubmissions(env, { cardId: id, rows, withContent }),
  ])
  const { views, clicks, saves, submissions: sent } = figures.summary
  return {
    card: { id, name, slug },
    ...figures,
    allTime: totals.get(id)?.allTime ?? noTotals,
    summary: {
      ...figures.summary,
      totalViews: views,
      totalClicks: clicks,
      totalSaves: saves,
      totalSubmissions: sent,
    },
    ...lists,
    submissions,
  }
}
