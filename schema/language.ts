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
