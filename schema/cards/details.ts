/**
 * Details of the person on a card, stored in `customizations`: label, most characters, and an example for the editor.
 * Contracts, translations, reaches, drafts and editor fields are derived from this table. A new detail also needs a place on
 * the card (`card/parts/CardHeader.tsx`), its word (`card/words/en.ts`), its mark in the preview (`web/cards/editor/audience.css`) and
 * its property of the contact file (`card/contact/vcard.ts`).
 */
import { keysOf } from '../pick.ts'

export const details = {
  pronouns: { label: 'Pronouns', max: 40, hint: 'e.g. she/her' },
  department: { label: 'Department', max: 100, hint: 'e.g. Sales' },
} as const
export type DetailName = keyof typeof details
export const detailNames = keysOf(details)

/** Returns an object with a value for each detail. */
export function eachDetail<Value>(of: (name: DetailName) => Value): Record<DetailName, Value> {
  const entries = detailNames.map((name) => [name, of(name)])
  return Object.fromEntries(entries)
}
