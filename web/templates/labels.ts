import type { Card } from '../../schema/cards/card.ts'
import type { Rule, TemplateRules } from '../../schema/templates/template-rules.ts'
import { templateFields } from '../../schema/templates/template-rules.ts'
import { t } from '../messages/t.ts'

export const ruleNames: Record<Rule, string> = {
  free: t('Free'),
  required: t('Required'),
  locked: t('Locked'),
  hidden: t('Hidden'),
}

export const ruleTexts: Record<Rule, string> = {
  free: t('Each owner decides.'),
  required: t('Each owner decides, but must fill it in.'),
  locked: t("The model card's value on every card. Only admins can change it."),
  hidden: t('Empty on every card. Only admins can change it.'),
}

export const systemAdminOnly = {
  template: t(
    'A System Admin ran this template or has a card with it. Only a System Admin can change or delete it.',
  ),
  run: t(
    'A System Admin started this run. Only a System Admin can continue it, undo it, or run this template again.',
  ),
}

/** Returns `3 cards` or `1 card`. */
export function counted(count: number): string {
  return t('{count, plural, one {# card} other {# cards}}', { count })
}

/** Returns the rules without free fields, as the server stores them. */
export function withoutFree(rules: TemplateRules): TemplateRules {
  const kept = templateFields.flatMap((field) => {
    const rule = rules[field]
    return rule && rule !== 'free' ? [[field, rule] as const] : []
  })
  return Object.fromEntries(kept)
}

/** The rules of a new template: a team shares theme, logo and company, as far as the model card has them. */
export function firstRules(card: Pick<Card, 'company' | 'logoUrl'> | undefined): TemplateRules {
  return {
    theme: 'locked',
    ...(card?.company && { company: 'locked' as const }),
    ...(card?.logoUrl && { logoUrl: 'locked' as const }),
  }
}
