import type { ContactLabel } from '../../schema/cards/card-fields.ts'

/** The fields that a value can fill, in the order in which they are reviewed. */
export const targets = [
  ...(['name', 'prefix', 'given', 'additional', 'family', 'suffix', 'pronouns'] as const),
  ...(['title', 'company', 'department'] as const),
  ...(['phone', 'morePhones', 'email', 'moreEmails', 'website', 'address'] as const),
  ...(['about', 'social', 'button'] as const),
] as const
export const nameParts = ['prefix', 'given', 'additional', 'family', 'suffix'] as const
export type Target = (typeof targets)[number]

/** One value from a source. Without a target its field is unknown, and it is not used unless the user selects one. */
export type ImportedValue = {
  text: string
  target?: Target
  /** Of a phone or email. */
  label?: ContactLabel
  /** Of a social link: the key of its network. */
  network?: string
  /** Of a button: its label. */
  caption?: string
}

/** Returns the value for a field; none if the text is blank. */
export function valuesOf(target: Target, text: string | null | undefined): ImportedValue[] {
  const trimmed = text?.trim()
  return trimmed ? [{ target, text: trimmed }] : []
}

export type ImportedContact = {
  values: ImportedValue[]
  /** The profile photo, unchecked. */
  photo?: File
}
