import { Link } from 'react-router-dom'
import type { Trial } from '../../../schema/template.ts'
import { fieldList, templateFieldNames } from '../../../schema/template-rules.ts'
import { trialValue } from './words.ts'

type TriedCard = Trial['cards'][number]

const exceptMost = 500

/** Each card with what would change on it; unticked ones are left out of the run. */
export function TrialCards({
  cards,
  except,
  onExcept,
}: {
  cards: TriedCard[]
  except: ReadonlySet<number>
  onExcept: (except: ReadonlySet<number>) => void
}) {
  const turn = (id: number, included: boolean) => {
    const next = new Set(except)
    if (included) next.delete(id)
    else next.add(id)
    onExcept(next)
  }
  return (
    <table className="trial-table">
      <caption className="hidden-text">What a run would change on each card</caption>
      <thead>
        <tr>
          <th scope="col">Card</th>
          <th scope="col">Old and new</th>
          <th scope="col">Still missing</th>
        </tr>
      </thead>
      <tbody>
        {cards.map((card) => (
          <Row
            key={card.id}
            card={card}
            included={!except.has(card.id)}
            full={except.size >= exceptMost}
            onTurn={(included) => turn(card.id, included)}
          />
        ))}
      </tbody>
    </table>
  )
}

function Row({
  card: { id, slug, name, changes, missing },
  included,
  full,
  onTurn,
}: {
  card: TriedCard
  included: boolean
  full: boolean
  onTurn: (included: boolean) => void
}) {
  const called = name ?? slug
  return (
    <tr data-out={included ? undefined : ''}>
      <th scope="row">
        <label className="trial-card">
          <input
            type="checkbox"
            checked={included}
            disabled={full && included}
            onChange={(event) => onTurn(event.target.checked)}
            aria-label={`Run on ${called}`}
          />
        </label>
        <Link className="text-link" to={`/card-editor/${id}`} dir="auto">
          {called}
        </Link>
        <small dir="ltr">/{slug}</small>
      </th>
      <td>
        {changes.length === 0 ? (
          <span className="trial-none">Nothing changes</span>
        ) : (
          <ul className="trial-changes">
            {changes.map((change) => (
              <li key={change.field}>
                <Change {...change} />
              </li>
            ))}
          </ul>
        )}
      </td>
      <td>
        {missing.length > 0 && (
          <>
            <span className="hidden-text">Still missing: </span>
            {fieldList(missing)}
          </>
        )}
      </td>
    </tr>
  )
}

function Change({ field, from, to }: TriedCard['changes'][number]) {
  const [old, fresh] = [trialValue(field, from), trialValue(field, to)]
  return (
    <>
      <strong>{templateFieldNames[field]}</strong>{' '}
      {old === fresh ? (
        <span>changes in its details</span>
      ) : (
        <>
          <span className="hidden-text">from </span>
          <del dir="auto">{old}</del> <span aria-hidden="true">→</span>
          <span className="hidden-text">to</span> <ins dir="auto">{fresh}</ins>
        </>
      )}
    </>
  )
}
