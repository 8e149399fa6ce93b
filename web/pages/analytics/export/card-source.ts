import type { Card } from '../../../../schema/card.ts'
import type { CardReport } from '../../../../schema/card-report.ts'
import type { Range } from '../../../../schema/figures.ts'
import type { Section } from '../../../../schema/pull.ts'
import { cardExportPath, readCardReport } from '../../../data/analytics.ts'
import { isEmpty } from '../words.ts'
import { type ExportSource, exportStem } from './source.ts'

const rowsInPdf = 500

/** A section of a card's analytics over a range, or all time without; `labels` name what was pressed. */
export function cardSource(
  report: CardReport,
  {
    section,
    range,
    labels,
  }: {
    section: Section
    range: Range | undefined
    labels: Pick<Card, 'customButtons'> | undefined
  },
): ExportSource {
  const { card } = report
  return {
    csv: cardExportPath(card.id, { section, range }),
    pdf: async () => {
      const [whole, { cardContent }] = await Promise.all([
        // The page's own report is without single events.
        readCardReport(card.id, range, rowsInPdf),
        import('./pdf/card-content.ts'),
      ])
      return cardContent(whole, section, labels)
    },
    stem: exportStem(card.name || card.slug, section, report.zone.name),
    empty: isEmpty(report),
  }
}
