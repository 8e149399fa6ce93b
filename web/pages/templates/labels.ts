import type { Rule, TemplateRules } from '../../../schema/template-rules.ts'
import { templateFields } from '../../../schema/template-rules.ts'

export const ruleNames: Record<Rule, string> = {
  free: 'Free',
  required: 'Required',
  locked: 'Locked',
  hidden: 'Hidden',
}

export const ruleTexts: Record<Rule, string> = {
  free: 'Each owner decides.',
  required: 'Each owner decides, but must fill it in.',
  locked: "The model card's value on every card. Only administrators can change it.",
  hidden: 'Empty on every card. Only administrators can change it.',
}

export const systemAdminOnly = {
  template:
    'A System Admin ran this template or has a card with it. Only a System Admin can change or delete it.',
  run: 'A System Admin started this run. Only a System Admin can continue it, undo it, or run this template again.',
}

/** `3 cards`, `1 card`. */
export function counted(count: number, one = 'card', many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}

/** Returns the rules without free fields, as the server stores them. */
export function ruled(rules: TemplateRules): TemplateRules {
  const kept = templateFields.flatMap((field) => {
    const rule = rules[field]
    return rule && rule !== 'free' ? [[field, rule] as const] : []
  })
  return Object.fromEntries(kept)
}
