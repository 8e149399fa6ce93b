import { Suspense, useId, useState } from 'react'
import { Icon } from '../../../card/icons/Icon.tsx'
import type { CardReport } from '../../../schema/card-report.ts'
import { type Range, ranges } from '../../../schema/figures.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { period } from '../../ui/charts/buckets.ts'
import { lazyWithPreload } from '../../ui/lazyWithPreload.tsx'
import { Note } from '../../ui/Notes.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { useTab } from '../../ui/useTab.ts'
import { CardExport } from './CardExport.tsx'
import { BurstNote, InboxLink } from './figure-notes.tsx'
import { LiveAnnouncer } from './LiveAnnouncer.tsx'
import { isEmpty, previousRangeNames, rangeNames } from './labels.ts'
import { MoreFigures, Tiles } from './Tiles.tsx'

const BasicChart = lazyWithPreload(async () => (await import('./BasicChart.tsx')).BasicChart)
const NothingYet = lazyWithPreload(async () => (await import('./NothingYet.tsx')).EmptyAnalytics)
const History = lazyWithPreload(async () => (await import('./History.tsx')).History)

type Props = {
  report: CardReport
  range: Range
  onRange: (range: Range) => void
  /** Another range is loading. */
  changing: boolean
  /** The last refresh failed. */
  stale: boolean
}

/** Tiles and charts of a range, advanced analytics and the event history. */
export function CardAnalytics({ report, range, onRange, changing, stale }: Props) {
  const { card, allTime } = report
  return (
    <div className="page analytics-page">
      <PageHeader
        title="Card analytics"
        text={<Subtitle report={report} />}
        back={{ to: '/dashboard', label: 'Back to dashboard' }}
      >
        <SegmentedControl
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
          Couldn't refresh. Showing earlier figures.
        </Note>
      )}
      <LiveAnnouncer allTime={allTime} />
      <div className="stack analytics-figures" data-gap="3" aria-busy={changing}>
        <Tiles report={report} before={previousRangeNames[range]} rate="clickThrough" />
        <MoreFigures
          report={report}
          before={previousRangeNames[range]}
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

const AdvancedPanel = lazyWithPreload(
  async () => (await import('./AdvancedPanel.tsx')).AdvancedPanel,
)

/** Advanced analytics, initially collapsed; a URL with its tab or range expands it. */
function Advanced({ card }: { card: CardReport['card'] }) {
  const [tab] = useTab('advanced')
  const [range] = useTab('over')
  const [open, setOpen] = useState(tab !== null || range !== null)
  const id = useId()
  return (
    <section className="panel analytics-advanced" aria-label="Advanced Analytics">
      <h2 className="expander">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
        >
          <Icon name="trend" />
          <span>Advanced Analytics</span>
          <span className="badge" data-kind="pro">
            Pro Feature
          </span>
          <Icon name="chevron-down" />
        </button>
      </h2>
      {open && (
        <div id={id}>
          <Suspense fallback={<div className="skeleton skeleton-chart" />}>
            <AdvancedPanel card={card} />
          </Suspense>
        </div>
      )}
    </section>
  )
}
