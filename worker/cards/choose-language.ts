/** Chooses the language of a page: `?l=`, else `Accept-Language`, else the base language of the card. */
import { parseAccept } from 'hono/utils/accept'
import { canonicalLanguage } from '../../schema/language.ts'

// More are not sent by browsers.
const maxPreferred = 8

/** The languages a visitor asks for, the best first, in canonical form; not what the card has. */
export function preferredLanguages({ url, headers }: Pick<Request, 'url' | 'headers'>): string[] {
  const asked = new URL(url).searchParams.get('l')
  const accepted = parseAccept(headers.get('Accept-Language') ?? '')
  return [...(asked ? [asked] : []), ...accepted.filter(({ q }) => q > 0).map(({ type }) => type)]
    .slice(0, maxPreferred)
    .flatMap((tag) => canonicalLanguage(tag) ?? [])
}

/** The first preferred language that is available, also in another region; else the first one available. */
export function chooseLanguage(
  available: readonly string[],
  preferred: readonly string[],
): string | undefined {
  for (const wanted of preferred) {
    const found = available.includes(wanted) ? wanted : nearest(available, wanted)
    if (found) return found
  }
  return available[0]
}

function nearest(available: readonly string[], wanted: string): string | undefined {
  const same = available.filter((tag) => isSameLanguage(tag, wanted))
  return same.find((tag) => likely(tag).region === likely(wanted).region) ?? same[0]
}

/** Whether the language and the script are the same: Chinese of Taiwan is traditional. */
export function isSameLanguage(one: string, other: string): boolean {
  const [a, b] = [likely(one), likely(other)]
  return a.language === b.language && a.script === b.script
}

function likely(tag: string): Intl.Locale {
  return new Intl.Locale(tag).maximize()
}
