import type { TemplateJob, Trial } from '../../schema/templates/template.ts'
import { locale } from '../messages/language.ts'
import { t } from '../messages/t.ts'
import { counted } from './labels.ts'
import { type CardSelection, countSelected } from './useCardSelection.ts'

/** How many of the loaded cards differ from the template, and how many cards are selected. */
export function trialLabels(pages: Trial[], choice: CardSelection): string {
  const [first] = pages
  const { total = 0, found = 0 } = first ?? {}
  const seen = pages.flatMap(({ cards }) => cards)
  const some = seen.filter(({ changes }) => changes.length > 0).length.toLocaleString(locale)
  const selected = t('{count} selected.', {
    count: countSelected(choice, total).toLocaleString(locale),
  })
  if (found === 0) return t('No cards found. {selected}', { selected })
  if (found < total)
    return t('{counted} found; {some} of these would change. {selected}', {
      counted: counted(found),
      some,
      selected,
    })
  if (seen.length >= total)
    return t('{some} of {counted} would change. {selected}', {
      some,
      counted: counted(total),
      selected,
    })
  return t('{some} of the first {counted} would change; there are {total} cards. {selected}', {
    some,
    counted: counted(seen.length),
    total: total.toLocaleString(locale),
    selected,
  })
}

/** The result of a finished run. */
export function jobLabels({ state, total, done, changed }: TemplateJob): string {
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
