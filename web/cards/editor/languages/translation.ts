/** The languages of a draft, the translation being edited, and reading and writing one of its texts. */
import { createContext, useState } from 'react'
import {
  type CardLocales,
  type CardText,
  type CardTexts,
  maxLanguages,
  withoutEmpty,
} from '../../../../schema/cards/card-texts.ts'
import { canonicalLanguage } from '../../../../schema/language.ts'
import { useSearchParam } from '../../../ui/useSearchParam.ts'
import type { Draft, PanelProps } from '../draft.ts'

/**
 * The editor's panel while a translation is edited; undefined for the card's own texts. A context, because a prop would
 * rerender every row of a list for each letter typed in one.
 */
export const TranslationContext = createContext<(PanelProps & { language: string }) | undefined>(
  undefined,
)

/** A text of a card: its name in `cardTexts` and, in a group of texts, its key. */
export type TextKey = { name: CardText; key?: string }

/** Returns the translation of a text; null if there is none. */
export function readText(texts: CardTexts | undefined, { name, key }: TextKey): string | null {
  const value = texts?.[name]
  if (typeof value === 'string') return value
  const part = Object.entries(value ?? {}).find(([part]) => part === key)?.[1]
  return typeof part === 'string' ? part : null
}

/** Returns the translations with this text. A blank text is removed, and a language without texts too. */
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

/**
 * The languages of a draft, base language first, and the one being edited, which is in the URL. A language just added has
 * no text, so it is not in the draft yet.
 */
export function useLanguages({ language: base, locales }: Draft) {
  const [param, setParam] = useSearchParam('language')
  const [added, setAdded] = useState<string[]>([])
  const chosen = canonicalLanguage(param ?? '') ?? base
  const all = [...new Set([base, ...Object.keys(locales), ...added, chosen])]
  const languages = all.slice(0, maxLanguages)
  const select = (language: string) => setParam(language === base ? null : language)
  return {
    languages,
    /** The selected translation; undefined for the card's own texts. */
    language: chosen !== base && languages.includes(chosen) ? chosen : undefined,
    select,
    add: (language: string) => {
      setAdded([...added, language])
      select(language)
    },
    /** Removes a language that was added but has no text. */
    forget: (language: string) => {
      setAdded(added.filter((other) => other !== language))
      select(base)
    },
  }
}

/** Returns the query for a link to the other editor, so that it edits the same translation. */
export function languageQuery({ language }: { language?: string | undefined }): string {
  return language ? `?language=${language}` : ''
}
