/** Links to the card in its other languages, each with its own name. */
import type { Words } from '../../card/words/en.ts'
import type { PublicCard } from '../../schema/cards/card.ts'
import { languageName } from '../../schema/language.ts'

export function LanguageLinks({
  card: { language, languages },
  words,
}: {
  card: PublicCard
  words: Words
}) {
  if (!languages) return null
  return (
    <nav className="bc-langs" aria-label={words.languages}>
      {languages
        .filter((other) => other !== language)
        .map((other) => (
          <a key={other} href={`?l=${other}`} hrefLang={other} lang={other} dir="auto">
            {languageName(other)}
          </a>
        ))}
    </nav>
  )
}
