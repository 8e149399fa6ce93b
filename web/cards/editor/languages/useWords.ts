import { useEffect, useState } from 'react'
import { type CardWords, english } from '../../../../card/words/en.ts'

// Without English, which is loaded with the card and would no longer be cut to the words of cards.
const files = import.meta.glob<{ words: Omit<CardWords, 'language'> }>([
  '../../../../card/words/??.ts',
  '!../../../../card/words/en.ts',
])

/** The fixed words of a card in this language; English while they load, and if there are none. */
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
