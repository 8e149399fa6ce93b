/** Languages of cards: BCP 47 tags of a language, a script and a region, such as `pt-BR`. */
import * as z from 'zod/mini'

export const languageMessage = 'Give the language as a BCP 47 tag such as pt-BR'

const shape = /^[a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?$/i

/** A tag in canonical form; any other is refused. */
export const Language = z.string(languageMessage).check(
  z.regex(/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/, languageMessage),
  z.refine((tag) => canonicalLanguage(tag) === tag, languageMessage),
)

/** Returns the tag in canonical form; undefined if it is not valid. */
export function canonicalLanguage(tag: string): string | undefined {
  return shape.test(tag) ? Intl.getCanonicalLocales(tag)[0] : undefined
}

/** The query `?l=`, which selects one of a card's languages. An invalid tag is ignored. */
export const LanguageQuery = z.object({
  l: z.catch(z.optional(z.pipe(z.string(), z.transform(canonicalLanguage))), undefined),
})

// Scripts written from right to left, by ISO 15924.
const rightToLeft = new Set(['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm', 'Rohg'])

/** Returns the direction in which a language is written. */
export function directionOf(language: string): 'rtl' | 'ltr' {
  return rightToLeft.has(new Intl.Locale(language).maximize().script ?? '') ? 'rtl' : 'ltr'
}

const names = new Map<string, string>()

/** Returns the name of a language in the language itself, such as `Español`. */
export function languageName(language: string): string {
  const known = names.get(language)
  if (known) return known
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language
  const [first = ''] = name
  const capitalized = first.toLocaleUpperCase(language) + name.slice(first.length)
  names.set(language, capitalized)
  return capitalized
}
