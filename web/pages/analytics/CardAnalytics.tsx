import { Suspense } from 'react'
import type { CardReport } from '../../../schema/card-report.ts'
import { type Range, ranges } from '../../../schema/figures.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { period } from '../../ui/charts/buckets.ts'
import { later } from '../../ui/later.tsx'
import { Note } from '../../ui/Notes.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { Advanced } from './Advanced.tsx'
import { BurstNote } from './BurstNote.tsx'
import { CardExport } from './CardExport.tsx'
import { InboxLink } from './InboxLink.tsx'
import { News } from './News.tsx'
import { MoreFigures, Tiles } from './Tiles.tsx'
import { isEmpty, rangeNames, windowBefore } from './words.ts'

const BasicChart = later(async () => (await import('./BasicChart.tsx')).BasicChart)
const NothingYet = later(async () => (await import('./NothingYet.tsx')).NothingYet)
const History = later(async () => (await import('./History.tsx')).History)

type Props = {
  report: CardReport
  range: Range
  onRange: (range: Range) => void
  /** Another range is on its way. */
  changing: boolean
  /** The last refresh failed. */
  stale: boolean
}

/** Tiles and chart of a range, what lies deeper, and every single event. */
export function CardAnalytics({ report, range, onRange, changing, stale }: Props) {
  const { card, allTime } = report
  return (
    <div className="page analytics-page">
      <PageHeader
        title="Card analytics"
        text={<Subtitle report={report} />}
        back={{ to: '/dashboard', label: 'Back to Dashboard' }}
      >
        <Segmented
          label="Time range"
          options={ranges.map((value) => ({ value, label: rangeNames[value] }))}
          value={range}
          onChange={onRange}
        />
        <CardExport report={report} section="all" range={range}>
          Export Data
        </CardExport>
      </PageHeader>
      {stale && (
        <Note kind="warn" title="Not up to date">
          The figures could not be asked for again. They are from before, and follow as soon as the
          server answers.
        </Note>
      )}
      <News allTime={allTime} />
      <div className="analytics-figures" aria-busy={changing}>
        <Tiles report={report} before={windowBefore[range]} rate="clickThrough" />
        <MoreFigures
          report={report}
          before={windowBefore[range]}
          inbox={<InboxLink id={report.card.id} />}
        />
        <BurstNote report={report} />
        <Suspense fallback={null}>{isEmpty(report) && <NothingYet card={card} />}</Suspense>
        <Suspense fallback={<div className="skeleton skeleton-chart" />}>
          <BasicChart report={report} />
        </Suspense>
      </div>
      <Advanced card={card} />
      <Suspense fallback={<div className="skeleton skeleton-chart" />}>
        <History report={report} />
      </Suspense>
    </div>
  )
}

function Subtitle({ report: { card, window } }: Pick<Props, 'report'>) {
  return (
    <>
      <span className="analytics-name" dir="auto">
        {card.name ?? card.slug}
      </span>
      {window && `, ${period(window.from, window.until)}`}
    </>
  )
}
