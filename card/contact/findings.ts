/** What the contact check finds, and the fixes it offers. */
import type { CardInput } from '../../schema/cards/card.ts'

/** The card as edited, including unsaved changes. */
export type CheckedCard = Required<Omit<CardInput, 'version' | 'website'>> & {
  id: number
  updatedAt: string
}

export type Change = Partial<Omit<CheckedCard, 'id' | 'updatedAt'>>

export type Fix = { label: string; change: Change }

export type Finding = {
  /** Stable for as long as the finding applies. */
  id: string
  title: string
  detail: string
  /** One-tap fixes; the first is the recommended one. */
  fixes: Fix[]
  /** Further fixes, too many for buttons. */
  more?: { label: string; options: Fix[] }
}

/** Returns the change that sets these fields of `customizations`. */
export function withCustomizations(
  card: CheckedCard,
  fields: Partial<CheckedCard['customizations']>,
) {
  return { customizations: { ...card.customizations, ...fields } }
}
