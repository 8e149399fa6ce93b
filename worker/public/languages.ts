/**
 * The language of a page: by `?l=`, else `Accept-Language`, else the base language of the card. Also how the caches tell the
 * languages of a page apart, and its fixed words.
 */
import { parseAccept } from 'hono/utils/accept'
import { aboutText } from '../../card/links.ts'
import { words as english, type PageWords, type Words } from '../../card/words/en.ts'
import type { PublicCard } from '../../schema/cards/card.ts'
import { canonicalLanguage } from '../../schema/language.ts'
import { boundedCache } from '../platform/bounded-cache.ts'
import type { Page } from './html-document.tsx'

// Browsers send ten and more, because they list each language of a system with and without its region.
const maxPreferred = 32

/** Returns the languages that a visitor asks for, the best first, in canonical form, whether or not the card has them. */
export function preferredLanguages({ url, headers }: Pick<Request, 'url' | 'headers'>): string[] {
  const asked = new URL(url).searchParams.get('l')
  const accepted = parseAccept(headers.get('Accept-Language') ?? '')
  return [...(asked ? [asked] : []), ...accepted.filter(({ q }) => q > 0).map(({ type }) => type)]
    .slice(0, maxPreferred)
    .flatMap((tag) => plainLanguage(tag) ?? [])
}

/** Returns the language, script and region of a tag; undefined if it has no language. */
function plainLanguage(tag: string): string | undefined {
  // The language may have a second name, as in `zh-cmn-Hant` (RFC 5646 2.2.2).
  const plain = tag
    .trim()
    .replaceAll('_', '-')
    .replace(/^([a-z]{2,3})-[a-z]{3}(?=-|$)/i, '$1')
  // Variants and extensions may follow, such as `-u-co-trad`, a sort order.
  const [start] = /^[a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?(?=-|$)/i.exec(plain) ?? []
  return start && canonicalLanguage(start)
}

/** Returns the first preferred language that is available, perhaps in another region; or else the first available language. */
export function chooseLanguage(
  available: readonly string[],
  preferred: readonly string[],
): string | undefined {
  for (const wanted of preferred) {
    const related = relatives.get(likely(wanted).language)
    const found =
      (available.includes(wanted) ? wanted : nearest(available, wanted)) ??
      (related && nearest(available, related))
    if (found) return found
  }
  return available[0]
}

// Readers of the first language also read the second (languageMatching of CLDR).
const relatives = new Map([
  ['nn', 'nb'],
  ['yue', 'zh-Hant'],
  ['gsw', 'de'],
  ['lb', 'de'],
])

function nearest(available: readonly string[], wanted: string): string | undefined {
  const same = available.filter((tag) => isSameLanguage(tag, wanted))
  return (
    same.find((tag) => likely(tag).region === likely(wanted).region) ??
    same.find((tag) => isAmong(tag) === isAmong(wanted)) ??
    same[0]
  )
}

// Regions whose variant of a language differs from that in all other regions (languageMatching of CLDR).
const apart = new Map([
  ['en', new Set('AS CA GU MH MP PH PR UM US VI'.split(' '))],
  ['es', new Set('AD EA ES GI GQ IC PH'.split(' '))],
  ['pt', new Set(['BR'])],
  ['zh', new Set(['HK', 'MO'])],
])

function isAmong(tag: string): boolean {
  const { language, region = '' } = likely(tag)
  return apart.get(language)?.has(region) ?? false
}

/** Whether language and script are the same. The script may follow from the region: Chinese in Taiwan is traditional. */
function isSameLanguage(one: string, other: string): boolean {
  const [a, b] = [likely(one), likely(other)]
  return a.language === b.language && a.script === b.script
}

type Likely = { language: string; script: string | undefined; region: string | undefined }
const likelies = boundedCache<Likely>({ max: 500 })

function likely(tag: string): Likely {
  const known = likelies.get(tag)
  if (known) return known
  const { language, script, region } = new Intl.Locale(tag).maximize()
  // Norwegian without its kind is Bokmål.
  const found = { language: language === 'no' ? 'nb' : language, script, region }
  likelies.set(tag, found)
  return found
}

// Copies of a page in the caches. The first copy made, in whichever language, is at the page's address. Its headers name the
// card's other languages, whose copies are at an address with the language and the card's version. So a card with one language
// has one copy, and nothing that a visitor sends becomes part of a key.

export type Languages = Pick<PublicCard, 'language' | 'languages'>

type WithHeaders = Pick<Page, 'headers'>

const available = 'Avail-Language'
const cardVersion = 'Card-Version'

/** Returns the headers of a copy: its language and, if the card has several, all of them. */
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

/** Whether the page is of a card with several languages. */
export function hasLanguages({ headers }: WithHeaders): boolean {
  return headers.has(available)
}

/** A copy in another language than the first copy. Its address is that of the page with this query. */
type Variant = { language: string; query: string }

/** Returns the copy for a visitor with these languages; undefined if it is this one. */
export function findVariant(page: WithHeaders, preferred: string[]): Variant | undefined {
  const languages = page.headers.get(available)?.replace(';d', '').split(', ')
  const language = languages && chooseLanguage(languages, preferred)
  if (!language || language === page.headers.get('Content-Language')) return undefined
  return { language, query: `?l=${language}&v=${page.headers.get(cardVersion)}` }
}

/** Returns the query at which a page is stored; empty for the first copy. */
export function queryOf(page: WithHeaders, first: WithHeaders | undefined): string {
  const language = page.headers.get('Content-Language')
  return (first && language && findVariant(first, [language])?.query) ?? ''
}

// Each file in `card/words/` is named after a language and has all fixed words of public pages.
const files = import.meta.glob<Words>('../../card/words/??.ts', { eager: true, import: 'words' })

const byLanguage = new Map(
  Object.entries(files).map(([file, words]) => [file.slice(-5, -3), words]),
)
// English is first, so it is chosen for languages without words.
const languages = ['en', ...byLanguage.keys()]

/** Returns the words of a page in this language; English if there are none. */
export function wordsIn(language: string): PageWords {
  const found = chooseLanguage(languages, [language]) ?? 'en'
  const words = byLanguage.get(found)
  return words && isSameLanguage(found, language)
    ? { ...words, language }
    : { ...english, language: 'en' }
}

/** Returns the words of a page without a card, for a visitor with these languages, the best first. */
export function wordsForVisitor(preferred: readonly string[]): PageWords {
  return wordsIn(chooseLanguage(languages, preferred) ?? 'en')
}

/** Returns the words that the scripts of the page show, but only those that this card needs. */
export function scriptWords(card: PublicCard, words: Words): object {
  const { saved, linkCopied, copied, copyBlocked, close } = words
  const { inAppTitle, inAppText, inAppMenu, openBrowser, copyLink } = words
  const { readMore, readLess, sending, queued, chat, openingChat, chatOffline } = words
  const { receiptLink, gallery, previousImage, nextImage, video: videoTitle, map } = words
  return {
    ...{ saved, linkCopied, copied, copyBlocked, close },
    ...{ inAppTitle, inAppText, inAppMenu, openBrowser, copyLink },
    ...(aboutText(card) && { readMore, readLess }),
    ...(card.formConfig.fields.length > 0 && { sending, queued, receiptLink }),
    ...(card.afterExchange && { showDetails: words.showDetails }),
    ...(card.hasChat && { chat, openingChat, chatOffline }),
    ...(card.gallery.length > 0 && { gallery, previousImage, nextImage }),
    ...(card.videoUrl && { video: videoTitle }),
    ...(card.address && { map }),
  }
}
