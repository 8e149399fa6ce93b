import type { ReactNode } from 'react'
import type { CardReport } from '../../../schema/card-report.ts'
import type { Range } from '../../../schema/figures.ts'
import type { Section } from '../../../schema/pull.ts'
import { useCard } from '../../data/cards.ts'
import { cardSource } from './export/card-source.ts'
import { ExportButton } from './export/ExportButton.tsx'
import type { ExportFormat } from './export/source.ts'

/** Takes a section of a card's analytics away. */
export function CardExport({
  report,
  section,
  range,
  children,
  ...button
}: {
  report: CardReport
  section: Section
  /** All time without. */
  range?: Range
  format?: ExportFormat
  size?: 'small'
  children: ReactNode
}) {
  const { card: labels } = useCard(report.card.id)
  return (
    <ExportButton source={cardSource(report, { section, range, labels })} {...button}>
      {children}
    </ExportButton>
  )
}
