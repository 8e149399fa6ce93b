import type { SharedReport } from '../../../schema/analytics/account-report.ts'
import { ratesOf } from '../../../schema/analytics/figures.ts'
import { t } from '../../messages/t.ts'
import { Link } from '../../ui/Button.tsx'
import { ChartTable, type TableRow } from '../../ui/charts/ChartFrame.tsx'
import { DefinitionLink } from '../../ui/charts/DefinitionLink.tsx'
import { formatExact, formatPercent } from '../../ui/format.ts'

// Scrollable regions must be focusable for keyboard scrolling.
const reachable = { tabIndex: 0 }

/** The cards, most views first; with `linked`, they link to their own analytics. */
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
      <section className="table-scroll" aria-label={t('Table of cards')} {...reachable}>
        <ChartTable
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
