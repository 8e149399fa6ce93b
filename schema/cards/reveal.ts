/** What a viewer sees of a card: values they may not see are removed, here and nowhere else, and texts are translated. */
import { imageHash } from '../images/image.ts'
import { isSamePhone } from '../phone-text.ts'
import { keysOf, pick } from '../pick.ts'
import type { PublicCard } from './card.ts'
import {
  type CardLocales,
  type CardTexts,
  cardTexts,
  type ImageTexts,
  textNames,
} from './card-texts.ts'
import { eachDetail } from './details.ts'
import { type Reach, type ReachField, reachFields, reachOf, type Visibility } from './reach.ts'

type Detail = Exclude<keyof PublicCard, 'customizations'> | keyof PublicCard['customizations']

/**
 * The field that each value of a public card is hidden with: true for the field of the same name, null if everyone sees the
 * value. A new value does not compile without a row here, and a value without a row is never shown.
 */
const hiddenWith = {
  id: null,
  slug: null,
  theme: null,
  name: null,
  nameParts: null,
  title: true,
  company: true,
  ...eachDetail(() => true as const),
  phone: true,
  phones: true,
  email: true,
  emails: true,
  website: true,
  address: true,
  pin: 'address',
  about: true,
  profilePicture: true,
  coverPhoto: true,
  logoUrl: true,
  logoTone: 'logoUrl',
  /** Shown to everyone, unless it is the file of a hidden image. */
  faviconUrl: null,
  /** Filtered by image. */
  alts: null,
  videoUrl: true,
  videoStill: 'videoUrl',
  socialLinks: true,
  customButtons: true,
  gallery: true,
  formConfig: true,
  hasChat: 'embedCodes',
  language: null,
  languages: null,
  untranslated: null,
  afterExchange: null,
  updatedAt: null,
} as const satisfies Record<Detail, ReachField | true | null>

const fieldOf = new Map(
  Object.entries(hiddenWith).map(([key, field]) => [
    key,
    field && reachFields.find((each) => each === (field === true ? key : field)),
  ]),
)

/** The values of hidden fields; all others are null. */
const emptied = new Map<string, unknown>([
  ['socialLinks', {}],
  ['customButtons', []],
  ['gallery', []],
  ['formConfig', { fields: [], consent: null, thanks: null }],
  ['hasChat', undefined],
])

/** `may` are the reaches that the viewer sees; it always includes `everyone`. */
type Audience = { visibility: Visibility | null | undefined; may: readonly Reach[] }

/** Returns the card with only what the viewer may see. */
export function reveal(card: PublicCard, audience: Audience): PublicCard {
  const isShown = (key: string) => isRevealed(key, audience)
  const { customizations, ...fields } = card
  const shown: PublicCard = {
    ...only(fields, isShown),
    customizations: only(customizations, isShown),
  }
  const { alts, phones, emails } = shown.customizations
  return {
    ...shown,
    ...(isSameAsHidden(card, isShown) && { faviconUrl: null }),
    customizations: {
      ...shown.customizations,
      ...(alts && { alts: onlyAlts(alts, isShown) }),
      // An entry equal to the hidden phone or email is hidden with it.
      ...(phones && !isShown('phone') && { phones: withoutSame(phones, card.phone) }),
      ...(emails && !isShown('email') && { emails: withoutSame(emails, card.email) }),
    },
  }
}

/**
 * Returns what visitors with these reaches see of a card in a language. By default it is what everyone sees: owners give it
 * out in codes, signatures, prints and pictures.
 */
export function publicView(
  card: WholeCard,
  language = card.language,
  may: readonly Reach[] = ['everyone'],
): PublicCard {
  const { visibility } = card.customizations
  const visitor = { visibility, may }
  return localize(reveal(card, visitor), revealTexts(card.locales, visitor), language)
}

type WholeCard = PublicCard & {
  locales: CardLocales
  customizations: { visibility?: Visibility | null | undefined }
}

/** Returns the texts in other languages without the fields that the viewer may not see. */
export function revealTexts(locales: CardLocales, audience: Audience): CardLocales {
  const isShown = (key: string) => isRevealed(key, audience)
  const shown = Object.entries(locales).map(([language, texts]): [string, CardTexts] => {
    const names = textNames.filter((name) => texts[name] && isShown(cardTexts[name].field))
    const kept = pick(texts, names)
    return [language, kept.alts ? { ...kept, alts: onlyAlts(kept.alts, isShown) } : kept]
  })
  return Object.fromEntries(shown)
}

/** Returns the fields that have a value and are hidden from everyone or, with `reach`, have exactly this reach. */
export function hiddenFields(
  { customizations, ...fields }: PublicCard,
  visibility: Visibility | null | undefined,
  reach?: Reach,
): ReachField[] {
  const given = new Set(
    Object.entries({ ...customizations, ...fields, about: fields.about ?? customizations.about })
      .filter(([key, value]) => hasValue(key, value))
      .map(([key]) => fieldOf.get(key)),
  )
  return reachFields.filter((field) => {
    const own = reachOf(visibility, field)
    return own !== 'everyone' && (!reach || own === reach) && given.has(field)
  })
}

function isRevealed(key: string, { visibility, may }: Audience): boolean {
  const field = fieldOf.get(key)
  return field === null || (field !== undefined && may.includes(reachOf(visibility, field)))
}

/** Returns the object with hidden values emptied, and values without a row removed. */
function only<T extends object>(values: T, isShown: (key: string) => boolean): T {
  const entries = Object.entries(values).flatMap(([key, value]) => {
    if (!fieldOf.has(key)) return []
    if (isShown(key)) return [[key, value]]
    return [[key, emptied.has(key) ? emptied.get(key) : null]]
  })
  return Object.fromEntries(entries)
}

function onlyAlts(alts: ImageTexts, isShown: (key: string) => boolean): ImageTexts {
  return pick(alts, keysOf(alts).filter(isShown))
}

/** Whether the icon is the file of a hidden image, in any width. */
function isSameAsHidden(
  { faviconUrl, profilePicture, coverPhoto, logoUrl, gallery }: PublicCard,
  isShown: (key: string) => boolean,
): boolean {
  const images = { profilePicture, coverPhoto, logoUrl }
  const hidden = [
    ...keysOf(images).flatMap((key) => (isShown(key) ? [] : [images[key]])),
    ...(isShown('gallery') ? [] : gallery.map(({ url }) => url)),
  ]
  return !!faviconUrl && hidden.some((url) => url && fileOf(url) === fileOf(faviconUrl))
}

function fileOf(url: string): string {
  return imageHash(url) ?? url
}

function withoutSame<Contact extends { value: string }>(
  contacts: Contact[],
  value: string | null,
): Contact[] {
  const hidden = value ?? ''
  return contacts.filter(
    (contact) =>
      comparable(contact.value) !== comparable(hidden) && !isSamePhone(contact.value, hidden),
  )
}

function comparable(contact: string): string {
  return contact
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s()./-]/g, '')
}

function hasValue(key: string, value: unknown): boolean {
  if (key === 'formConfig' && typeof value === 'object' && value && 'fields' in value)
    return hasValue('fields', value.fields)
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0
  return Boolean(value)
}

// Translations.

/** The fields of a card that have texts, in the base language. */
type LocalizedCard = Pick<
  PublicCard,
  | 'name'
  | 'title'
  | 'company'
  | 'about'
  | 'address'
  | 'customizations'
  | 'customButtons'
  | 'gallery'
  | 'formConfig'
  | 'language'
>

type Localized = Pick<PublicCard, 'language' | 'languages' | 'untranslated'>

/** Returns the card in a language. Texts without a translation stay in the base language. */
export function localize<C extends LocalizedCard>(
  card: C,
  locales: CardLocales,
  language: string,
): C & Localized {
  const languages = [card.language, ...Object.keys(locales)]
  if (languages.length === 1) return card
  const texts = locales[language]
  if (!texts) return { ...card, languages }
  const untranslated: string[] = []
  const choose = <T>(path: string, text: string | null | undefined, base: T) => {
    if (!text && base) untranslated.push(path)
    return text || base
  }
  return { ...card, ...translate(card, texts, choose), language, languages, untranslated }
}

/** Returns the text if there is one; otherwise records `path` as untranslated and returns the base text. */
type Choose = <T>(path: string, text: string | null | undefined, base: T) => string | T

function translate(card: LocalizedCard, texts: CardTexts, choose: Choose) {
  const { customizations, customButtons, gallery, formConfig } = card
  const { alts } = customizations
  return {
    name: choose('name', texts.name, card.name),
    title: choose('title', texts.title, card.title),
    company: choose('company', texts.company, card.company),
    about: choose('about', texts.about, card.about ?? customizations.about),
    address: choose('address', texts.address, card.address),
    customButtons: customButtons.map((button, at) => ({
      ...button,
      text: choose(`customButtons.${at}`, texts.buttons?.[button.text], button.text),
    })),
    gallery: gallery.map(({ url, alt }, at) => ({
      url,
      alt: choose(`gallery.${at}`, texts.gallery?.[url], alt),
    })),
    formConfig: {
      fields: formConfig.fields.map((field) => ({
        ...field,
        label: choose(`labels.${field.key}`, texts.labels?.[field.key], field.label),
      })),
      consent: choose('consent', texts.consent, formConfig.consent),
      thanks: choose('thanks', texts.thanks, formConfig.thanks),
    },
    customizations: {
      ...customizations,
      ...eachDetail((name) => choose(name, texts[name], customizations[name])),
      // Name parts in the base language do not fit a translated name.
      nameParts: texts.nameParts ?? (texts.name ? null : customizations.nameParts),
      alts: (alts || texts.alts) && {
        profilePicture: choose('profilePicture', texts.alts?.profilePicture, alts?.profilePicture),
        coverPhoto: choose('coverPhoto', texts.alts?.coverPhoto, alts?.coverPhoto),
        logoUrl: choose('logoUrl', texts.alts?.logoUrl, alts?.logoUrl),
      },
    },
  }
}
