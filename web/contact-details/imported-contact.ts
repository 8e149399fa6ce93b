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

/** One value from a source. Without a target, it is used only if the user selects a field for it. */
export type ImportedValue = {
  text: string
  target?: Target
  /** For a phone or email. */
  label?: ContactLabel
  /** For a social link: the key of its network. */
  network?: string
  /** For a button: its label. */
  caption?: string
}

/** Returns the text as a value for the field; nothing if it is blank. */
export function valuesOf(target: Target, text: string | null | undefined): ImportedValue[] {
  const trimmed = text?.trim()
  return trimmed ? [{ target, text: trimmed }] : []
}

export type ImportedContact = {
  values: ImportedValue[]
  /** The profile photo, unchecked. */
  photo?: File
}
