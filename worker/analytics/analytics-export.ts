/** Analytics exports: events, submissions, or the figures of a report's tabs, one row per bucket or value. */
import type { ExportSection } from '../../schema/analytics/analytics-export.ts'
import type { Breakdown, Bucket, Figures, Totals } from '../../schema/analytics/figures.ts'
import type { Card } from '../../schema/cards/card.ts'
import type { Bindings } from '../env.ts'
import { database } from '../platform/database.ts'
import { type Column, type Format, type Table, tableResponse } from '../platform/download.ts'
import { readAllTime } from './card-totals.ts'
import { eventTable, submissionTable, wallClock } from './export-tables.ts'
import { readFigures } from './figures.ts'
import { type PeriodName, reportPeriod, timeRangeOf } from './report-period.ts'
import { readPointNames, requireSharePoint } from './share-point-figures.ts'

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
  const allIds = all.cards.map(({ id }) => id)
  const sharePoint = await requireSharePoint(env, allIds, code)
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

type FigureSection = Exclude<ExportSection, 'all' | 'views' | 'clicks' | 'saves' | 'submissions'>
type Numbers = Pick<Totals, 'views' | 'clicks' | 'saves'> &
  Partial<Totals> & { visitors?: number | null; measured?: number; dwellMs?: number }
type FigureRow = Numbers & {
  figure: string
  value: string
  first?: string | null
  last?: string | null
}

/** Has no rows if nothing has been counted yet. */
function figureTable(section: FigureSection, figures: Figures): Table<FigureRow> {
  const { views, clicks, saves, submissions } = figures.allTime
  const empty = views + clicks + saves + submissions === 0
  const rows = empty ? [] : sectionRows[section](figures)
  return { columns, pages: once(rows) }
}

async function* once<Row>(rows: Row[]): AsyncGenerator<Row[]> {
  yield rows
}

const columns: Column<FigureRow>[] = [
  { key: 'figure', title: 'Figure', of: ({ figure }) => figure },
  { key: 'value', title: 'Value', of: ({ value }) => value },
  { key: 'views', title: 'Views', of: ({ views }) => views },
  { key: 'clicks', title: 'Clicks', of: ({ clicks }) => clicks },
  { key: 'saves', title: 'Saves', of: ({ saves }) => saves },
  { key: 'submissions', title: 'Submissions', of: ({ submissions }) => submissions ?? null },
  {
    key: 'clickThroughRate',
    title: 'Click-through rate (%)',
    decimals: 2,
    of: ({ clicks, views }) => rate(clicks, views),
  },
  {
    key: 'saveRate',
    title: 'Save rate (%)',
    decimals: 2,
    of: ({ saves, views }) => rate(saves, views),
  },
  {
    key: 'engagementRate',
    title: 'Engagement rate (%)',
    decimals: 2,
    of: ({ clicks, saves, views }) => rate(clicks + saves, views),
  },
  { key: 'visitors', title: 'Visitors', of: ({ visitors }) => visitors ?? null },
  {
    key: 'averageTimeSpent',
    title: 'Average time spent (s)',
    decimals: 1,
    of: ({ measured, dwellMs = 0 }) =>
      measured ? Math.round(dwellMs / measured / 100) / 10 : null,
  },
  { key: 'first', title: 'First event', of: ({ first }) => first ?? null },
  { key: 'last', title: 'Last event', of: ({ last }) => last ?? null },
]

// A percentage with two decimals, 0 without views.
function rate(part: number, views: number): number {
  return views === 0 ? 0 : Math.round((part / views) * 10_000) / 100
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const unitNames = { day: 'Day', week: 'Week from', month: 'Month from', year: 'Year from' }

const sectionRows: Record<FigureSection, (figures: Figures) => FigureRow[]> = {
  overview: (figures) => [
    total(figures),
    ...(figures.previous
      ? [{ figure: 'Total', value: 'Previous period', ...figures.previous }]
      : []),
    { figure: 'Total', value: 'All time', ...figures.allTime },
    ...series(figures),
    ...bursts(figures),
  ],
  engagement: (figures) => [
    total(figures),
    ...series(figures),
    utcTotal(figures),
    ...Object.entries(figures.breakdowns.links)
      .sort(byCount)
      .map(([value, clicks]) => ({ figure: 'Link', value, views: 0, clicks, saves: 0 })),
    ...values(figures, 'sources', 'Source'),
    ...sharePoints(figures),
  ],
  timing: ({ timing, ...figures }) => [
    total(figures),
    ...timing.hours.map((totals, hour) => ({
      figure: 'Hour',
      value: `${String(hour).padStart(2, '0')}:00`,
      ...totals,
    })),
    ...timing.weekdays.map((totals, day) => ({
      figure: 'Weekday',
      value: weekdays[day] ?? '',
      ...totals,
    })),
  ],
  devices: (figures) => [
    utcTotal(figures),
    ...values(figures, 'devices', 'Device'),
    ...values(figures, 'systems', 'Operating system'),
    ...values(figures, 'browsers', 'Browser'),
  ],
  geographic: (figures) => [
    utcTotal(figures),
    ...values(figures, 'countries', 'Country'),
    ...values(figures, 'regions', 'Region'),
    ...values(figures, 'places', 'Location'),
  ],
}

function total({ window, summary }: Pick<Figures, 'window' | 'summary'>): FigureRow {
  const value = window ? `${window.from} to ${window.until}` : 'All time'
  return { figure: 'Total', value, ...summary }
}

// The rows that follow are counted by UTC day and add up to this total, not to the total of the viewer's days.
function utcTotal({ breakdowns: { from, until, totals } }: Figures): FigureRow {
  return { figure: 'Total', value: `${from} to ${until} (UTC)`, ...totals }
}

function series({ unit, series: buckets }: Figures): FigureRow[] {
  return buckets.map(({ start, ...totals }: Bucket) => ({
    figure: unitNames[unit],
    value: start,
    ...totals,
  }))
}

// The totals also include events in bursts.
function bursts({ bursts: found }: Figures): FigureRow[] {
  const none = { views: 0, clicks: 0, saves: 0 }
  return found.flatMap(({ kind, events, largest, at }) => [
    { figure: 'In bursts', value: kind, ...none, [kind]: events },
    { figure: 'Largest burst', value: at, ...none, [kind]: largest },
  ])
}

/** Every value of the dimension with any event, most views first. */
function values(
  { breakdowns: { views, clicks, saves } }: Figures,
  dimension: keyof Breakdown,
  figure: string,
): FigureRow[] {
  const count = (of: Breakdown, value: string) => of[dimension][value] ?? 0
  const names = new Set([views, clicks, saves].flatMap((of) => Object.keys(of[dimension])))
  return [...names]
    .map((value) => ({
      figure,
      value,
      views: count(views, value),
      clicks: count(clicks, value),
      saves: count(saves, value),
    }))
    .sort((a, b) => b.views - a.views || b.clicks - a.clicks || (a.value < b.value ? -1 : 1))
}

/** The figures of each share point, each followed by those of the previous period if there is one. */
function sharePoints({ sharePoint, breakdowns }: Figures): FigureRow[] {
  return breakdowns.sharePoints
    .filter(({ code }) => !sharePoint || sharePoint.code === code)
    .flatMap(({ card: _, code, label, previous, ...totals }) => {
      const value = `${label} (${code})`
      return [
        { figure: 'Share point', value, ...totals },
        ...(previous ? [{ figure: 'Share point, previous period', value, ...previous }] : []),
      ]
    })
}

function byCount(a: [string, number], b: [string, number]): number {
  return b[1] - a[1] || (a[0] < b[0] ? -1 : 1)
}
