/** The languages offered for a card; any other is added by its tag. */
import { languageName } from '../../../../schema/language.ts'
import { locale, nameOfLanguage } from '../../../messages/language.ts'

const tags =
  'af am ar az be bg bn bs ca cs cy da de el en es et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko ky lb lo lt lv mk ml mn mr ms mt my nb ne nl nn pa pl ps pt pt-BR ro ru si sk sl so sq sr sv sw ta te th tr uk ur uz vi zh-Hans zh-Hant zu'.split(
    ' ',
  )

export type KnownLanguage = { tag: string; own: string; name: string }

/** Returns a language with its name in that language and in that of the app. */
export function describeLanguage(tag: string): KnownLanguage {
  return { tag, own: languageName(tag), name: nameOfLanguage(tag) }
}

/** Returns the languages whose tag or name, in that language or in the app's, has the typed text, by the latter. */
export function findLanguages(typed: string): KnownLanguage[] {
  const wanted = plain(typed.trim())
  return tags
    .map(describeLanguage)
    .filter(({ tag, own, name }) => [tag, own, name].some((text) => plain(text).includes(wanted)))
    .toSorted((one, other) => one.name.localeCompare(other.name, locale))
}

// Without accents, so that Espanol finds Español.
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
