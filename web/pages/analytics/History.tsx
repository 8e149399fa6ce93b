import type { CardReport } from '../../../schema/card-report.ts'
import { PageTabs } from '../../ui/Tabs.tsx'
import { HistoryList } from './HistoryList.tsx'

type Props = Pick<CardReport, 'card' | 'allTime'>

/** Every single event, newest first. */
export function History({ card, allTime }: Props) {
  return (
    <section className="panel analytics-panel analytics-history" aria-label="History">
      <PageTabs
        label="History"
        param="history"
        tabs={[
          {
            value: 'views',
            title: 'Card Views',
            content: <HistoryList id={card.id} kind="views" total={allTime.views} />,
          },
          {
            value: 'clicks',
            title: 'Link Clicks',
            content: <HistoryList id={card.id} kind="clicks" total={allTime.clicks} />,
          },
          {
            value: 'saves',
            title: 'Card Saves',
            content: <HistoryList id={card.id} kind="saves" total={allTime.saves} />,
          },
        ]}
      />
    </section>
  )
}
