import type { ReactNode } from 'react'
import { kinds } from '../../schema/analytics/figures.ts'
import type { BoardReport } from '../../schema/boards/board.ts'
import { t } from '../messages/t.ts'
import { ChartTable } from '../ui/charts/ChartFrame.tsx'
import { DefinitionLink } from '../ui/charts/DefinitionLink.tsx'
import { kindStyles } from '../ui/charts/palette.ts'
import { Tile } from '../ui/charts/Tile.tsx'
import { formatCount, formatExact, formatPercent } from '../ui/format.ts'
import { HoursChart } from './HoursChart.tsx'
import { boardKindNames } from './labels.ts'
import { PointFunnels } from './PointFunnels.tsx'
import { recentScans, type Sample } from './scan-rate.ts'

/** The figures of an event, for a wall screen and a phone. `actionsOf` adds a column to the share points. */
export function BoardView({
  board,
  samples,
  onRemove,
}: {
  board: BoardReport
  samples: Sample[]
  /** Absent where the board is read-only. */
  onRemove?: (point: BoardReport['points'][number]) => void
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

function Totals({ board: { totals }, samples }: { board: BoardReport; samples: Sample[] }) {
  const { scans, isMinute } = recentScans(samples)
  const ofScans = (value: number): ReactNode =>
    totals.views > 0 &&
    t('{percent} of scans', { percent: formatPercent((value * 100) / totals.views, 1) })
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
      <Tile
        icon="click"
        title={t('Clicks')}
        definition="click"
        color={kindStyles.clicks.color}
        value={formatCount(totals.clicks)}
        beneath={ofScans(totals.clicks)}
      />
      <Tile
        icon="save"
        title={t('Saves')}
        definition="save"
        color={kindStyles.saves.color}
        value={formatCount(totals.saves)}
        beneath={ofScans(totals.saves)}
      />
      <Tile
        icon="inbox"
        title={t('Submissions')}
        definition="submission"
        color={kindStyles.submissions.color}
        value={formatCount(totals.submissions)}
        beneath={ofScans(totals.submissions)}
      />
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
