/**
 * Details of the person on a card, stored in `customizations`, with the most characters and an example for the editor.
 * Contracts, translations, reaches, drafts and fields of the editor are derived. A new one also needs its place on the card
 * (`card/parts/CardHeader.tsx`), its word (`card/words/en.ts`), and how the preview marks it (`web/cards/editor/audience.css`).
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
