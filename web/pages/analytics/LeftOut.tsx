import type { ShownFigures } from '../../../schema/figures.ts'
import { DefinitionLink } from '../../ui/charts/DefinitionLink.tsx'
import { exact } from '../../ui/charts/numbers.ts'
import { rank } from '../../ui/charts/ranking.ts'
import { leftOutReasons } from './words.ts'

/** What was recorded and does not count, with the reasons. */
export function LeftOut({ report: { leftOut } }: { report: ShownFigures }) {
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
                <b>{exact(value)}</b> {leftOutReasons.get(name) ?? name}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
