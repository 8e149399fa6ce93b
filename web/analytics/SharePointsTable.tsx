import {
  type Kind,
  kinds,
  ratesOf,
  type SharePointFigures,
  type ShownFigures,
} from '../../schema/analytics/figures.ts'
import { t } from '../messages/t.ts'
import { Link } from '../ui/Button.tsx'
import { period } from '../ui/charts/buckets.ts'
import { ChartTable, type TableRow } from '../ui/charts/ChartFrame.tsx'
import { DefinitionLink } from '../ui/charts/DefinitionLink.tsx'
import { kindNames } from '../ui/charts/palette.ts'
import { changeOf, changeOfRate, Delta } from '../ui/charts/Tile.tsx'
import { formatDateTime, formatExact, formatPercent } from '../ui/format.ts'

type Props = {
  report: ShownFigures
  /** Name of the previous window it is compared with. */
  before: string
  /** Names the card of a share point, in a report of several cards. */
  cardName?: ((card: number) => string) | undefined
}

/** What each share point brought, each with a link that limits the report to it; nothing without any. */
export function SharePointsTable({ report, before, cardName }: Props) {
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
      {/* Scrollable regions must be focusable for keyboard scrolling. */}
      <section className="table-scroll" aria-label={t('Share points')} {...{ tabIndex: 0 }}>
        <ChartTable
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
      </section>
      <p className="chart-note">
        {t('{period}, counted daily (UTC). Select a share point to see only its visits.', {
          period: period(from, until),
        })}
      </p>
    </section>
  )
}

function rowOf(point: SharePointFigures, { report, before, cardName }: Props): TableRow {
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

type CellProps = { point: SharePointFigures; before: string }

function Count({ point, kind, before }: CellProps & { kind: Kind }) {
  const [now, then] = [point[kind], point.previous?.[kind] ?? 0]
  return (
    <>
      {formatExact(now)}
      {point.previous && now + then > 0 && <Delta change={changeOf(now, then, before)} />}
    </>
  )
}

function SaveRate({ point, before }: CellProps) {
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
