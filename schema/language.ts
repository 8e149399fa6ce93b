/** Languages as BCP 47 tags of a language, a script and a region, such as `pt-BR`. */
import * as z from 'zod/mini'

export const languageMessage = 'Give the language as a BCP 47 tag such as pt-BR'

const shape = /^[a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?$/i

/** A language in canonical form. */
export const Language = z.string(languageMessage).check(
  z.regex(/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/, languageMessage),
  z.refine((tag) => canonicalLanguage(tag) === tag, languageMessage),
)

/** Returns a language in canonical form; undefined if the tag is not valid. */
export function canonicalLanguage(tag: string): string | undefined {
  return shape.test(tag) ? Intl.getCanonicalLocales(tag)[0] : undefined
}

/** The query of what is shown in a language of the card; another language is ignored. */
export const LanguageQuery = z.object({
  l: z.catch(z.optional(z.pipe(z.string(), z.transform(canonicalLanguage))), undefined),
})

// Scripts written from right to left, by ISO 15924.
const rightToLeft = new Set(['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm', 'Rohg'])

/** The direction of text in a language. */
export function directionOf(language: string): 'rtl' | 'ltr' {
  return rightToLeft.has(new Intl.Locale(language).maximize().script ?? '') ? 'rtl' : 'ltr'
}

const names = new Map<string, string>()

/** The name of a language in that language, such as `Español`. */
export function languageName(language: string): string {
  const known = names.get(language)
  if (known) return known
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language
  const [first = ''] = name
  const capitalized = first.toLocaleUpperCase(language) + name.slice(first.length)
  names.set(language, capitalized)
  return capitalized
}
