import type { Card, CardInput } from '../../../schema/cards/card.ts'
import { cardFields } from '../../../schema/cards/card-fields.ts'
import { keysOf, pick } from '../../../schema/pick.ts'
import type { User } from '../../../schema/users/user.ts'
import { t } from '../../messages/t.ts'

/** The edited card: all fields, as a save sends them. */
export type Draft = Required<Omit<CardInput, 'version' | 'website'>>

// A draft has the website in its customizations.
const { website: _, ...fields } = cardFields
export const draftFields = keysOf(fields)

export function toDraft(card: Card): Draft {
  return pick(card, draftFields)
}

/** Texts of the toasts after a save. */
export type SaveMessages = {
  /** Defaults to `Card updated successfully`; null for no toast. */
  done?: string | null
  /** Defaults to `Failed to save card`. */
  failed?: string
  /** Reverts the fields on any failure. Otherwise the draft keeps fields that could not be sent. */
  revert?: boolean
}

/** Props of every tab and panel of the editors; a `change` is one undo step. */
export type PanelProps = {
  user: User
  /** The last card received from the server. */
  card: Card
  draft: Draft
  /** The translation being edited; undefined for the card's own texts. */
  language?: string | undefined
  change: (fields: Partial<Draft>) => void
  /** Saves the draft with these fields changed. Resolves to false on failure, with the reason on screen. */
  save: (fields?: Partial<Draft>, messages?: SaveMessages) => Promise<boolean>
  /** Errors by path in the draft, such as `customButtons.0.url`; empty until a save is rejected. */
  errors: Record<string, string>
}

/** Says that the card was saved elsewhere. */
export const conflictMessage = t(
  'This card was changed elsewhere since you opened it. Save again to decide what to keep.',
)
/** Says that a save did not reach the server. */
export const offlineMessage = t(
  'The server cannot be reached. Your changes are kept on this device and saved when the connection is back.',
)
