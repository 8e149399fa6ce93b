/** The sentence a visitor reads above Send, before they share their details. */
import type { PublicCard } from '../schema/card.ts'

/** The owner's own words, or who receives what is sent. */
export function consentText(card: Pick<PublicCard, 'name' | 'company' | 'formConfig'>): string {
  const receiver = card.name ?? card.company ?? 'the owner of this card'
  return card.formConfig.consent ?? `What you send goes to ${receiver}.`
}
