import { CardInput } from '../../../schema/card.ts'
import type { Draft } from './draft.ts'

/** What is wrong with the draft, by path such as `customButtons.0.url`; empty when it can be saved. */
export function errorsOf(draft: Draft): Record<string, string> {
  const checked = CardInput.safeParse(draft)
  if (checked.success) return {}
  const errors = checked.error.issues.map(
    ({ path, message }) => [path.join('.') || 'socialLinks', message] as const,
  )
  // The first objection to a field is the one to show.
  return Object.fromEntries(errors.reverse())
}
