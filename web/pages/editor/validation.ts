import { CardInput } from '../../../schema/card.ts'
import { errorMessage, RequestError } from '../../api.ts'
import type { Draft } from './draft.ts'

/** Returns validation errors by path such as `customButtons.0.url`; empty if the draft is valid. */
export function validateDraft(draft: Draft): Record<string, string> {
  const checked = CardInput.safeParse(draft)
  if (checked.success) return {}
  const errors = checked.error.issues.map(
    ({ path, message }) => [path.join('.') || 'socialLinks', message] as const,
  )
  // Reversed, so that the first error of a field wins.
  return Object.fromEntries(errors.reverse())
}

/** Returns the path and message of the field that the server rejected; undefined if it names none. */
export function serverFieldError(error: unknown): { path: string; message: string } | undefined {
  const path = error instanceof RequestError ? fieldsByCode.get(error.code) : undefined
  return path ? { path, message: errorMessage(error, '') } : undefined
}

const fieldsByCode = new Map([
  ['slug', 'slug'],
  ['custom-css', 'customizations.customCss'],
])

/** Whether the same save may succeed later: network and server errors, 401, 412 and 429. */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof RequestError)) return true
  return [0, 401, 412, 429].includes(error.status) || error.status >= 500
}
