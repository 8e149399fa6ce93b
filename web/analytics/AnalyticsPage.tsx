import { useId, useState } from 'react'
import { Navigate, useLocation, useParams } from 'react-router-dom'
import { Icon } from '../../card/icons/Icon.tsx'
import type { CardReport } from '../../schema/analytics/card-report.ts'
import { type Range, ranges } from '../../schema/analytics/figures.ts'
import { viewPath } from '../../schema/screens.ts'
import { errorMessage, RequestError } from '../api.ts'
import { t } from '../messages/t.ts'
import { product } from '../product.ts'
import { PageHeader } from '../shell/PageHeader.tsx'
import { RedirectWithToast, useFreshError } from '../shell/RedirectWithToast.tsx'
import { CopyLine } from '../ui/CopyLine.tsx'
import { period } from '../ui/charts/buckets.ts'
import { lazyWithPreload } from '../ui/lazyWithPreload.tsx'
import { EmptyState } from '../ui/Notes.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { parseId, useSearchParam } from '../ui/useSearchParam.ts'
import { AnalyticsSkeleton } from './AnalyticsSkeleton.tsx'
import { CardExportMenu } from './CardExport.tsx'
import { useCardReport } from './data.ts'
import { BurstNote, InboxLink } from './figure-notes.tsx'
import { LiveAnnouncer, StaleNote } from './LiveAnnouncer.tsx'
import { isEmpty, previousRangeNames, rangeNames } from './labels.ts'
import { SharePointField, SharePointNote, useSharePointParam } from './SharePointFilter.tsx'
import { MoreFigures, Tiles } from './Tiles.tsx'

const BasicChart = lazyWithPreload(
  () => import('./FigureCharts.tsx'),
  'BasicChart',
  <div className="skeleton skeleton-chart" />,
)
const History = lazyWithPreload(
  () => import('./History.tsx'),
  'History',
  <div className="skeleton skeleton-chart" />,
)

const AdvancedPanel = lazyWithPreload(
  () => import('./AdvancedPanel.tsx'),
  'AdvancedPanel',
  <div className="skeleton skeleton-chart" />,
)

// Loads the charts while the report loads. A failure is shown where they render.
for (const load of [
  () => import('./FigureCharts.tsx'),
  () => import('../ui/charts/LineCanvas.tsx'),
])
  void load().catch(() => {})

/** A card's analytics; redirects to the dashboard if they cannot be loaded or the user may not see them. */
export function AnalyticsPage() {
  const id = parseId(useParams().id)
  return id ? <LoadedAnalytics key={id} id={id} /> : <Navigate to="/dashboard" replace />
}

function LoadedAnalytics({ id }: { id: number }) {
  const [chosen, choose] = useSearchParam('range')
  const range = ranges.find((one) => one === chosen) ?? 'daily'
  const [sharePoint] = useSharePointParam()
  const { report, error: lastError, changing } = useCardReport(id, { range, sharePoint })
  const error = useFreshError(lastError)
  if (report)
    return (
      <CardAnalytics
        report={report}
        range={range}
        onRange={choose}
        changing={changing}
        stale={error !== undefined}
      />
    )
  return error ? <LoadFailure error={error} /> : <AnalyticsSkeleton />
}

/** Redirects to the dashboard, which says why. */
function LoadFailure({ error }: { error: unknown }) {
  const { pathname } = useLocation()
  const status = error instanceof RequestError ? error.status : 0
  // The route guard redirects to sign-in when the session has ended.
  if (status === 401) return <AnalyticsSkeleton />
  if (status === 403)
    return (
      <RedirectWithToast
        toast={[t('Access denied'), denied]}
        title={t('Access denied')}
        text={denied}
      />
    )
  return (
    <RedirectWithToast
      toast={[t('Error'), failed]}
      title={failed}
      text={errorMessage(error, t('Something went wrong.'))}
      retry={status === 404 ? undefined : pathname}
    />
  )
}

const denied = t("You don't have permission to view analytics for this card")
const failed = t('Failed to load analytics data. Please try again.')

type Props = {
  report: CardReport
  range: Range
  onRange: (range: Range) => void
  /** Whether another range is loading. */
  changing: boolean
  /** Whether the last refresh failed. */
  stale: boolean
}

/** Tiles and charts of a range, advanced analytics and the event history. */
function CardAnalytics({ report, range, onRange, changing, stale }: Props) {
  const { card, allTime, sharePoint } = report
  return (
    <div className="page analytics-page">
      <PageHeader
        title={t('Card analytics')}
        text={<Subtitle report={report} />}
        back={{ to: '/dashboard', label: t('Back to dashboard') }}
      >
        <SegmentedControl
          label={t('Time range')}
          options={ranges.map((value) => ({ value, label: rangeNames[value] }))}
          value={range}
          onChange={onRange}
        />
        <CardExportMenu report={report} range={range} />
      </PageHeader>
      {stale && <StaleNote />}
      <SharePointChoice report={report} />
      <LiveAnnouncer key={sharePoint?.code} allTime={allTime} />
      <div className="stack analytics-figures" data-gap="3" aria-busy={changing}>
        <Tiles report={report} before={previousRangeNames[range]} rate="clickThrough" />
        <MoreFigures
          report={report}
          before={previousRangeNames[range]}
          inbox={<InboxLink id={report.card.id} />}
        />
        <BurstNote report={report} />
        {isEmpty(report) && !sharePoint && <NoVisits slug={card.slug} />}
        <BasicChart report={report} />
      </div>
      <Advanced card={card} />
      <History key={sharePoint?.code} report={report} />
    </div>
  )
}

function SharePointChoice({ report }: Pick<Props, 'report'>) {
  const [code, choose] = useSharePointParam()
  const points = report.breakdowns.sharePoints
  if (points.length === 0 && !report.sharePoint) return null
  return (
    <>
      <div className="advanced-choices">
        <SharePointField report={report} code={code} onChange={choose} />
      </div>
      <SharePointNote report={report} />
    </>
  )
}

function NoVisits({ slug }: { slug: string }) {
  return (
    <EmptyState
      icon="sparkle"
      title={t('No visits yet')}
      text={t(
        'Send someone the link, or let them scan the QR code on your dashboard. Visits appear here within seconds; your own are not counted.',
      )}
    >
      <CopyLine link={product.origin + viewPath(slug)} />
    </EmptyState>
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

/** Advanced analytics, collapsed at first unless the URL names its tab or range. */
function Advanced({ card }: { card: CardReport['card'] }) {
  const [tab] = useSearchParam('advanced')
  const [range] = useSearchParam('over')
  const [open, setOpen] = useState(tab !== null || range !== null)
  const id = useId()
  return (
    <section className="panel analytics-advanced" aria-label={t('Advanced Analytics')}>
      <h2 className="expander">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
        >
          <Icon name="trend" />
          <span>{t('Advanced Analytics')}</span>
          <span className="badge" data-kind="pro">
            {t('Pro Feature')}
          </span>
          <Icon name="chevron-down" />
        </button>
      </h2>
      {open && (
        <div id={id}>
          <AdvancedPanel card={card} />
        </div>
      )}
    </section>
  )
}
