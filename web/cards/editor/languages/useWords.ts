import { useEffect, useState } from 'react'
import { type CardWords, english } from '../../../../card/words/en.ts'

// Without English: it is loaded with the card, and importing it here too would keep words that cards do not use.
const files = import.meta.glob<{ words: Omit<CardWords, 'language'> }>([
  '../../../../card/words/??.ts',
  '!../../../../card/words/en.ts',
])

/** Returns the fixed words of cards in this language; in English while they load, or if there are none. */
export function useWords(language: string): CardWords {
  const [loaded, setLoaded] = useState<CardWords>(english)
  useEffect(() => {
    const [code] = language.split('-')
    let current = true
    void files[`../../../../card/words/${code}.ts`]?.().then(
      ({ words }) => current && setLoaded({ ...words, language }),
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [language])
  return loaded.language === language ? loaded : english
}
