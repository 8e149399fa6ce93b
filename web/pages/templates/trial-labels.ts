import type { TemplateJob, Trial } from '../../../schema/template.ts'
import { counted } from './labels.ts'
import { type CardSelection, countSelected } from './useCardSelection.ts'

/** How many of the loaded cards differ from the template, and how many cards are selected. */
export function trialLabels(pages: Trial[], choice: CardSelection): string {
  const [first] = pages
  const { total = 0, found = 0 } = first ?? {}
  const seen = pages.flatMap(({ cards }) => cards)
  const some = seen.filter(({ changes }) => changes.length > 0).length.toLocaleString('en')
  const selected = `${countSelected(choice, total).toLocaleString('en')} selected.`
  if (found === 0) return `No cards found. ${selected}`
  if (found < total) return `${counted(found)} found; ${some} of these would change. ${selected}`
  if (seen.length >= total) return `${some} of ${counted(total)} would change. ${selected}`
  return `${some} of the first ${counted(seen.length)} would change; there are ${total.toLocaleString('en')} cards. ${selected}`
}

/** The result of a finished run. */
export function jobLabels({ state, total, done, changed }: TemplateJob): string {
  const rest = changed > 0 ? ` ${skippedWords(changed)}` : ''
  const written = counted(done - changed)
  const left = `${(total - done).toLocaleString('en')} still to do`
  if (state === 'undone') return `Undone on ${written}.${rest}`
  if (state === 'undoFailed') return `Undone on ${written}; ${left}.${rest}`
  if (state === 'failed') return `Applied to ${written}; ${left}.${rest}`
  return `Applied to ${written}.${rest}`
}

function skippedWords(count: number): string {
  return `${counted(count)} skipped because ${count === 1 ? 'it was' : 'they were'} changed in the meantime.`
}
