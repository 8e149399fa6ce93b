/** Analytics exports: events, submissions, or the figures of a report's tabs. */

import type { ExportSection } from '../../schema/analytics-export.ts'
import type { Card } from '../../schema/card.ts'
import type { Figures } from '../../schema/figures.ts'
import type { Bindings } from '../env.ts'
import { type Format, tableResponse } from '../platform/csv.ts'
import { database } from '../platform/database.ts'
import { addTotals, noTotals } from './buckets.ts'
import { readCardTotals } from './card-totals.ts'
import { figureTable } from './export-figures.ts'
import { eventTable, submissionTable, wallClock } from './export-tables.ts'
import { readFigures } from './figures.ts'
import { type ReportPeriod, reportPeriod, timeRangeOf } from './report-period.ts'
import type { PeriodName } from './report-window.ts'
import { readPointNames } from './share-points.ts'

export type ExportQuery = {
  section: ExportSection
  format: Format
  zone: string
  /** All time if absent. */
  periodName?: PeriodName
  cards: (Pick<Card, 'id' | 'name' | 'slug'> & Partial<Pick<Card, 'formConfig'>>)[]
  /** Whether rows include their card. */
  withCard: boolean
  withContent: boolean
  /** The start of the file name. */
  stem: string
  now?: number
}

/** The download, or undefined if it has no rows. `withContent` includes the contents of submissions. */
export async function exportResponse(
  env: Bindings,
  { stem, section, format, periodName, now = Date.now(), ...options }: ExportQuery,
): Promise<Response | undefined> {
  const { zone, cards } = options
  const period = reportPeriod({ periodName, zone, now })
  const ids = cards.map(({ id }) => id)
  const figures = await readFiguresWithTotals(env, ids, period)
  const file = { stem, tail: `-analytics-${section}-${wallClock(zone)(now).slice(0, 10)}`, format }
  const { views, clicks, saves, submissions } = figures.summary
  const range = timeRangeOf(period)
  const names = await readPointNames(env, ids)
  switch (section) {
    case 'all':
      return tableResponse(eventTable(env, { ...options, section, range, names }), {
        ...file,
        total: views + clicks + saves + submissions,
      })
    case 'views':
    case 'clicks':
    case 'saves':
      return tableResponse(eventTable(env, { ...options, section, range, names }), {
        ...file,
        total: figures.summary[section],
      })
    case 'submissions':
      return tableResponse(await submissionTable(database(env.DB), { ...options, range, names }), {
        ...file,
        total: submissions,
      })
    default:
      return tableResponse(figureTable(section, figures), file)
  }
}

async function readFiguresWithTotals(
  env: Bindings,
  ids: number[],
  period: ReportPeriod,
): Promise<Figures> {
  const [figures, totals] = await Promise.all([
    readFigures(env, ids, period),
    readCardTotals(env, ids, period.rollupDays),
  ])
  const allTime = { ...noTotals }
  for (const id of ids) addTotals(allTime, totals.get(id)?.allTime ?? noTotals)
  return { ...figures, allTime }
}
