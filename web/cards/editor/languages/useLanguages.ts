import { useState } from 'react'
import { maxLanguages } from '../../../../schema/cards/card-texts.ts'
import { canonicalLanguage } from '../../../../schema/language.ts'
import { useSearchParam } from '../../../ui/useSearchParam.ts'
import type { Draft } from '../draft.ts'

/**
 * The languages of a draft, its base language first, and the one being edited, which is in the URL. A language that was
 * added has no text at first, so it is not in the draft.
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
    /** Forgets a language without texts. */
    forget: (language: string) => {
      setAdded(added.filter((other) => other !== language))
      select(base)
    },
  }
}

/** The query of a link to the other editor that keeps the translation being edited. */
export function languageQuery({ language }: { language?: string | undefined }): string {
  return language ? `?language=${language}` : ''
}
