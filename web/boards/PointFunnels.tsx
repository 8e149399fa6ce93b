import { useState } from 'react'
import { Icon } from '../../card/icons/Icon.tsx'
import { kinds } from '../../schema/analytics/figures.ts'
import type { BoardReport } from '../../schema/boards/board.ts'
import { t } from '../messages/t.ts'
import { Button } from '../ui/Button.tsx'
import { kindStyles } from '../ui/charts/palette.ts'
import { formatExact, formatPercent } from '../ui/format.ts'
import { boardKindNames } from './labels.ts'

type Point = BoardReport['points'][number]
const shownFirst = 20

/** The way from scan to submission for each share point, most scans first. */
export function PointFunnels({
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

/** In percent of the scans; a visitor can click several links, so clicks may exceed them. */
function shareOf(point: Point, kind: (typeof kinds)[number]): number {
  const whole = Math.max(point.views, point[kind])
  return whole === 0 ? 0 : (point[kind] * 100) / whole
}
