import { type ReactNode, Suspense } from 'react'
import type { IconName } from '../../../card/icons/Icon.tsx'
import type { SharedReport } from '../../../schema/analytics/account-report.ts'
import { ratesOf, type ShownFigures, type Timeframe } from '../../../schema/analytics/figures.ts'
import { t } from '../../messages/t.ts'
import { Link, LinkButton } from '../../ui/Button.tsx'
import { ScrolledTable, type TableRow } from '../../ui/charts/ChartFrame.tsx'
import { DefinitionLink } from '../../ui/charts/DefinitionLink.tsx'
import { formatExact, formatPercent } from '../../ui/format.ts'
import { lazyWithPreload, lazyWithTimedPreload } from '../../ui/lazyWithPreload.tsx'
import { EmptyState } from '../../ui/Notes.tsx'
import { PageTabs } from '../../ui/Tabs.tsx'
import { isEmpty, previousTimeframeNames } from '../labels.ts'

const AccountOverview = lazyWithPreload(() => import('./AccountOverview.tsx'), 'AccountOverview')
const SampleOverview = lazyWithPreload(() => import('./SampleOverview.tsx'), 'SampleOverview')
const panels = () => import('./AccountTabPanels.tsx')
const TrafficSources = lazyWithPreload(panels, 'TrafficSources')
const Engagement = lazyWithPreload(panels, 'Engagement')
const Demographics = lazyWithPreload(panels, 'Demographics')
export const ShareDialog = lazyWithTimedPreload(() => import('./ShareDialog.tsx'), 'ShareDialog')

// The first tab is needed as soon as the report has loaded.
if (globalThis.document) AccountOverview.preload()

type ShownReport = ShownFigures & Pick<SharedReport, 'cards'>

/** The four tabs; before the first event, they show sample data and what will be there. */
export function AccountTabs({
  report,
  timeframe,
  cards,
}: {
  report: ShownReport
  timeframe: Timeframe
  /** The table of cards. */
  cards?: ReactNode
}) {
  const before = previousTimeframeNames[timeframe]
  const tabs =
    isEmpty(report) && !report.sharePoint ? emptyTabs : filledTabs({ report, before, cards })
  return (
    <PageTabs
      label={t('Advanced Analytics')}
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

const names = {
  overview: { value: 'overview', title: t('Overview') },
  sources: { value: 'sources', title: t('Traffic Sources') },
  engagement: { value: 'engagement', title: t('Engagement') },
  demographics: { value: 'demographics', title: t('Demographics') },
}

const emptyTabs = [
  { ...names.overview, content: <SampleOverview /> },
  { ...names.sources, content: <EmptyTab tab="sources" /> },
  { ...names.engagement, content: <EmptyTab tab="engagement" /> },
  { ...names.demographics, content: <EmptyTab tab="demographics" /> },
]

type Filled = { report: ShownReport; before: string; cards: ReactNode }

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
    { ...names.sources, content: <TrafficSources report={report} before={before} /> },
    { ...names.engagement, content: <Engagement report={report} before={before} /> },
    { ...names.demographics, content: <Demographics report={report} /> },
  ]
}

type Explained = { icon: IconName; title: string; text: string }

const explained = {
  sources: {
    icon: 'qr',
    title: t('No Traffic Sources Data Available Yet'),
    text: t(
      'Once people open your cards, see how they got there: QR code, link, NFC, shared link or email signature.',
    ),
  },
  engagement: {
    icon: 'click',
    title: t('No Engagement Data Available Yet'),
    text: t(
      'Once people click links or save your contact, see your rates, the time they spend, and what they click and when.',
    ),
  },
  demographics: {
    icon: 'globe',
    title: t('No Demographics Data Available Yet'),
    text: t(
      'Once people open your cards, see their countries, regions, cities and devices. Nobody is tracked from one day to the next.',
    ),
  },
} satisfies Record<string, Explained>

/** Says what a tab will show once it has data. */
function EmptyTab({ tab }: { tab: keyof typeof explained }) {
  return (
    <EmptyState {...explained[tab]}>
      <LinkButton to="/dashboard">{t('Share a card from the dashboard')}</LinkButton>
    </EmptyState>
  )
}

/** The cards, most views first; with `linked`, each links to its own analytics. */
export function CardTable({
  report: { cards, counted },
  linked = true,
}: {
  report: Pick<SharedReport, 'cards' | 'counted'>
  linked?: boolean
}) {
  return (
    <section className="panel analytics-panel account-panel-top bar-list" aria-label={t('Cards')}>
      <header>
        <h3>
          {t('Cards')} <DefinitionLink of="rates" />
        </h3>
        {cards.length < counted && (
          <p>{t('Top {exact} by views', { exact: formatExact(cards.length) })}</p>
        )}
      </header>
      <ScrolledTable
        label={t('Table of cards')}
        caption={t('Cards, most views first')}
        head={[
          t('Card'),
          t('Views'),
          t('Clicks'),
          t('Saves'),
          t('Submissions'),
          'CTR',
          t('Save rate'),
        ]}
        rows={cards.map((card) => rowOf(card, linked))}
      />
    </section>
  )
}

function rowOf(card: SharedReport['cards'][number], linked: boolean): TableRow {
  const { clickThrough, save } = ratesOf(card)
  const name = card.name ?? card.slug ?? t('Card not live')
  const counts = [card.views, card.clicks, card.saves, card.submissions]
  return {
    name,
    id: card.id,
    link: linked && (
      <Link className="text-link" to={`/analytics/${card.id}`}>
        <bdi>{name}</bdi>
      </Link>
    ),
    cells: [...counts.map(formatExact), formatPercent(clickThrough), formatPercent(save)],
  }
}
