import { type ReactNode, Suspense } from 'react'
import type { ShownFigures, Timeframe } from '../../../../schema/figures.ts'
import { PageTabs } from '../../../ui/Tabs.tsx'
import { isEmpty } from '../words.ts'
import {
  AccountEngagement,
  AccountOverview,
  Demographics,
  SampleOverview,
  TrafficSources,
} from './later.ts'
import { NotYet } from './NotYet.tsx'
import { timeBefore } from './words.ts'

/** The four tabs; before the first event sample figures, and what is going to stand there. */
export function AccountTabs({
  report,
  timeframe,
  cards,
}: {
  report: ShownFigures
  timeframe: Timeframe
  /** Its table of cards, where it is about several. */
  cards?: ReactNode
}) {
  const before = timeBefore[timeframe]
  const tabs = isEmpty(report) ? emptyTabs : filledTabs({ report, before, cards })
  return (
    <PageTabs
      label="Advanced Analytics"
      tabs={tabs.map(({ content, ...tab }) => ({
        ...tab,
        content: (
          <Suspense fallback={<div className="skeleton skeleton-chart" />}>{content}</Suspense>
        ),
      }))}
    />
  )
}

const names = {
  overview: { value: 'overview', title: 'Overview' },
  sources: { value: 'sources', title: 'Traffic Sources' },
  engagement: { value: 'engagement', title: 'Engagement' },
  demographics: { value: 'demographics', title: 'Demographics' },
}

const emptyTabs = [
  { ...names.overview, content: <SampleOverview /> },
  { ...names.sources, content: <NotYet tab="sources" /> },
  { ...names.engagement, content: <NotYet tab="engagement" /> },
  { ...names.demographics, content: <NotYet tab="demographics" /> },
]

type Filled = { report: ShownFigures; before: string; cards: ReactNode }

function filledTabs({ report, before, cards }: Filled) {
  return [
    {
      ...names.overview,
      content: (
        <AccountOverview report={report} before={before}>
          {cards}
        </AccountOverview>
      ),
    },
    { ...names.sources, content: <TrafficSources report={report} /> },
    { ...names.engagement, content: <AccountEngagement report={report} before={before} /> },
    { ...names.demographics, content: <Demographics report={report} /> },
  ]
}
