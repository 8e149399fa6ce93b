import type { ReactNode } from 'react'
import type { ExportSection } from '../../schema/analytics/analytics-export.ts'
import type { CardReport } from '../../schema/analytics/card-report.ts'
import type { Range } from '../../schema/analytics/figures.ts'
import type { Card } from '../../schema/cards/card.ts'
import { useCard } from '../cards/data.ts'
import { t } from '../messages/t.ts'
import { cardExportPath, fetchCardReport } from './data.ts'
import {
  ExportButton,
  type ExportFormat,
  ExportMenu,
  type ExportSource,
  exportStem,
} from './export/ExportButton.tsx'
import { historyKinds, historyTitles, isEmpty } from './labels.ts'

/** Button that exports a section of a card's analytics. */
export function CardExport({
  report,
  section,
  range,
  children,
  ...button
}: {
  report: CardReport
  section: ExportSection
  /** Absent for all time. */
  range?: Range
  format?: ExportFormat
  children: ReactNode
}) {
  const { card: labels } = useCard(report.card.id)
  return (
    <ExportButton source={cardSource(report, { section, range, labels })} {...button}>
      {children}
    </ExportButton>
  )
}

/** The page's exports: all data and the submissions of the shown range, and the history of all time. */
export function CardExportMenu({ report, range }: { report: CardReport; range: Range }) {
  const { card: labels } = useCard(report.card.id)
  const all = cardSource(report, { section: 'all', range, labels })
  const csv = (section: ExportSection, title: string, within?: Range) => ({
    title: t('Export {title}', { title }),
    format: 'csv' as const,
    source: cardSource(report, { section, range: within, labels }),
  })
  const formats = (['csv', 'pdf', 'ndjson'] as const).map((format) => ({
    ...{ title: t('Export All Data'), format, source: all },
  }))
  return (
    <ExportMenu
      text={t('Export Data')}
      groups={[
        { items: [...formats, csv('submissions', t('Submissions'), range)] },
        {
          heading: t('All time'),
          items: historyKinds.map((kind) => csv(kind, historyTitles[kind])),
        },
      ]}
    />
  )
}

const rowsInPdf = 500

type SourceOptions = {
  section: ExportSection
  range: Range | undefined
  labels: Pick<Card, 'customButtons'> | undefined
}

/** Returns what the button exports; `labels` are the names of the card's links. */
function cardSource(report: CardReport, { section, range, labels }: SourceOptions): ExportSource {
  const { card } = report
  const sharePoint = report.sharePoint?.code
  return {
    csv: cardExportPath(card.id, { section, range, sharePoint }),
    pdf: async () => {
      const [whole, { cardContent }] = await Promise.all([
        // The page's own report contains no single events.
        fetchCardReport(card.id, { range, sharePoint, rows: rowsInPdf }),
        import('./export/pdf/report-content.ts'),
      ])
      return cardContent(whole, section, labels)
    },
    stem: exportStem(card.name || card.slug, section, report.zone.name),
    empty: isEmpty(report),
  }
}
