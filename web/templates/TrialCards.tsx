import { useState } from 'react'
import {
  maxSelectedCards,
  type NewJob,
  type TemplateJob,
  type Trial,
} from '../../schema/templates/template.ts'
import {
  fieldList,
  type TemplateRules,
  templateFieldNames,
} from '../../schema/templates/template-rules.ts'
import { locale, nameOfLanguage } from '../messages/language.ts'
import { t, translated } from '../messages/t.ts'
import { Link } from '../ui/Button.tsx'
import { FieldValue, formatValue, isImageField } from '../ui/FieldValue.tsx'
import { counted } from './labels.ts'

/** All cards or none, except the toggled ones. */
export type CardSelection = { all: boolean; toggled: ReadonlySet<number> }

export const allCardsSelected: CardSelection = { all: true, toggled: new Set() }
export const noCardsSelected: CardSelection = { all: false, toggled: new Set() }

type TrialCard = Trial['cards'][number]

/** The cards with their pending changes. A run includes the selected cards. */
export function TrialCards({
  cards,
  choice,
  onChoice,
}: {
  cards: TrialCard[]
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
            full={choice.toggled.size >= maxSelectedCards && !choice.toggled.has(card.id)}
            onToggle={() => onChoice(toggleCard(choice, card.id))}
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
  onToggle,
}: {
  card: TrialCard
  included: boolean
  full: boolean
  onToggle: () => void
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
            onChange={onToggle}
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

function Change({ field, language, from, to }: TrialCard['changes'][number]) {
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

/** Says how many of the loaded cards a run changes, and how many cards are selected. */
export function trialSummary(
  pages: Trial[],
  choice: CardSelection,
  rules: TemplateRules = { theme: 'locked' },
): string {
  const [first] = pages
  const { total = 0, found = 0 } = first ?? {}
  const seen = pages.flatMap(({ cards }) => cards)
  const some = seen.filter(({ changes }) => changes.length > 0).length.toLocaleString(locale)
  const selected = t('{count} selected.', {
    count: countSelected(choice, total).toLocaleString(locale),
  })
  if (found === 0) return t('No cards found. {selected}', { selected })
  if (!setsValues(rules))
    return t('Nothing would change. Lock a field to apply it. {selected}', { selected })
  if (found < total)
    return t('{counted} found; {some} of these will change. {selected}', {
      counted: counted(found),
      some,
      selected,
    })
  if (seen.length >= total)
    return t('{some} of {counted} will change. {selected}', {
      some,
      counted: counted(total),
      selected,
    })
  return t('{some} of the first {counted} will change; there are {total} cards. {selected}', {
    some,
    counted: counted(seen.length),
    total: total.toLocaleString(locale),
    selected,
  })
}

/** Whether the rules lock or hide a field; others change no card. */
function setsValues(rules: TemplateRules): boolean {
  return Object.values(rules).some((rule) => rule === 'locked' || rule === 'hidden')
}

/** Says what a finished run did. */
export function jobSummary({ state, total, done, changed }: TemplateJob): string {
  const rest = changed > 0 ? ` ${skippedWords(changed)}` : ''
  const written = counted(done - changed)
  const left = t('{count} still to do', { count: (total - done).toLocaleString(locale) })
  if (state === 'undone') return t('Undone on {written}.', { written }) + rest
  if (state === 'undoFailed') return t('Undone on {written}; {left}.', { written, left }) + rest
  if (state === 'failed') return t('Applied to {written}; {left}.', { written, left }) + rest
  return t('Applied to {written}.', { written }) + rest
}

function skippedWords(count: number): string {
  return t(
    '{count, plural, one {# card skipped because it was changed in the meantime.} other {# cards skipped because they were changed in the meantime.}}',
    { count },
  )
}

/** The cards selected for a run: none at first, and none again after a new trial. */
export function useCardSelection(trial: string) {
  const [made, setMade] = useState({ trial, choice: noCardsSelected })
  const choice = made.trial === trial ? made.choice : noCardsSelected
  return [choice, (next: CardSelection) => setMade({ trial, choice: next })] as const
}

export function isCardSelected({ all, toggled }: CardSelection, id: number): boolean {
  return all !== toggled.has(id)
}

export function toggleCard({ all, toggled }: CardSelection, id: number): CardSelection {
  const next = new Set(toggled)
  if (!next.delete(id)) next.add(id)
  return { all, toggled: next }
}

/** Returns the number of selected cards. */
export function countSelected({ all, toggled }: CardSelection, total: number): number {
  return all ? total - toggled.size : toggled.size
}

/** Returns the selection as the fields of a run. */
export function selectionQuery({ all, toggled }: CardSelection): Pick<NewJob, 'except' | 'only'> {
  return all ? { except: [...toggled] } : { except: [], only: [...toggled] }
}
