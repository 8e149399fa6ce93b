/** Chooses the language of a page: `?l=`, else `Accept-Language`, else the base language of the card. */
import { parseAccept } from 'hono/utils/accept'
import { canonicalLanguage } from '../../schema/language.ts'
import { boundedCache } from '../platform/bounded-cache.ts'

// Browsers send ten and more: with and without its region, each language of a system counts twice.
const maxPreferred = 32

/** The languages a visitor asks for, the best first, in canonical form; not what the card has. */
export function preferredLanguages({ url, headers }: Pick<Request, 'url' | 'headers'>): string[] {
  const asked = new URL(url).searchParams.get('l')
  const accepted = parseAccept(headers.get('Accept-Language') ?? '')
  return [...(asked ? [asked] : []), ...accepted.filter(({ q }) => q > 0).map(({ type }) => type)]
    .slice(0, maxPreferred)
    .flatMap((tag) => plainLanguage(tag) ?? [])
}

/** The language, script and region of a tag; undefined if it has no language. */
function plainLanguage(tag: string): string | undefined {
  // The language may have a second name, as in `zh-cmn-Hant` (RFC 5646 2.2.2).
  const plain = tag
    .trim()
    .replaceAll('_', '-')
    .replace(/^([a-z]{2,3})-[a-z]{3}(?=-|$)/i, '$1')
  // Variants and extensions follow, such as `-u-co-trad` for the order of words.
  const [start] = /^[a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?(?=-|$)/i.exec(plain) ?? []
  return start && canonicalLanguage(start)
}

/** The first preferred language that is available, also in another region; else the first one available. */
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

// Who reads the first also reads the second (languageMatching of CLDR).
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

// The regions whose variant differs from that of all others (languageMatching of CLDR).
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

/** Whether the language and the script are the same: Chinese of Taiwan is traditional. */
export function isSameLanguage(one: string, other: string): boolean {
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
