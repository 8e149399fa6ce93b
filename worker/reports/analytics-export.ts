/** Analytics exports: events, submissions, or the figures of a report's tabs. */

import type { ExportSection } from '../../schema/analytics-export.ts'
import type { Card } from '../../schema/card.ts'
import type { Figures } from '../../schema/figures.ts'
import type { Bindings } from '../env.ts'
import { type Format, tableResponse } from '../platform/csv.ts'
import { database } from '../platform/database.ts'
import { addTotals, noTotals } from './buckets.ts'
import { totalsOf } from './card-totals.ts'
import { figureTable } from './export-figures.ts'
import { eventTable, submissionTable, wallClock } from './export-tables.ts'
import { figuresOf } from './figures.ts'
import { type PeriodName, type ReportPeriod, reportPeriod, spanOf } from './report-period.ts'

export type ExportQuery = {
  section: ExportSection
  format: Format
  zone: string
  /** All time if absent. */
  span?: PeriodName
  cards: (Pick<Card, 'id' | 'name' | 'slug'> & Partial<Pick<Card, 'formConfig'>>)[]
  /** Whether rows include their card. */
  named: boolean
  withContent: boolean
  /** The start of the file name. */
  stem: string
  now?: number
}

/** The download, or undefined if it has no rows. `withContent` includes the contents of submissions. */
export async function exportResponse(
  env: Bindings,
  { stem, section, format, span: name, now = Date.now(), ...asked }: ExportQuery,
): Promise<Response | undefined> {
  const { zone, cards } = asked
  const plan = reportPeriod({ span: name, zone, now })
  const ids = cards.map(({ id }) => id)
  const figures = await readFigures(env, ids, plan)
  const file = { stem, tail: `-analytics-${section}-${wallClock(zone)(now).slice(0, 10)}`, format }
  const { views, clicks, saves, submissions } = figures.summary
  const span = spanOf(plan)
  switch (section) {
    case 'all':
      return tableResponse(eventTable(env, { ...asked, section, span }), {
        ...file,
        total: views + clicks + saves + submissions,
      })
    case 'views':
    case 'clicks':
    case 'saves':
      return tableResponse(eventTable(env, { ...asked, section, span }), {
        ...file,
        total: figures.summary[section],
      })
    case 'submissions':
      return tableResponse(await submissionTable(database(env.DB), { ...asked, span }), {
        ...file,
        total: submissions,
      })
    default:
      return tableResponse(figureTable(section, figures), file)
  }
}

async function readFigures(env: Bindings, ids: number[], plan: ReportPeriod): Promise<Figures> {
  const [figures, totals] = await Promise.all([
    figuresOf(env, ids, plan),
    totalsOf(env, ids, plan.counted),
  ])
  const allTime = { ...noTotals }
  for (const id of ids) addTotals(allTime, totals.get(id)?.allTime ?? noTotals)
  return { ...figures, allTime }
}
