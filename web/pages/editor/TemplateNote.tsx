import { Icon } from '../../../card/Icon.tsx'
import { fieldList, type Rule, templateFields } from '../../../schema/template-rules.ts'
import type { PanelProps } from './draft.ts'

/** Whose rules hold for the card, and for which of its fields. */
export function TemplateNote({ user, card: { template } }: Pick<PanelProps, 'user' | 'card'>) {
  if (!template) return null
  const listed = (...rules: Rule[]) =>
    fieldList(templateFields.filter((field) => rules.includes(template.rules[field] ?? 'free')))
  const [fixed, required] = [listed('locked', 'hidden'), listed('required')]
  const decides = user.accessLevel < 4 ? 'your administrator decides' : 'only administrators change'
  return (
    <div className="note draft-note">
      <Icon name="lock" />
      <p>
        From template <bdi>{template.name}</bdi>
        {fixed && `: ${decides} ${fixed}`}.{required && ` Required: ${required}.`}
      </p>
    </div>
  )
}
