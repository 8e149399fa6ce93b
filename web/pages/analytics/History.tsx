import type { CardReport } from '../../../schema/card-report.ts'
import { PageTabs } from '../../ui/Tabs.tsx'
import { CardExport } from './CardExport.tsx'
import { HistoryList } from './HistoryList.tsx'

/** Every single event, newest first. */
export function History({ report }: { report: CardReport }) {
  return (
    <section className="panel analytics-panel analytics-history" aria-label="History">
      <PageTabs
        label="History"
        param="history"
        tabs={lists.map(([kind, title]) => ({
          value: kind,
          title,
          content: (
            <>
              <HistoryList id={report.card.id} kind={kind} total={report.allTime[kind]} />
              <div className="export-row">
                <CardExport report={report} section={kind} size="small">
                  Export {title}
                </CardExport>
              </div>
            </>
          ),
        }))}
      />
    </section>
  )
}

const lists = [
  ['views', 'Card Views'],
  ['clicks', 'Link Clicks'],
  ['saves', 'Card Saves'],
] as const
