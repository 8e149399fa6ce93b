/** Links, display texts and CSS derived from a card's fields. Safe for any stored text. */
import type { PublicCard } from '../schema/cards/card.ts'
import type { CustomButton } from '../schema/cards/card-fields.ts'
import { defaultButtonColor } from '../schema/cards/card-fields.ts'
import { safeLink } from '../schema/link.ts'
import { luminance } from '../schema/luminance.ts'
import { isPhone, StoredEmail } from '../schema/text.ts'
import type { CardWords } from './words/en.ts'

/** Returns a link without a number, for a card that cannot be pressed: the library for phone numbers is then not loaded. */
export function inertTelHref(phone: string | null): string | undefined {
  return phone && isPhone(phone) ? 'tel:' : undefined
}

/** Returns a `mailto:` URL with one recipient and no headers; undefined unless the text is an email address. */
export function mailHref(email: string | null): string | undefined {
  const address = StoredEmail.safeParse(email ?? '')
  if (!address.success) return undefined
  const at = address.data.lastIndexOf('@')
  return `mailto:${encodeURIComponent(address.data.slice(0, at))}@${encodeURIComponent(address.data.slice(at + 1))}`
}

/**
 * Returns the attributes of an element with a text of the card. `lang` is set if the text is not in the language of the page:
 * the text has no translation, or the page has no fixed words in that language.
 */
export function textProps(
  { language, languages, untranslated }: PublicCard,
  words: CardWords,
  text: string,
): { dir: 'auto'; lang?: string } {
  const written = untranslated?.includes(text) ? (languages?.[0] ?? language) : language
  return written === words.language ? { dir: 'auto' } : { dir: 'auto', lang: written }
}

/**
 * Unlock tokens for the links of a page, so that these show as much as the page. `unlockToken` is for a share point that shows
 * hidden details. `chatUnlockToken` is for the chat after an exchange, because its frame is loaded without cookies.
 */
export type UnlockTokens = {
  unlockToken?: string | undefined
  chatUnlockToken?: string | undefined
}
export type CardWithUnlockTokens = PublicCard & UnlockTokens

/** Returns the query that keeps the language of the page; empty for a card with one language. */
export function languageQuery({ language, languages }: PublicCard): string {
  return languages ? `?l=${language}` : ''
}

/** Returns the query that keeps the language and the unlock token of the page. */
export function unlockQuery(card: CardWithUnlockTokens): string {
  const language = languageQuery(card)
  return card.unlockToken ? `${language || '?'}${language && '&'}p=${card.unlockToken}` : language
}

export function aboutText(card: PublicCard): string | undefined {
  return card.about ?? card.customizations.about ?? undefined
}

/** Returns the host and path of a URL for display, without `www.` and at most 40 characters long. */
export function displayUrl(url: string): string {
  const shown = url
    .trim()
    .replace(/^https?:\/\/(?:www\.)?/i, '')
    .replace(/[?#].*$/s, '')
    .replace(/\/$/, '')
  const letters = [...shown]
  return letters.length > maxDisplayed ? `${letters.slice(0, maxDisplayed - 1).join('')}…` : shown
}

const maxDisplayed = 40

/** Returns the attributes of a link to another site; none for `tel:`, `mailto:` and relative paths. */
export function externalLinkProps(href: string): { target?: string; rel?: string } {
  return /^https?:/i.test(href) ? { target: '_blank', rel: 'noopener noreferrer nofollow ugc' } : {}
}

/** Returns a Google Maps search for the address: a universal link, which phones open in their map app. */
export function mapLink(address: string): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address.replace(/\s+/g, ' '))}`
}

/** Returns the social links with safe URLs, in the owner's order. */
export function socialLinks(card: PublicCard): { key: string; href: string }[] {
  return Object.entries(card.socialLinks).flatMap(([key, url]) => {
    const href = safeLink(url)
    return href ? [{ key, href }] : []
  })
}

/** Returns the class that gives a button its color; `cardRules` has the rule. */
export function buttonClass(button: CustomButton): string {
  return `bc-c-${buttonColor(button).slice(1)}`
}

/** Returns the card's own CSS: one rule per button color. The rules of several cards never conflict. */
export function cardRules(card: PublicCard): string {
  const colors = new Set(card.customButtons.map(buttonColor))
  return [...colors]
    .map((color) => `.bc-c-${color.slice(1)}{--b:${color};--bt:${contrastColor(color)}}`)
    .join('')
}

function buttonColor({ backgroundColor }: CustomButton): string {
  return /^#[0-9a-f]{6}$/i.test(backgroundColor)
    ? backgroundColor.toLowerCase()
    : defaultButtonColor
}

/** Returns black or white, whichever contrasts more with `#rrggbb`; the ratio is at least 4.58. */
export function contrastColor(color: string): '#000' | '#fff' {
  const light = luminance(color)
  return (light + 0.05) / 0.05 >= 1.05 / (light + 0.05) ? '#000' : '#fff'
}
