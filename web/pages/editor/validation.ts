import { CardInput } from '../../../schema/card.ts'
import { errorMessage, RequestError } from '../../api.ts'
import type { Draft } from './draft.ts'

/** What is wrong with the draft, by path such as `customButtons.0.url`; empty when it can be saved. */
export function validateDraft(draft: Draft): Record<string, string> {
  const checked = CardInput.safeParse(draft)
  if (checked.success) return {}
  const errors = checked.error.issues.map(
    ({ path, message }) => [path.join('.') || 'socialLinks', message] as const,
  )
  // The first objection to a field is the one to show.
  return Object.fromEntries(errors.reverse())
}

/** The field the server objected to, and its sentence; undefined when it names none. */
export function serverFieldError(error: unknown): { path: string; message: string } | undefined {
  const path = error instanceof RequestError ? fieldsByCode.get(error.code) : undefined
  return path ? { path, message: errorMessage(error, '') } : undefined
}

const fieldsByCode = new Map([
  ['slug', 'slug'],
  ['custom-css', 'customizations.customCss'],
])

/** Whether the same save may yet succeed: the server was not reached, is in trouble, or wants a sign-in or a decision. */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof RequestError)) return true
  return [0, 401, 412, 429].includes(error.status) || error.status >= 500
}
