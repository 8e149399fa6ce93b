import type { TemplateJob, Trial } from '../../../schema/template.ts'
import type { Rule, TemplateField, TemplateRules } from '../../../schema/template-rules.ts'
import { templateFields } from '../../../schema/template-rules.ts'
import { shownValue } from '../../ui/shown-value.ts'

export const ruleNames: Record<Rule, string> = {
  free: 'Free',
  required: 'Required',
  locked: 'Locked',
  hidden: 'Hidden',
}

export const ruleTexts: Record<Rule, string> = {
  free: 'Everybody decides on their own card.',
  required: 'Everybody decides, but must fill it in.',
  locked: "The model card's, on every card. Only administrators change it.",
  hidden: 'Empty on every card. Only administrators change it.',
}

/** `3 cards`, `1 card`. */
export function counted(count: number, one = 'card', many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}

/** The fields that are not free, as the server keeps them. */
export function ruled(rules: TemplateRules): TemplateRules {
  const kept = templateFields.flatMap((field) => {
    const rule = rules[field]
    return rule && rule !== 'free' ? [[field, rule] as const] : []
  })
  return Object.fromEntries(kept)
}

/** How many of the cards looked at so far a run would change. */
export function trialWords(pages: Trial[], except: ReadonlySet<number>): string {
  const [first] = pages
  const total = first?.total ?? 0
  const seen = pages.flatMap(({ cards }) => cards)
  const changing = seen.filter(({ id, changes }) => changes.length > 0 && !except.has(id)).length
  const leftOut = except.size > 0 ? ` ${counted(except.size)} left out.` : ''
  if (seen.length >= total)
    return `${changing.toLocaleString('en')} of ${counted(total)} would change.${leftOut}`
  return `${changing.toLocaleString('en')} of the first ${counted(seen.length)} would change; there are ${total.toLocaleString('en')}.${leftOut}`
}

/** A value of a trial, which comes as text. */
export function trialValue(field: TemplateField, text: string): string {
  return shownValue(field, text)
}

const skippedMost = 200

/** What a run that is over has done. */
export function jobWords({ state, total, skipped }: TemplateJob): string {
  const done = counted(Math.max(0, total - skipped.length))
  const rest = skipped.length > 0 ? ` ${skippedWords(skipped.length)}` : ''
  if (state === 'undone') return `Taken back from ${done}.${rest}`
  return `Given to ${done}.${rest}`
}

function skippedWords(count: number): string {
  const many = count >= skippedMost ? `At least ${skippedMost} cards` : counted(count)
  return `${many} skipped, because somebody changed them meanwhile.`
}
