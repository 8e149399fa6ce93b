/** What the contact check tells: a finding, and what one press would change. */
import type { CardInput } from '../../schema/card.ts'

/** The card as its owner has typed it so far. */
export type CheckedCard = Required<Omit<CardInput, 'version' | 'website'>> & {
  id: number
  updatedAt: string
}

export type Change = Partial<Omit<CheckedCard, 'id' | 'updatedAt'>>

export type Fix = { label: string; change: Change }

export type Finding = {
  /** Stays the same while the finding does. */
  id: string
  title: string
  detail: string
  /** One press each; the first is what most would choose. */
  fixes: Fix[]
  /** Further fixes, too many for buttons. */
  more?: { label: string; options: Fix[] }
}

export function withCustomizations(
  card: CheckedCard,
  fields: Partial<CheckedCard['customizations']>,
) {
  return { customizations: { ...card.customizations, ...fields } }
}
