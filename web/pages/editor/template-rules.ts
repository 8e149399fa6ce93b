import { type Rule, type TemplateRules, templateFields } from '../../../schema/template-rules.ts'
import type { Draft } from './draft.ts'

type Editing = {
  user: { accessLevel: number }
  card: { template: { rules: TemplateRules } | null }
}

/** Returns the template's rule for a field; `free` for administrators. */
export function ruleOf({ user, card: { template } }: Editing, field: string): Rule {
  const known = templateFields.find((each) => each === field)
  return (user.accessLevel < 4 && known && template?.rules[known]) || 'free'
}

/** Returns why the field cannot be edited; undefined if it can. */
export function lockedReason(editing: Editing, field: string): string | undefined {
  const rule = ruleOf(editing, field)
  return rule === 'locked' || rule === 'hidden'
    ? 'Your administrator manages this field.'
    : undefined
}

/** Whether the server would accept the change: read-only fields in it must keep their value. */
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

/** Returns the hint of a field: why it is read-only, or that it is required, followed by its own hint. */
export function ruleHint(editing: Editing, field: string, hint?: string): string | undefined {
  if (ruleOf(editing, field) === 'required') return hint ? `Required. ${hint}` : 'Required.'
  return lockedReason(editing, field) ?? hint
}
