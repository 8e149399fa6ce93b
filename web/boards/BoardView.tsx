import { type ReactNode, useState } from 'react'
import { Icon } from '../../card/icons/Icon.tsx'
import { type Kind, kinds } from '../../schema/analytics/figures.ts'
import type { BoardReport } from '../../schema/boards/board.ts'
import { locale } from '../messages/language.ts'
import { t } from '../messages/t.ts'
import { eventDays, eventState } from '../shell/event-labels.ts'
import { PageHeader } from '../shell/PageHeader.tsx'
import { Button } from '../ui/Button.tsx'
import { hourLabel, hourName } from '../ui/charts/buckets.ts'
import { ChartTable } from '../ui/charts/ChartFrame.tsx'
import { DefinitionLink } from '../ui/charts/DefinitionLink.tsx'
import { kindNames, kindStyles } from '../ui/charts/palette.ts'
import { Tile } from '../ui/charts/Tile.tsx'
import { ColumnChart, peak } from '../ui/charts/TimeCharts.tsx'
import { SelectField } from '../ui/Fields.tsx'
import { formatCount, formatExact, formatPercent } from '../ui/format.ts'
import { recentScans, type Sample } from './scan-rate.ts'

type Point = BoardReport['points'][number]

/** On a board, a view is a scan: it came through a share point. */
const boardKindNames: Record<Kind, string> = { ...kindNames, views: t('Scans') }

/** The figures of an event, for a wall screen and a phone. */
export function BoardView({
  board,
  samples,
  onRemove,
}: {
  board: BoardReport
  samples: Sample[]
  /** Absent where the board is read-only. */
  onRemove?: (point: Point) => void
}) {
  return (
    <>
      <Totals board={board} samples={samples} />
      <PointFunnels points={board.points} onRemove={onRemove} />
      <div className="board-columns">
        <HoursChart board={board} />
        <TopCards cards={board.cards} />
      </div>
      <Notes board={board} />
    </>
  )
}

const tiles = {
  clicks: { icon: 'click', title: t('Clicks'), definition: 'click' },
  saves: { icon: 'save', title: t('Saves'), definition: 'save' },
  submissions: { icon: 'inbox', title: t('Submissions'), definition: 'submission' },
} as const

function Totals({ board: { totals }, samples }: { board: BoardReport; samples: Sample[] }) {
  const { scans, isMinute } = recentScans(samples)
  return (
    <dl className="figure-tiles board-tiles">
      <Tile
        icon="qr"
        title={t('Scans')}
        definition="event"
        color={kindStyles.views.color}
        value={formatCount(totals.views)}
        exact={formatExact(totals.views)}
      />
      {(['clicks', 'saves', 'submissions'] as const).map((kind) => (
        <Tile
          key={kind}
          {...tiles[kind]}
          color={kindStyles[kind].color}
          value={formatCount(totals[kind])}
          beneath={
            totals.views > 0 &&
            t('{percent} of scans', {
              percent: formatPercent((totals[kind] * 100) / totals.views, 1),
            })
          }
        />
      ))}
      <Tile
        icon="pulse"
        title={t('Scans per minute')}
        definition="event"
        value={formatCount(scans)}
        beneath={isMinute ? t('in the last minute') : t('since you opened the board')}
      />
    </dl>
  )
}

const shownFirst = 20

/** The funnel from scan to submission for each share point, most scans first. */
function PointFunnels({
  points,
  onRemove,
}: {
  points: Point[]
  onRemove?: (point: Point) => void
}) {
  const [all, setAll] = useState(false)
  const shown = all ? points : points.slice(0, shownFirst)
  return (
    <section className="panel board-panel">
      <header className="board-panel-head">
        <h2>{t('Share points')}</h2>
        <p className="muted">{t('From scan to submission')}</p>
      </header>
      {points.length === 0 ? (
        <p className="muted">{t('No share points yet. Add those used at this event.')}</p>
      ) : (
        <ol className="board-points">
          {shown.map((point) => (
            <PointFunnel key={point.id} point={point} onRemove={onRemove} />
          ))}
        </ol>
      )}
      {shown.length < points.length && (
        <Button onClick={() => setAll(true)}>
          {t('Show all {exact}', { exact: formatExact(points.length) })}
        </Button>
      )}
    </section>
  )
}

function PointFunnel({ point, onRemove }: { point: Point; onRemove?: (point: Point) => void }) {
  const { label, card, archived, live } = point
  return (
    <li>
      <div className="board-point-name">
        <h3 dir="auto">{label}</h3>
        <p className="muted">
          <bdi>{card ?? t('Card not live')}</bdi>
          {card && !live && ` ${t('· not live')}`}
          {archived && ` ${t('· archived')}`}
        </p>
      </div>
      <dl className="board-funnel">
        {kinds.map((kind) => (
          <div key={kind}>
            <dt>{boardKindNames[kind]}</dt>
            <dd>
              {formatExact(point[kind])}
              {kind !== 'views' && point.views > 0 && (
                <small>{formatPercent((point[kind] * 100) / point.views, 0)}</small>
              )}
            </dd>
            <i
              aria-hidden="true"
              style={{
                inlineSize: `${shareOf(point, kind)}%`,
                backgroundColor: kindStyles[kind].color,
              }}
            />
          </div>
        ))}
      </dl>
      {onRemove && (
        <Button
          kind="ghost"
          size="small"
          label={t('Remove {label} from the event', { label })}
          onClick={() => onRemove(point)}
        >
          <Icon name="close" size={16} />
        </Button>
      )}
    </li>
  )
}

/** Returns the length of a bar: the percentage of scans, at most 100, since a visitor can click several links. */
function shareOf(point: Point, kind: (typeof kinds)[number]): number {
  const whole = Math.max(point.views, point[kind])
  return whole === 0 ? 0 : (point[kind] * 100) / whole
}

const none = { views: 0, clicks: 0, saves: 0, submissions: 0 }

/** The scans of one day by hour, in the event's time zone; at first, of the last day that has any. */
function HoursChart({ board }: { board: BoardReport }) {
  const [chosen, setChosen] = useState<string>()
  const days = daysOf(board.event)
  const lastDay = board.hours.at(-1)?.start.slice(0, 10)
  const day = chosen ?? lastDay ?? days[0] ?? ''
  const ofHour = new Map(board.hours.map(({ start, ...totals }) => [start, totals]))
  const totals = Array.from(
    { length: 24 },
    (_, hour) => ofHour.get(`${day}T${String(hour).padStart(2, '0')}:00`) ?? none,
  )
  const titles = totals.map((_, hour) => hourName(hour))
  const values = totals.map(({ views }) => views)
  const label = peak(boardKindNames.views, values, { titles })
  return (
    <section className="panel board-panel">
      <ColumnChart
        title={t('By hour')}
        label={t('By hour: {label}', { label })}
        series={{ name: boardKindNames.views, look: kindStyles.views, values }}
        labels={totals.map((_, hour) => hourLabel(hour))}
        titles={titles}
        note={label}
        choice={
          days.length > 1 && (
            <SelectField
              label={t('Day')}
              value={day}
              options={days.map((value) => ({ value, label: dayText(value) }))}
              onChange={setChosen}
            />
          )
        }
        table={{
          caption: t('By hour'),
          head: [t('Hour'), ...kinds.map((kind) => boardKindNames[kind])],
          rows: totals.map((total, hour) => ({
            name: titles[hour] ?? '',
            cells: kinds.map((kind) => formatExact(total[kind])),
          })),
        }}
      />
    </section>
  )
}

const dayMs = 86_400_000

function daysOf({ from, to }: BoardReport['event']): string[] {
  const count = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  return Array.from({ length: count }, (_, at) =>
    new Date(Date.parse(from) + at * dayMs).toISOString().slice(0, 10),
  )
}

// Formatted in UTC, so that a day without a time stays the same day.
function dayText(day: string): string {
  const parts = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const
  return new Date(day).toLocaleDateString(locale, parts)
}

function TopCards({ cards }: { cards: BoardReport['cards'] }) {
  return (
    <section className="panel board-panel bar-list">
      <header>
        <h2>{t('Top cards')}</h2>
        <p>{t('By saves and submissions')}</p>
      </header>
      {cards.length === 0 ? (
        <p className="bar-list-empty">{t('Cards appear here after their first scan.')}</p>
      ) : (
        // Scrollable regions must be focusable for keyboard scrolling.
        <section className="table-scroll" aria-label={t('Top cards')} {...{ tabIndex: 0 }}>
          <ChartTable
            caption={t('Top cards, most saves and submissions first')}
            head={[t('Card'), ...kinds.map((kind) => boardKindNames[kind])]}
            rows={cards.map(({ cardId, card, ...totals }) => ({
              id: cardId,
              name: card ?? t('Card not live'),
              cells: kinds.map((kind) => formatExact(totals[kind])),
            }))}
          />
        </section>
      )}
    </section>
  )
}

function Notes({ board: { event, rounded, hidden } }: { board: BoardReport }) {
  return (
    <p className="chart-note">
      {t('Counted from the first to the last day in the time zone {zone}.', {
        zone: event.zone.replaceAll('_', ' '),
      })}{' '}
      {rounded &&
        `${t('It is not a whole number of hours from UTC, so days and hours are rounded to the hour.')} `}
      {hidden > 0 &&
        `${t('{hidden, plural, one {# share point is} other {# share points are}} not shown, because the card was deleted or the owner of the event can no longer edit it.', { hidden })} `}
      <DefinitionLink of="event" />
    </p>
  )
}

/** Name, days and place of an event, and whether its figures are live. */
export function BoardHead({
  event,
  isStale,
  back,
  children,
}: {
  event: BoardReport['event']
  /** Whether the last refresh failed. */
  isStale: boolean
  back?: { to: string; label: string }
  children?: ReactNode
}) {
  return (
    <PageHeader
      title={event.name}
      text={
        <>
          {eventDays(event)}
          {event.place && (
            <>
              {' · '}
              <bdi>{event.place}</bdi>
            </>
          )}{' '}
          · <span role="status">{isStale ? t('Reconnecting...') : stateText(event)}</span>
        </>
      }
      back={back}
    >
      {children}
    </PageHeader>
  )
}

function stateText(event: BoardReport['event']): string {
  const state = eventState(event)
  if (state === 'live') return t('Live, refreshed every 5 seconds')
  const format = { dateStyle: 'medium', timeStyle: 'short', timeZone: event.zone } as const
  const at = (time: string) => new Date(time).toLocaleString(locale, format)
  return state === 'upcoming'
    ? t('Counts from {time}', { time: at(event.startsAt) })
    : t('Ended {time}', { time: at(event.endsAt) })
}
