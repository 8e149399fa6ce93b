import { canUseDeveloperFields } from '../../../schema/access.ts'
import type { Card, PublicCard } from '../../../schema/cards/card.ts'
import { localize } from '../../../schema/cards/localize.ts'
import type { Reach } from '../../../schema/cards/reach.ts'
import { hiddenFields, publicView } from '../../../schema/cards/reveal.ts'
import type { Draft } from './draft.ts'

/** As whom to look at a card: its owner sees everything. */
export type Audience = 'owner' | 'everyone' | 'exchange' | 'share-points'

/** Returns the card with the draft applied: in its base language or another, for its owner or a visitor. */
export function toPublicCard(
  card: Card,
  draft: Draft,
  {
    language = draft.language,
    audience = 'owner',
  }: { language?: string; audience?: Audience } = {},
): PublicCard {
  const hasChat =
    canUseDeveloperFields(card.user) && draft.embedCodes.some((code) => code.trim() !== '')
  const logoTone = draft.logoUrl === card.logoUrl ? card.logoTone : undefined
  const videoStill = draft.videoUrl === card.videoUrl ? card.videoStill : undefined
  const { id, updatedAt } = card
  const whole = { ...draft, id, updatedAt, hasChat, logoTone, videoStill }
  if (audience === 'owner') return localize(whole, draft.locales, language)
  const may: Reach[] = audience === 'everyone' ? ['everyone'] : ['everyone', audience]
  const shown = publicView(whole, language, may)
  const locked = hiddenFields(whole, draft.customizations.visibility, 'exchange')
  const isOffered = audience !== 'exchange' && shown.formConfig.fields.length > 0
  return isOffered && locked.length > 0 ? { ...shown, afterExchange: locked } : shown
}
