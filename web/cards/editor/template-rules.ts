import { reachFields, reachOf } from '../../../schema/cards/reach.ts'
import {
  type Rule,
  type TemplateRules,
  templateFields,
} from '../../../schema/templates/template-rules.ts'
import { t } from '../../messages/t.ts'
import type { Draft } from './draft.ts'

/** The hint of a field that the card's template locks. */
export const lockedFieldText = t('Your admin manages this field.')

type TemplateContext = {
  user: { accessLevel: number }
  card: { template: { rules: TemplateRules } | null }
}

/** Returns the template's rule for a field; `free` for administrators. */
export function ruleOf({ user, card: { template } }: TemplateContext, field: string): Rule {
  const known = templateFields.find((each) => each === field)
  return (user.accessLevel < 4 && known && template?.rules[known]) || 'free'
}

/** Returns why the field cannot be edited; undefined if it can. */
export function lockedReason(context: TemplateContext, field: string): string | undefined {
  const rule = ruleOf(context, field)
  return rule === 'locked' || rule === 'hidden' ? lockedFieldText : undefined
}

/** Whether the server would accept the change: it must not touch a read-only field. */
export function canChange(
  context: TemplateContext & { draft: Draft },
  { customizations, ...fields }: Partial<Draft>,
): boolean {
  const { draft } = context
  const texts = customizations ?? draft.customizations
  const reaches = reachFields.filter(
    (field) => reachOf(texts.visibility, field) !== reachOf(draft.customizations.visibility, field),
  )
  const touched = [
    ...Object.keys(fields),
    ...reaches,
    ...(reaches.length > 0 ? ['visibility'] : []),
    ...(['website', 'about'] as const).filter((key) => texts[key] !== draft.customizations[key]),
  ]
  return !touched.some((field) => lockedReason(context, field))
}

/** Returns the hint of a field: why it is read-only, or else its own hint, marked if the field is required. */
export function ruleHint(
  context: TemplateContext,
  field: string,
  hint?: string,
): string | undefined {
  if (ruleOf(context, field) === 'required')
    return hint ? `${t('Required.')} ${hint}` : t('Required.')
  return lockedReason(context, field) ?? hint
}
