/** A card in one of its languages. */
import type { PublicCard } from './card.ts'
import type { CardLocales, CardTexts } from './card-texts.ts'

/** The fields that have texts, in the base language. */
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

/** Returns the card in that language, with the texts that have no translation in the base language. */
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

/** Returns the text, else the base text, whose path it notes. */
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
      department: choose('department', texts.department, customizations.department),
      pronouns: choose('pronouns', texts.pronouns, customizations.pronouns),
      // The parts of a name in another script do not fit.
      nameParts: texts.nameParts ?? (texts.name ? null : customizations.nameParts),
      alts: (alts || texts.alts) && {
        profilePicture: choose('profilePicture', texts.alts?.profilePicture, alts?.profilePicture),
        coverPhoto: choose('coverPhoto', texts.alts?.coverPhoto, alts?.coverPhoto),
        logoUrl: choose('logoUrl', texts.alts?.logoUrl, alts?.logoUrl),
      },
    },
  }
}
