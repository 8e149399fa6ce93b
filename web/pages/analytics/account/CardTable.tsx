import type { SharedReport } from '../../../../schema/account-report.ts'
import { ratesOf } from '../../../../schema/rates.ts'
import { DefinitionLink } from '../../../ui/charts/DefinitionLink.tsx'
import { formatExact, formatPercent } from '../../../ui/charts/format-number.ts'
import { Link } from '../../../ui/Link.tsx'

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
    <section className="panel analytics-panel account-panel-top bar-list" aria-label="Cards">
      <header>
        <h3>
          Cards <DefinitionLink of="rates" />
        </h3>
        {cards.length < counted && <p>Top {formatExact(cards.length)} by views</p>}
      </header>
      <section className="table-scroll" aria-label="Table of cards" {...reachable}>
        <table className="figures-table">
          <caption className="hidden-text">Cards, most views first</caption>
          <thead>
            <tr>
              {['Card', 'Views', 'Clicks', 'Saves', 'Submissions', 'CTR', 'Save rate'].map(
                (name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {cards.map((card) => (
              <CardRow key={card.id} card={card} linked={linked} />
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}

function CardRow({ card, linked }: { card: SharedReport['cards'][number]; linked: boolean }) {
  const { clickThrough, save } = ratesOf(card)
  const name = card.name ?? card.slug ?? 'Card not live'
  return (
    <tr>
      <th scope="row">
        {linked ? (
          <Link className="text-link" to={`/analytics/${card.id}`}>
            <bdi>{name}</bdi>
          </Link>
        ) : (
          <bdi>{name}</bdi>
        )}
      </th>
      <td>{formatExact(card.views)}</td>
      <td>{formatExact(card.clicks)}</td>
      <td>{formatExact(card.saves)}</td>
      <td>{formatExact(card.submissions)}</td>
      <td>{formatPercent(clickThrough)}</td>
      <td>{formatPercent(save)}</td>
    </tr>
  )
}
