import type { ReactNode } from 'react'
import type { ExportSection } from '../../../schema/analytics-export.ts'
import type { Card } from '../../../schema/card.ts'
import type { CardReport } from '../../../schema/card-report.ts'
import type { Range } from '../../../schema/figures.ts'
import { cardExportPath, fetchCardReport } from '../../data/analytics.ts'
import { useCard } from '../../data/cards.ts'
import { ExportButton } from './export/ExportButton.tsx'
import { type ExportFormat, type ExportSource, exportBaseName } from './export/export-source.ts'
import { hasNoEvents } from './labels.ts'

/** Export of a section of a card's analytics. */
export function CardExportButton({
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
  size?: 'small'
  children: ReactNode
}) {
  const { card: labels } = useCard(report.card.id)
  return (
    <ExportButton source={cardExportSource(report, { section, range, labels })} {...button}>
      {children}
    </ExportButton>
  )
}

const maxPdfRows = 500

/**
 * Export source of a card's section over a range, or over all time without one; `labels` are the
 * link names.
 */
function cardExportSource(
  report: CardReport,
  {
    section,
    range,
    labels,
  }: {
    section: ExportSection
    range: Range | undefined
    labels: Pick<Card, 'customButtons'> | undefined
  },
): ExportSource {
  const { card } = report
  return {
    csv: cardExportPath(card.id, { section, range }),
    pdf: async () => {
      const [fullReport, { cardContent }] = await Promise.all([
        // The page's own report contains no single events.
        fetchCardReport(card.id, range, maxPdfRows),
        import('./export/pdf/report-content.ts'),
      ])
      return cardContent(fullReport, section, labels)
    },
    baseName: exportBaseName(card.name || card.slug, section, report.zone.name),
    empty: hasNoEvents(report),
  }
}
