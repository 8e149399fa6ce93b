import { canUseDeveloperFields } from '../../../schema/access.ts'
import type { Card, CardInput, PublicCard } from '../../../schema/card.ts'
import { cardFields } from '../../../schema/card-fields.ts'
import { keysOf, pick } from '../../../schema/pick.ts'
import type { User } from '../../../schema/user.ts'

/** What the owner has typed so far: the whole card, as a save sends it. */
export type Draft = Required<Omit<CardInput, 'version' | 'website'>>

// The website is one of the customizations.
const { website: _, ...fields } = cardFields
export const draftFields = keysOf(fields)

export function draftOf(card: Card): Draft {
  return pick(card, draftFields)
}

/** The card as it would look with the draft. */
export function previewOf(card: Card, draft: Draft): PublicCard {
  const hasChat =
    canUseDeveloperFields(card.user) && draft.embedCodes.some((code) => code.trim() !== '')
  return { ...draft, id: card.id, updatedAt: card.updatedAt, hasChat }
}

/** What the toasts after a save say, where a screen has words of its own. */
export type SaveMessages = {
  /** By default `Card updated successfully`; null when the screen says it. */
  done?: string | null
  /** By default `Failed to save card`. */
  failed?: string
  /** Takes the fields back whatever the failure; otherwise what could not be sent stays in the draft. */
  takeBack?: boolean
}

/** What every tab and panel of the editors is given; a `change` is one step of undo. */
export type PanelProps = {
  user: User
  /** As the server last had it. */
  card: Card
  draft: Draft
  change: (fields: Partial<Draft>) => void
  /** Saves the whole draft with these fields changed; false, with the reason on screen, when it could not be. */
  save: (fields?: Partial<Draft>, words?: SaveMessages) => Promise<boolean>
  /** What is wrong, by path in the draft, such as `customButtons.0.url`; empty until a save was refused. */
  errors: Record<string, string>
}
