import type { CardReport } from '../../../schema/card-report.ts'
import { DefinitionLink } from '../../ui/charts/DefinitionLink.tsx'
import { exact } from '../../ui/charts/numbers.ts'
import { rank } from '../../ui/charts/ranking.ts'

/** What was recorded and does not count, with the reasons. */
export function LeftOut({ report: { leftOut } }: { report: CardReport }) {
  const { top } = rank(leftOut)
  const all = top.reduce((sum, { value }) => sum + value, 0)
  return (
    <section className="left-out">
      <h3>
        Left out <DefinitionLink of="left-out" />
      </h3>
      {all === 0 ? (
        <p>Nothing was left out of these figures.</p>
      ) : (
        <>
          <p>
            {exact(all)} {all === 1 ? 'event was' : 'events were'} recorded but not counted:
          </p>
          <ul>
            {top.map(({ name, value }) => (
              <li key={name}>
                <b>{exact(value)}</b> {reasons.get(name) ?? name}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

const reasons = new Map([
  ['bot', 'search engines and other programs'],
  ['preview', 'link previews in messages'],
  ['prefetch', 'pages fetched ahead and perhaps never seen'],
  ['own', 'your own visits'],
  ['unknown card', 'for a card that does not exist'],
  ['unpublished', 'while the card was not live'],
  ['unknown link', 'for links that are not on the card'],
])
