import { canUseDeveloperFields } from '../../../schema/access.ts'
import type { Card, CardInput, PublicCard } from '../../../schema/card.ts'
import { cardFields } from '../../../schema/card-fields.ts'
import { keysOf, pick } from '../../../schema/pick.ts'
import type { User } from '../../../schema/user.ts'

/** The edited card: all fields, as a save sends them. */
export type Draft = Required<Omit<CardInput, 'version' | 'website'>>

// The website is part of the customizations.
const { website: _, ...fields } = cardFields
export const draftFields = keysOf(fields)

export function toDraft(card: Card): Draft {
  return pick(card, draftFields)
}

/** Returns the public card with the draft applied. */
export function toPublicCard(card: Card, draft: Draft): PublicCard {
  const hasChat =
    canUseDeveloperFields(card.user) && draft.embedCodes.some((code) => code.trim() !== '')
  const logoTone = draft.logoUrl === card.logoUrl ? card.logoTone : undefined
  const videoStill = draft.videoUrl === card.videoUrl ? card.videoStill : undefined
  return { ...draft, id: card.id, updatedAt: card.updatedAt, hasChat, logoTone, videoStill }
}

/** Texts of the toasts after a save. */
export type SaveMessages = {
  /** Defaults to `Card updated successfully`; null for no toast. */
  done?: string | null
  /** Defaults to `Failed to save card`. */
  failed?: string
  /** Reverts the fields on any failure; otherwise fields that could not be sent stay in the draft. */
  revert?: boolean
}

/** Props of every tab and panel of the editors; a `change` is one undo step. */
export type PanelProps = {
  user: User
  /** The last card received from the server. */
  card: Card
  draft: Draft
  change: (fields: Partial<Draft>) => void
  /** Saves the draft with these fields changed; resolves to false if it failed, with the reason on screen. */
  save: (fields?: Partial<Draft>, messages?: SaveMessages) => Promise<boolean>
  /** Validation errors by path in the draft, such as `customButtons.0.url`; empty until a save is rejected. */
  errors: Record<string, string>
}
