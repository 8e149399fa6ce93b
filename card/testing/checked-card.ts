/** Cards of the editor to check, and what is found. Only tests import this. */
import { CardInput } from '../../schema/card.ts'
import { checkContact } from '../contact/check.ts'
import type { CheckedCard, Finding } from '../contact/findings.ts'

/** Where the pages of the cards are. */
export const origin = 'https://cards.test'

/** A card in order, with these fields instead of its own. */
export function makeCard(fields: Partial<Record<keyof CheckedCard, unknown>> = {}): CheckedCard {
  const {
    version: _,
    website: __,
    ...input
  } = CardInput.parse({
    slug: 'ada',
    name: 'Ada Lovelace',
    phone: '+44 20 7946 0102',
    email: 'ada@engine.example',
    ...fields,
  })
  return { ...input, state: 'live', id: 7, updatedAt: '2026-11-21T09:00:00.123Z' }
}

/** What is found in it, errors first. */
export function findings(card: CheckedCard): Finding[] {
  const { errors, advice } = checkContact(card, origin)
  return [...errors, ...advice]
}

/** A picture that was uploaded here, by the end of its name: `<width>.<type>`. */
export const picture = (ending: string) => `/images/${'a'.repeat(64)}-${ending}`

/** One of several phones or e-mails. */
export const labelled = (label: string, value: string) => ({ label, value })
