/** The languages of a card: links for visitors, and for search engines. */
import type { Words } from '../../card/words/en.ts'
import type { PublicCard } from '../../schema/card.ts'
import { languageName } from '../../schema/language.ts'

/** Links to the card in its other languages, each with its own name. */
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

/** The canonical link of a page, and those of the card in its other languages; `url` is that of the card. */
export function LanguageHead({ card, url }: { card: PublicCard; url: string }) {
  const { language, languages = [] } = card
  const urlIn = (tag: string) => (tag === languages[0] ? url : `${url}?l=${tag}`)
  return (
    <>
      <link rel="canonical" href={languages.length > 0 ? urlIn(language) : url} />
      {languages.map((tag) => (
        <link key={tag} rel="alternate" hrefLang={tag} href={urlIn(tag)} />
      ))}
      {languages.length > 0 && <link rel="alternate" hrefLang="x-default" href={url} />}
    </>
  )
}
