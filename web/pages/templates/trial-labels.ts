import type { TemplateJob, Trial } from '../../../schema/template.ts'
import type { TemplateField } from '../../../schema/template-rules.ts'
import { formatValue } from '../../ui/format-value.ts'
import { counted } from './labels.ts'
import { type CardSelection, isCardSelected } from './useCardSelection.ts'

/** How many of the loaded cards a run would change. */
export function trialLabels(pages: Trial[], choice: CardSelection): string {
  const [first] = pages
  const { total = 0, found = 0 } = first ?? {}
  const seen = pages.flatMap(({ cards }) => cards)
  const changing = seen.filter(
    ({ id, changes }) => changes.length > 0 && isCardSelected(choice, id),
  )
  const some = changing.length.toLocaleString('en')
  const taken = takenWords(choice)
  if (found === 0) return `No card found.${taken}`
  if (found < total) return `${counted(found)} found; ${some} of these would change.${taken}`
  if (seen.length >= total) return `${some} of ${counted(total)} would change.${taken}`
  return `${some} of the first ${counted(seen.length)} would change; there are ${total.toLocaleString('en')}.${taken}`
}

function takenWords({ all, turned }: CardSelection): string {
  if (turned.size === 0) return all ? '' : ' All are left out.'
  return all ? ` ${counted(turned.size)} left out.` : ` ${counted(turned.size)} taken.`
}

/** Formats a value of a trial, which is text. */
export function trialValue(field: TemplateField, text: string): string {
  return formatValue(field, text)
}

/** The result of a finished run. */
export function jobLabels({ state, total, done, changed }: TemplateJob): string {
  const rest = changed > 0 ? ` ${skippedWords(changed)}` : ''
  const written = counted(done - changed)
  if (state === 'undone') return `Taken back from ${written}.${rest}`
  if (state === 'undoFailed')
    return `Taken back from ${written}; ${counted(total - done)} still to do.${rest}`
  if (state === 'failed') return `Given to ${written}; ${counted(total - done)} still to do.${rest}`
  return `Given to ${written}.${rest}`
}

function skippedWords(count: number): string {
  return `${counted(count)} skipped, because somebody changed ${count === 1 ? 'it' : 'them'} meanwhile.`
}
