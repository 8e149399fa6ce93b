import { type Card, CardInput } from '../../../schema/cards/card.ts'
import { newValueErrors } from '../../../schema/cards/card-values.ts'
import { errorMessage, RequestError } from '../../api.ts'
import { t, translated } from '../../messages/t.ts'
import type { Draft } from './draft.ts'
import { fieldName, tabNames, tabOfField } from './field-labels.ts'

/**
 * Returns validation errors by path such as `customButtons.0.url`; empty if the draft is valid. What the stored card has
 * already is valid.
 */
export function validateDraft(draft: Draft, stored?: Draft | Card): Record<string, string> {
  const errors: Record<string, string> = {}
  // The first error of each field counts.
  for (const { path, message } of CardInput.safeParse(draft).error?.issues ?? [])
    errors[path.join('.') || 'socialLinks'] ??= translated(message)
  for (const [path, message] of Object.entries(newValueErrors(draft, stored)))
    errors[path] ??= translated(message)
  return errors
}

/** Returns the path of the first invalid field in tab order; undefined without errors. */
export function firstErrorPath(errors: Record<string, string>): string | undefined {
  const tabIndex = (path: string) => tabNames.indexOf(tabOfField(path))
  return Object.keys(errors).toSorted((one, other) => tabIndex(one) - tabIndex(other))[0]
}

/** Returns the first error with its field's name, and the number of others; undefined without errors. */
export function errorSummary(errors: Record<string, string>): string | undefined {
  const path = firstErrorPath(errors)
  if (path === undefined) return undefined
  const otherCount = Object.keys(errors).length - 1
  const rest = otherCount === 0 ? '' : ` ${t('(and {count} more)', { count: otherCount })}`
  return `${fieldName(path)}: ${errors[path]}${rest}`
}

/** Returns the path and message of the field that the server rejected; undefined if it names none. */
export function serverFieldError(error: unknown): { path: string; message: string } | undefined {
  const path = error instanceof RequestError ? fieldsByCode.get(error.code) : undefined
  return path ? { path, message: errorMessage(error, '') } : undefined
}

const fieldsByCode = new Map([
  ['slug', 'slug'],
  ['successor', 'successorId'],
  ['custom-css', 'customizations.customCss'],
])

/** Whether the same save may succeed later: network and server errors, 401, 412 and 429. */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof RequestError)) return true
  return [0, 401, 412, 429].includes(error.status) || error.status >= 500
}
