/** A translation of one text of a draft: read, written, and the name of its language. */
import {
  type CardLocales,
  type CardText,
  type CardTexts,
  withoutEmpty,
} from '../../../../schema/card-texts.ts'
import type { Draft } from '../draft.ts'

/** A text of a card: its name in `cardTexts`, and for a group of texts the key within it. */
export type TextKey = { name: CardText; key?: string }

/** Returns the translation; null if there is none. */
export function readText(texts: CardTexts | undefined, { name, key }: TextKey): string | null {
  const value = texts?.[name]
  if (typeof value === 'string') return value
  const part = Object.entries(value ?? {}).find(([part]) => part === key)?.[1]
  return typeof part === 'string' ? part : null
}

/** Returns the translations with this one; a blank text removes it, and the last one its language. */
export function writeText(
  { locales }: Pick<Draft, 'locales'>,
  language: string,
  { name, key, value }: TextKey & { value: string },
): { locales: CardLocales } {
  const texts = locales[language]
  const written = key === undefined ? value : { ...Object(texts?.[name]), [key]: value }
  return {
    locales: withoutEmpty({ ...locales, [language]: withoutEmpty({ ...texts, [name]: written }) }),
  }
}
