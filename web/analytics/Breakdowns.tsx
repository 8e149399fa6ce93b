import { type ReactNode, useState } from 'react'
import {
  type Figures,
  type Kind,
  kinds,
  ratesOf,
  type SharePointFigures,
  type ShownFigures,
} from '../../schema/analytics/figures.ts'
import { t } from '../messages/t.ts'
import { Link } from '../ui/Button.tsx'
import { hourLabel, hourName, period, weekdayName } from '../ui/charts/buckets.ts'
import { ScrolledTable, type TableRow } from '../ui/charts/ChartFrame.tsx'
import { DefinitionLink } from '../ui/charts/DefinitionLink.tsx'
import { kindNames, kindStyles } from '../ui/charts/palette.ts'
import { changeOf, changeOfRate, Delta } from '../ui/charts/Tile.tsx'
import { ColumnChart, peak } from '../ui/charts/TimeCharts.tsx'
import { formatDateTime, formatExact, formatPercent } from '../ui/format.ts'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { ZoneNote } from './figure-notes.tsx'
import { countedEvents, eventLabels, noEvents } from './labels.ts'

const brokenDown = ['views', 'clicks', 'saves'] as const
type BrokenDown = (typeof brokenDown)[number]

/** Breakdowns of one kind of event, which the user selects, with its total and the days covered. */
export function Breakdowns({
  report,
  children,
}: {
  report: ShownFigures
  /** `bars` are the properties that the charts of a kind share. */
  children: (kind: BrokenDown, bars: ReturnType<typeof barsOf>) => ReactNode
}) {
  const [kind, setKind] = useState<BrokenDown>('views')
  const { from, until, totals } = report.breakdowns
  return (
    <div className="stack breakdowns" data-gap="5">
      <SegmentedControl
        label={t('Break down by')}
        options={brokenDown.map((value) => ({ value, label: kindNames[value] }))}
        value={kind}
        onChange={setKind}
      />
      {children(kind, barsOf(report, kind))}
      <p className="chart-note">
        {t('{events}, {period}. Breakdowns use UTC days, so totals may differ slightly.', {
          events: countedEvents[kind](totals[kind]),
          period: period(from, until),
        })}{' '}
        <DefinitionLink of="days" />
      </p>
    </div>
  )
}

/** What the charts of a kind of event share: its total, its color, and the text without events. */
function barsOf({ breakdowns: { totals } }: ShownFigures, kind: BrokenDown) {
  return {
    total: { value: totals[kind], name: eventLabels[kind] },
    color: kindStyles[kind].color,
    empty: noEvents[kind],
  }
}

type PointsProps = {
  report: ShownFigures
  /** Name of the previous window, for comparison. */
  before: string
  /** Returns the name of a share point's card; given in a report of several cards. */
  cardName?: ((card: number) => string) | undefined
}

/** Figures by share point; a click on one limits the report to it. Renders nothing if there are none. */
export function SharePointsTable({ report, before, cardName }: PointsProps) {
  const { from, until, sharePoints } = report.breakdowns
  if (sharePoints.length === 0) return null
  const names = kinds.map((kind) => kindNames[kind])
  return (
    <section className="bar-list share-points">
      <header>
        <h3>
          {t('Share points')} <DefinitionLink of="share-point" />
        </h3>
      </header>
      <ScrolledTable
        caption={t('Share points')}
        head={[
          t('Share point'),
          ...(cardName ? [t('Card')] : []),
          ...names,
          t('Save rate'),
          t('First event'),
          t('Last event'),
        ]}
        rows={sharePoints.map((point) => rowOf(point, { report, before, cardName }))}
      />
      <p className="chart-note">
        {t('{period}, counted daily (UTC). Select a share point to see only its visits.', {
          period: period(from, until),
        })}
      </p>
    </section>
  )
}

function rowOf(point: SharePointFigures, { report, before, cardName }: PointsProps): TableRow {
  const isSelected = report.sharePoint?.code === point.code
  return {
    name: point.label,
    id: Number.parseInt(point.code, 36),
    link: <FilterLink code={point.code} label={point.label} isSelected={isSelected} />,
    cells: [
      ...(cardName ? [<bdi key="card">{cardName(point.card)}</bdi>] : []),
      ...kinds.map((kind) => <Count key={kind} {...{ point, kind, before }} />),
      <SaveRate key="rate" point={point} before={before} />,
      timeText(point.first),
      timeText(point.last),
    ],
  }
}

type LinkProps = { code: string; label: string; isSelected: boolean }

function FilterLink({ code, label, isSelected }: LinkProps) {
  const next = new URLSearchParams(location.search)
  next.set('sharePoint', code)
  return (
    <Link
      className="text-link"
      to={{ search: `${next}` }}
      aria-current={isSelected || undefined}
      replace
    >
      <bdi>{label}</bdi>
    </Link>
  )
}

type PointProps = { point: SharePointFigures; before: string }

function Count({ point, kind, before }: PointProps & { kind: Kind }) {
  const [now, then] = [point[kind], point.previous?.[kind] ?? 0]
  return (
    <>
      {formatExact(now)}
      {point.previous && now + then > 0 && <Delta change={changeOf(now, then, before)} />}
    </>
  )
}

function SaveRate({ point, before }: PointProps) {
  const rate = ratesOf(point).save
  return (
    <>
      {formatPercent(rate)}
      {point.previous && point.previous.views > 0 && (
        <Delta change={changeOfRate(rate, ratesOf(point.previous).save, before)} />
      )}
    </>
  )
}

function timeText(time: string | null): string {
  return time === null ? '–' : formatDateTime(time)
}

/** Events by time of day and weekday, in the viewer's time zone. */
export function Timing({ report }: { report: ShownFigures }) {
  const [kind, setKind] = useState<Kind>('views')
  const { hours, weekdays } = report.timing
  return (
    <div className="advanced-tab">
      <SegmentedControl
        label={t('Show')}
        options={kinds.map((value) => ({ value, label: kindNames[value] }))}
        value={kind}
        onChange={setKind}
      />
      <TimingChart
        title={t('Hours of the day')}
        column={t('Hour')}
        totals={hours}
        kind={kind}
        labels={hours.map((_, hour) => hourLabel(hour))}
        titles={hours.map((_, hour) => hourName(hour))}
      />
      <TimingChart
        title={t('Days of the week')}
        column={t('Day')}
        totals={weekdays}
        kind={kind}
        labels={weekdays.map((_, day) => weekdayName(day, 'short'))}
        titles={weekdays.map((_, day) => weekdayName(day))}
      />
      <p className="chart-note">
        {t('In your time zone, {name}.', { name: report.zone.name })}{' '}
        <ZoneNote zone={report.zone} /> <DefinitionLink of="days" />
      </p>
    </div>
  )
}

function TimingChart({
  title,
  column,
  totals,
  kind,
  labels,
  titles,
}: {
  title: string
  column: string
  totals: Figures['timing']['hours']
  kind: Kind
  labels: string[]
  titles: string[]
}) {
  const name = kindNames[kind]
  const values = totals.map((total) => total[kind])
  const label = peak(name, values, { titles })
  return (
    <ColumnChart
      title={title}
      label={`${title}: ${label}`}
      series={{ name, look: kindStyles[kind], values }}
      labels={labels}
      titles={titles}
      note={label}
      table={{
        caption: title,
        head: [column, ...kinds.map((one) => kindNames[one])],
        rows: totals.map((total, index) => ({
          name: titles[index] ?? '',
          cells: kinds.map((one) => formatExact(total[one])),
        })),
        total: {
          name: t('Total'),
          cells: kinds.map((one) =>
            formatExact(totals.reduce((sum, total) => sum + total[one], 0)),
          ),
        },
      }}
    />
  )
}
