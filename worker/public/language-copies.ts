/**
 * Copies of the page of a card with several languages, in every cache. The first copy made is at the page's address, in
 * whichever language; its headers name the others, each of which has an address with its language and the card's version.
 * So a card with one language has one copy, and what a visitor sends never becomes part of a key.
 */
import type { PublicCard } from '../../schema/cards/card.ts'
import { chooseLanguage } from './choose-language.ts'
import type { Page } from './html-document.tsx'

export type Languages = Pick<PublicCard, 'language' | 'languages'>

type WithHeaders = Pick<Page, 'headers'>

/** The headers of a copy: its language, and of a card with several languages the others. */
export function languageHeaders(
  { language, languages }: Partial<Languages>,
  version = 0,
): Record<string, string> {
  if (!language) return {}
  if (!languages) return { 'Content-Language': language }
  return {
    'Content-Language': language,
    // draft-ietf-httpbis-availability-hints
    [available]: languages.map((tag, at) => (at === 0 ? `${tag};d` : tag)).join(', '),
    [cardVersion]: String(version),
    Vary: 'Accept-Language',
  }
}

const available = 'Avail-Language'
const cardVersion = 'Card-Version'

/** Whether the page is that of a card with several languages. */
export function hasLanguages({ headers }: WithHeaders): boolean {
  return headers.has(available)
}

/** A copy in another language than the first: its address is `address` with this query. */
export type Variant = { language: string; query: string }

/** The copy a visitor gets instead of this one; undefined if this is the right one. `preferred` are languages. */
export function findVariant(page: WithHeaders, preferred: string[]): Variant | undefined {
  const languages = page.headers.get(available)?.replace(';d', '').split(', ')
  const language = languages && chooseLanguage(languages, preferred)
  if (!language || language === page.headers.get('Content-Language')) return undefined
  return { language, query: `?l=${language}&v=${page.headers.get(cardVersion)}` }
}

/** The query of a page that is not the first copy; empty for the first itself. */
export function queryOf(page: WithHeaders, first: WithHeaders | undefined): string {
  const language = page.headers.get('Content-Language')
  return (first && language && findVariant(first, [language])?.query) ?? ''
}
