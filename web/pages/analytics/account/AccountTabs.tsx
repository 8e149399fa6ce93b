import { type ReactNode, Suspense } from 'react'
import type { IconName } from '../../../../card/icons/Icon.tsx'
import type { ShownFigures, Timeframe } from '../../../../schema/figures.ts'
import { LinkButton } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { lazyWithPreload, lazyWithTimedPreload } from '../../../ui/lazyWithPreload.tsx'
import { PageTabs } from '../../../ui/Tabs.tsx'
import { hasNoEvents } from '../labels.ts'
import { previousTimeframeLabels } from './labels.ts'

const AccountOverview = lazyWithPreload(
  async () => (await import('./AccountOverview.tsx')).AccountOverview,
)
const SampleOverview = lazyWithPreload(
  async () => (await import('./SampleOverview.tsx')).SampleOverview,
)
const TrafficSources = lazyWithPreload(
  async () => (await import('./TrafficSources.tsx')).TrafficSources,
)
const AccountEngagement = lazyWithPreload(
  async () => (await import('./AccountEngagement.tsx')).AccountEngagement,
)
const Demographics = lazyWithPreload(async () => (await import('./Demographics.tsx')).Demographics)
export const ShareDialog = lazyWithTimedPreload(
  async () => (await import('./ShareDialog.tsx')).ShareDialog,
)

// The first tab is needed as soon as the report has loaded.
if (globalThis.document) AccountOverview.preload()

/** The four tabs; before the first event, sample data and descriptions. */
export function AccountTabs({
  report,
  timeframe,
  cards,
}: {
  report: ShownFigures
  timeframe: Timeframe
  /** The table of cards, if there are several. */
  cards?: ReactNode
}) {
  const previousName = previousTimeframeLabels[timeframe]
  const tabs = hasNoEvents(report) ? emptyTabs : filledTabs({ report, previousName, cards })
  return (
    <PageTabs
      label="Advanced Analytics"
      tabs={tabs.map(({ content, ...tab }) => ({
        ...tab,
        content: (
          <>
            <h2 className="hidden-text">{tab.title}</h2>
            <Suspense fallback={<div className="skeleton skeleton-chart" />}>{content}</Suspense>
          </>
        ),
      }))}
    />
  )
}

const tabNames = {
  overview: { value: 'overview', title: 'Overview' },
  sources: { value: 'sources', title: 'Traffic Sources' },
  engagement: { value: 'engagement', title: 'Engagement' },
  demographics: { value: 'demographics', title: 'Demographics' },
}

const emptyTabs = [
  { ...tabNames.overview, content: <SampleOverview /> },
  { ...tabNames.sources, content: <EmptyTab tab="sources" /> },
  { ...tabNames.engagement, content: <EmptyTab tab="engagement" /> },
  { ...tabNames.demographics, content: <EmptyTab tab="demographics" /> },
]

type FilledTabsProps = { report: ShownFigures; previousName: string; cards: ReactNode }

function filledTabs({ report, previousName, cards }: FilledTabsProps) {
  return [
    {
      ...tabNames.overview,
      content: (
        <AccountOverview report={report} previousName={previousName}>
          {cards}
        </AccountOverview>
      ),
    },
    { ...tabNames.sources, content: <TrafficSources report={report} /> },
    {
      ...tabNames.engagement,
      content: <AccountEngagement report={report} previousName={previousName} />,
    },
    { ...tabNames.demographics, content: <Demographics report={report} /> },
  ]
}

type EmptyText = { icon: IconName; title: string; text: string }

const emptyTexts = {
  sources: {
    icon: 'qr',
    title: 'No Traffic Sources Data Available Yet',
    text: 'Once people open your cards, see how they got there: QR code, link, NFC, shared link or email signature.',
  },
  engagement: {
    icon: 'click',
    title: 'No Engagement Data Available Yet',
    text: 'Once people click links or save your contact, see your rates, the time they spend, and what they click and when.',
  },
  demographics: {
    icon: 'globe',
    title: 'No Demographics Data Available Yet',
    text: 'Once people open your cards, see their countries, regions, cities and devices. Nobody is tracked from one day to the next.',
  },
} satisfies Record<string, EmptyText>

/** Description of a tab that has no data yet. */
function EmptyTab({ tab }: { tab: keyof typeof emptyTexts }) {
  return (
    <EmptyState {...emptyTexts[tab]}>
      <LinkButton to="/dashboard">Share a card from the dashboard</LinkButton>
    </EmptyState>
  )
}
