import { type Rule, type TemplateRules, templateFields } from '../../../schema/template-rules.ts'
import type { Draft } from './draft.ts'

type Editing = {
  user: { accessLevel: number }
  card: { template: { rules: TemplateRules } | null }
}

/** What the card's template says of a field to who edits it; administrators are free. */
export function ruleOf({ user, card: { template } }: Editing, field: string): Rule {
  const known = templateFields.find((each) => each === field)
  return (user.accessLevel < 4 && known && template?.rules[known]) || 'free'
}

/** Why the field cannot be edited; undefined when it can. */
export function lockedReason(editing: Editing, field: string): string | undefined {
  const rule = ruleOf(editing, field)
  return rule === 'locked' || rule === 'hidden'
    ? 'Your administrator decides this field.'
    : undefined
}

/** Whether the server would take this change: a fixed field that it names must stay as it is. */
export function canChange(
  editing: Editing & { draft: Draft },
  { customizations, ...fields }: Partial<Draft>,
): boolean {
  const { draft } = editing
  const texts = customizations ?? draft.customizations
  const touched = [
    ...Object.keys(fields),
    ...(['website', 'about'] as const).filter((key) => texts[key] !== draft.customizations[key]),
  ]
  return !touched.some((field) => lockedReason(editing, field))
}

/** What is said of a field beside it: why it is fixed, or that it must be filled, before its own hint. */
export function ruleHint(editing: Editing, field: string, hint?: string): string | undefined {
  if (ruleOf(editing, field) === 'required') return hint ? `Required. ${hint}` : 'Required.'
  return lockedReason(editing, field) ?? hint
}
