/** Who sees what of a draft: the card as each audience sees it, and its hidden fields. */
import { canUseDeveloperFields } from '../../../../schema/access.ts'
import type { Card, PublicCard } from '../../../../schema/cards/card.ts'
import { type Reach, type ReachField, reachOf } from '../../../../schema/cards/reach.ts'
import { hiddenFields, localize, publicView } from '../../../../schema/cards/reveal.ts'
import { asciiText, comparedDigits } from '../../../../schema/phone-text.ts'
import { decodedEscapes } from '../../../../schema/text.ts'
import type { Draft, PanelProps } from '../draft.ts'
import { reachFieldName } from './reach.ts'

/** Whose view of the card to show. The owner sees everything. */
export type Audience = 'owner' | 'everyone' | 'exchange' | 'share-points'

/** Returns the fields that have a value and are not visible to everyone, with their reach. */
export function hiddenOf({ card, draft }: Pick<PanelProps, 'card' | 'draft'>) {
  const { visibility } = draft.customizations
  return hiddenFields(toPublicCard(card, draft), visibility).map((field) => ({
    field,
    reach: reachOf(visibility, field),
  }))
}

/** Returns the names of the fields, separated by commas. */
export function namesOf(fields: { field: ReachField }[]): string {
  return fields.map(({ field }) => reachFieldName(field)).join(', ')
}

const blocks = ['website', 'about', 'customButtons', 'socialLinks'] as const

/** Returns visible blocks, such as a button to call, that contain a phone number or email hidden elsewhere. */
export function blocksThatReveal({ card, draft }: Pick<PanelProps, 'card' | 'draft'>) {
  const { visibility } = draft.customizations
  const shown = toPublicCard(card, draft)
  const { phone, email, customizations } = shown
  const { phones, emails } = customizations
  const secrets = [
    { reach: reachOf(visibility, 'phone'), values: [phone] },
    { reach: reachOf(visibility, 'email'), values: [email] },
    { reach: reachOf(visibility, 'phones'), values: (phones ?? []).map(({ value }) => value) },
    { reach: reachOf(visibility, 'emails'), values: (emails ?? []).map(({ value }) => value) },
  ].filter(({ reach }) => reach !== 'everyone')
  const texts = { ...customizations, ...shown, about: shown.about ?? customizations.about }
  return blocks
    .filter((field) => {
      const reach = reachOf(visibility, field)
      const text = decodedEscapes(JSON.stringify(texts[field] ?? ''))
      return secrets
        .filter((secret) => reach !== 'nobody' && reach !== secret.reach)
        .some(({ values }) => values.some((value) => value && contains(text, value)))
    })
    .map((field) => ({ field }))
}

function contains(text: string, value: string): boolean {
  if (value.includes('@')) return text.toLowerCase().includes(value.toLowerCase())
  const digits = comparedDigits(value)
  return (
    digits !== undefined &&
    asciiText(text)
      .replace(/[\s()./-]/g, '')
      .includes(digits)
  )
}

/** Returns the card with the draft applied, in one language and as the audience sees it. */
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
