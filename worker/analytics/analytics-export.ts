/** Analytics exports: events, submissions, or the figures of a report's tabs. */

import type { ExportSection } from '../../schema/analytics/analytics-export.ts'
import type { Card } from '../../schema/cards/card.ts'
import type { Bindings } from '../env.ts'
import { type Format, tableResponse } from '../platform/csv.ts'
import { database } from '../platform/database.ts'
import { readAllTime } from './card-totals.ts'
import { figureTable } from './export-figures.ts'
import { eventTable, submissionTable, wallClock } from './export-tables.ts'
import { readFigures } from './figures.ts'
import { reportPeriod, timeRangeOf } from './report-period.ts'
import type { PeriodName } from './report-window.ts'
import { readPointNames, requireSharePoint } from './share-points.ts'

export const nothingToExportMessage = 'No data available to export'

export type ExportQuery = {
  section: ExportSection
  format: Format
  zone: string
  /** Limits the file to the share point with this code. */
  sharePoint?: string | undefined
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

/**
 * The download, or undefined if it has no rows. `withContent` includes the contents of submissions. Throws 404 if the cards
 * have no such share point.
 */
export async function exportResponse(
  env: Bindings,
  { stem, section, format, periodName, sharePoint: code, now = Date.now(), ...all }: ExportQuery,
): Promise<Response | undefined> {
  const { zone } = all
  const period = reportPeriod({ periodName, zone, now })
  const every = all.cards.map(({ id }) => id)
  const sharePoint = await requireSharePoint(env, every, code)
  const cards = sharePoint ? all.cards.filter(({ id }) => id === sharePoint.card) : all.cards
  const options = { ...all, cards, code }
  const subject = { cardIds: cards.map(({ id }) => id), sharePoint }
  const [listed, allTime, names] = await Promise.all([
    readFigures(env, subject, period),
    readAllTime(env, subject),
    readPointNames(env, subject.cardIds),
  ])
  const figures = { ...listed, allTime }
  const file = { stem, tail: `-analytics-${section}-${wallClock(zone)(now).slice(0, 10)}`, format }
  const { views, clicks, saves, submissions } = figures.summary
  const range = timeRangeOf(period)
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
