/** The fields of a draft that not everyone sees. */

import { type ReachField, reachOf } from '../../../../schema/cards/reach.ts'
import { hiddenFields } from '../../../../schema/cards/reveal.ts'
import { asciiText, comparedDigits } from '../../../../schema/phone-text.ts'
import type { PanelProps } from '../draft.ts'
import { toPublicCard } from '../public-card.ts'
import { reachFieldName } from './reach.ts'

/** Returns the fields with a value that not everyone sees, with their reaches. */
export function hiddenOf({ card, draft }: Pick<PanelProps, 'card' | 'draft'>) {
  const { visibility } = draft.customizations
  return hiddenFields(toPublicCard(card, draft), visibility).map((field) => ({
    field,
    reach: reachOf(visibility, field),
  }))
}

/** Returns the names of the fields, separated by commas. */
export function namesOf(fields: { field: ReachField }[]): string {
  return fields.map(({ field }) => reachFieldName(field)).join(', ')
}

const blocks = ['website', 'about', 'customButtons', 'socialLinks'] as const

/** Returns the blocks that contain a hidden phone number or email, such as a button to call, and are seen by others. */
export function blocksThatReveal({ card, draft }: Pick<PanelProps, 'card' | 'draft'>) {
  const { visibility } = draft.customizations
  const shown = toPublicCard(card, draft)
  const { phone, email, customizations } = shown
  const { phones, emails } = customizations
  const secrets = [
    { reach: reachOf(visibility, 'phone'), values: [phone] },
    { reach: reachOf(visibility, 'email'), values: [email] },
    { reach: reachOf(visibility, 'phones'), values: (phones ?? []).map(({ value }) => value) },
    { reach: reachOf(visibility, 'emails'), values: (emails ?? []).map(({ value }) => value) },
  ].filter(({ reach }) => reach !== 'everyone')
  const texts = { ...customizations, ...shown, about: shown.about ?? customizations.about }
  return blocks
    .filter((field) => {
      const reach = reachOf(visibility, field)
      const text = decoded(JSON.stringify(texts[field] ?? ''))
      return secrets
        .filter((secret) => reach !== 'nobody' && reach !== secret.reach)
        .some(({ values }) => values.some((value) => value && contains(text, value)))
    })
    .map((field) => ({ field }))
}

function contains(text: string, value: string): boolean {
  if (value.includes('@')) return text.toLowerCase().includes(value.toLowerCase())
  const digits = comparedDigits(value)
  return (
    digits !== undefined &&
    asciiText(text)
      .replace(/[\s()./-]/g, '')
      .includes(digits)
  )
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
