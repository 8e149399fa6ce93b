/** Test fixtures for the contact check. */
import { CardInput } from '../../schema/cards/card.ts'
import { checkContact } from '../contact/check.ts'
import type { CheckedCard, Finding } from '../contact/findings.ts'

/** Origin of the cards' public pages. */
export const origin = 'https://cards.test'

/** Returns a card that has no findings, with these fields replaced. */
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
  const language = { language: 'en', locales: {} }
  const live = { state: 'live', successorId: null, successorUrl: null } as const
  return { ...input, ...language, ...live, id: 7, updatedAt: '2026-11-21T09:00:00.123Z' }
}

/** Returns the card's findings, errors first. */
export function findings(card: CheckedCard): Finding[] {
  const { errors, advice } = checkContact(card, origin)
  return [...errors, ...advice]
}

/** Returns the path of an uploaded image; `ending` is `<width>.<type>`. */
export const picture = (ending: string) => `/images/${'a'.repeat(64)}-${ending}`

/** An additional phone or email. */
export const labelled = (label: string, value: string) => ({ label, value })
