import type { AccountReport } from '../../../../schema/account-report.ts'
import { type AccountView, accountExportPath } from '../../../data/account-analytics.ts'
import { product } from '../../../product.ts'
import { type ExportSource, exportStem } from '../export/source.ts'
import { isEmpty } from '../words.ts'

/** Everything over the cards of the view. */
export function accountSource(report: AccountReport, view: AccountView): ExportSource {
  const card = report.cards.find(({ id }) => id === view.card)
  return {
    csv: accountExportPath(view, 'all'),
    pdf: async () => {
      const { accountContent } = await import('../export/pdf/account-content.ts')
      return accountContent(report, card && (card.name ?? card.slug))
    },
    stem: exportStem(product.shortName, 'all', report.zone.name),
    empty: isEmpty(report),
  }
}
