import { Link } from 'react-router-dom'
import { canReadEntries } from '../../../schema/access.ts'
import type { CardReport } from '../../../schema/card-report.ts'
import type { Range, Totals } from '../../../schema/figures.ts'
import { ratesOf } from '../../../schema/rates.ts'
import { useCard } from '../../data/cards.ts'
import { useUser } from '../../data/session.ts'
import { changeOf, changeOfRate } from '../../ui/charts/change.ts'
import { count, counted, exact, percent } from '../../ui/charts/numbers.ts'
import { kindLooks } from '../../ui/charts/palette.ts'
import { SmallFigure, Tile } from '../../ui/charts/Tile.tsx'
import { timeSpent, windowBefore } from './words.ts'

type Props = { report: CardReport; range: Range }

/** The four figures of the range, each with its all time and how it moved. */
export function Tiles({ report, range }: Props) {
  const { summary, previous, allTime } = report
  const before = windowBefore[range]
  const ofCount = (kind: keyof Totals) => ({
    value: count(summary[kind]),
    exact: exact(summary[kind]),
    beneath: `${exact(allTime[kind])} all time`,
    change: previous ? changeOf(summary[kind], previous[kind], before) : undefined,
    color: kindLooks[kind].color,
  })
  const rate = ratesOf(summary).clickThrough
  return (
    <dl className="figure-tiles">
      <Tile
        icon="eye"
        title="Total Views"
        caption="card impressions"
        definition="view"
        {...ofCount('views')}
      />
      <Tile
        icon="click"
        title="Total Clicks"
        caption="link interactions"
        definition="click"
        {...ofCount('clicks')}
      />
      <Tile
        icon="save"
        title="Total Saves"
        caption="contact downloads"
        definition="save"
        {...ofCount('saves')}
      />
      <Tile
        icon="percent"
        title="CTR"
        caption="click-through rate"
        definition="rates"
        value={percent(rate, 1)}
        beneath={`${percent(ratesOf(allTime).clickThrough, 1)} all time`}
        change={
          previous && previous.views > 0
            ? changeOfRate(rate, ratesOf(previous).clickThrough, before)
            : undefined
        }
      />
    </dl>
  )
}

/** Visitors, time spent and submissions, more quietly. */
export function MoreFigures({ report, range }: Props) {
  const { card, summary, previous } = report
  const before = windowBefore[range]
  return (
    <dl className="panel small-figures">
      <SmallFigure
        title="Unique visitors"
        definition="visitor"
        value={count(summary.visitors)}
        exact={exact(summary.visitors)}
        caption="by UTC days"
        change={previous ? changeOf(summary.visitors, previous.visitors, before) : undefined}
      />
      <SmallFigure
        title="Average time spent"
        definition="time"
        value={timeSpent(summary)}
        caption={`from ${counted(summary.measured, ['measured visit', 'measured visits'])}`}
      />
      <SmallFigure
        title="Submissions"
        definition="submission"
        value={count(summary.submissions)}
        exact={exact(summary.submissions)}
        change={previous ? changeOf(summary.submissions, previous.submissions, before) : undefined}
        beneath={<InboxLink id={card.id} />}
      />
    </dl>
  )
}

/** For who may read what was sent. */
export function InboxLink({ id }: { id: number }) {
  const { user } = useUser()
  const { card } = useCard(id)
  if (!user || !card || !canReadEntries(user, card)) return null
  return (
    <Link className="text-link" to={`/inbox/${id}`}>
      Read them in the inbox
    </Link>
  )
}
