import { maxSelectedCards, type Trial } from '../../schema/templates/template.ts'
import { fieldList, templateFieldNames } from '../../schema/templates/template-rules.ts'
import { nameOfLanguage } from '../messages/language.ts'
import { t, translated } from '../messages/t.ts'
import { FieldValue, isImageField } from '../ui/FieldValue.tsx'
import { formatValue } from '../ui/format-value.ts'
import { Link } from '../ui/Link.tsx'
import { type CardSelection, isCardSelected, toggleCard } from './useCardSelection.ts'

type TriedCard = Trial['cards'][number]

/** Cards with their pending changes; the run includes the selected ones. */
export function TrialCards({
  cards,
  choice,
  onChoice,
}: {
  cards: TriedCard[]
  choice: CardSelection
  onChoice: (choice: CardSelection) => void
}) {
  return (
    <table className="trial-table">
      <caption className="hidden-text">{t('What a run would change on each card')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('Card')}</th>
          <th scope="col">{t('Old and new')}</th>
          <th scope="col">{t('Still missing')}</th>
        </tr>
      </thead>
      <tbody>
        {cards.map((card) => (
          <Row
            key={card.id}
            card={card}
            included={isCardSelected(choice, card.id)}
            full={choice.turned.size >= maxSelectedCards && !choice.turned.has(card.id)}
            onTurn={() => onChoice(toggleCard(choice, card.id))}
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
  onTurn: () => void
}) {
  const called = name ?? slug
  return (
    <tr data-selected={included ? '' : undefined}>
      <th scope="row">
        <label className="trial-card">
          <input
            type="checkbox"
            checked={included}
            disabled={full}
            onChange={onTurn}
            aria-label={t('Select {called}', { called })}
          />
        </label>
        <Link className="text-link" to={`/card-editor/${id}`} dir="auto">
          {called}
        </Link>
        <small className="field-hint" dir="ltr">
          /{slug}
        </small>
      </th>
      <td>
        {changes.length === 0 ? (
          <span className="trial-none">{t('Nothing changes')}</span>
        ) : (
          <ul className="stack trial-changes" data-gap="1">
            {changes.map((change) => (
              <li key={`${change.field} ${change.language} ${change.from} ${change.to}`}>
                <Change {...change} />
              </li>
            ))}
          </ul>
        )}
      </td>
      <td>
        {missing.length > 0 && (
          <>
            <span className="hidden-text">{t('Still missing:')} </span>
            {fieldList(missing)}
          </>
        )}
      </td>
    </tr>
  )
}

function Change({ field, language, from, to }: TriedCard['changes'][number]) {
  const isHidden = formatValue(field, from) === formatValue(field, to) && !isImageField(field)
  return (
    <>
      <strong className="field-hint">
        {translated(templateFieldNames[field])}
        {language && ` (${nameOfLanguage(language)})`}
      </strong>{' '}
      {isHidden ? (
        <span>{t('details change')}</span>
      ) : (
        <>
          <span className="hidden-text">{t('from')} </span>
          <del dir="auto">
            <FieldValue field={field} value={from} />
          </del>{' '}
          <span aria-hidden="true">→</span>
          <span className="hidden-text">{t('to')}</span>{' '}
          <ins dir="auto">
            <FieldValue field={field} value={to} />
          </ins>
        </>
      )}
    </>
  )
}
