/** The report on one card: figures from daily totals, lists from single events. */

import type { CardReport, CardReportQuery } from '../../schema/analytics/card-report.ts'
import type { Card } from '../../schema/cards/card.ts'
import type { Bindings } from '../env.ts'
import { readAllTime } from './card-totals.ts'
import { readFigures } from './figures.ts'
import { newestEvents } from './history.ts'
import { reportPeriod } from './report-period.ts'
import { requireSharePoint } from './share-points.ts'
import { listSubmissions } from './submissions.ts'

type CardReportOptions = {
  card: Pick<Card, 'id' | 'name' | 'slug'>
  query: CardReportQuery
  withContent: boolean
  now?: number
}

/** `withContent` includes the contents of form submissions. Throws 404 if the card has no such share point. */
export async function cardReport(
  env: Bindings,
  { card: { id, name, slug }, query, withContent, now }: CardReportOptions,
): Promise<CardReport> {
  const { range, zone, rows, sharePoint: code } = query
  const period = reportPeriod({ periodName: range, zone, now })
  const subject = { cardIds: [id], sharePoint: await requireSharePoint(env, [id], code) }
  const [figures, allTime, lists, submissions] = await Promise.all([
    readFigures(env, subject, period),
    readAllTime(env, subject),
    newestEvents(env, { cardId: id, limit: rows, code }),
    listSubmissions(env, { cardId: id, rows, code, withContent }),
  ])
  const { views, clicks, saves, submissions: sent } = figures.summary
  return {
    card: { id, name, slug },
    ...figures,
    allTime,
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
