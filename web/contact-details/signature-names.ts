/** Recognizes the names of persons and organizations in a signature, in several scripts. */
import { isTitle, legalForm, organizationWord } from './signature-lines.ts'

/** A word of a name: `Ada`, `“Bob”`, `(Jim)`. */
const latinWord = /^\(?["“„']?\p{Lu}[\p{L}\p{M}'’.-]*["”“']?\)?$/u
/** A word between those, such as `van`, or after them, such as `Jr`. */
const smallWord =
  /^(?:van|von|vom|zu|zum|zur|de|del|della|der|den|di|da|do|dos|das|du|la|le|ter|te|af|av|bin|bint|ibn|al|el|y|e|i|med\.?|rer\.?|nat\.?|pol\.?|phil\.?|jur\.?|h\.?c\.?|jr\.?|sr\.?)$/iu
/** Degrees and ranks before or after a name: `Dr.`, `Ph.D., MBA`. */
const degree =
  /^(?:(?:dr|prof|mag|ing|dipl|msc|bsc|m\.?sc|b\.?sc|mba|ph\.?d|m\.?d|j\.?d|esq|cpa|cfa|pe|pmp|rn|aia|riba|ll\.?m|ll\.?b|m\.?a|b\.?a|jr|sr|ii|iii|iv|obe|mbe|frcs|cissp|m\.?eng|b\.?eng)\.?,? ?){1,4}$/iu
/** Any other letters after a comma: `LCSW`, `SHRM-CP`. */
const credential = /^[A-Z]{2,6}(?:-[A-Z]{2,4})?$/
const arabicOrHebrew = /^(?:[\p{Script=Arabic}\p{M}]{2,14}|[\p{Script=Hebrew}"״'׳]{2,14})$/u
/** A whole name in Chinese, Japanese or Korean. */
const hanName =
  /^(?:\p{Script=Han}{2,4}|[\p{scx=Han}\p{scx=Katakana}\p{scx=Hiragana}]{1,5} [\p{scx=Han}\p{scx=Katakana}\p{scx=Hiragana}]{1,5}|\p{Script=Hangul}{2,4}|\p{Script=Hangul}{1,2} \p{Script=Hangul}{1,3})$/u
/** Characters and words that no name has. */
const notInName =
  /\d|@|[:;!?&%/\\<>+=#]|(?<!\p{L})(?:inh|inhaber|the|and|und|et|und|our|your|please|new|street|phone|email|team|customer|service|sales|support|marketing|finance|hotel|restaurant|café|centre|center|school|church|monday|january)(?!\p{L})/iu

/** Whether the text has the form of a full name, possibly with degrees after a comma. */
export function isName(text: string): boolean {
  // The same name in two scripts: `Yuki Tanaka / 田中 由紀`.
  const [one = '', other] = text.split(' / ')
  if (other) return isLatin(one) !== isLatin(other) && isName(one) && isName(other)
  if (text.length > 60 || notInName.test(text) || isOrganization(text)) return false
  const [name = '', ...degrees] = text.split(/, ?/)
  if (degrees.some((part) => !degree.test(part) && !credential.test(part))) return false
  const [, plain = ''] = /^([^()]{1,40})(?:\([^()]{2,40}\))?$/.exec(name) ?? []
  if (hanName.test(plain.trim()) && !isTitle(plain)) return true
  if (isTitle(name)) return false
  const words = name.split(' ')
  if (words.length < 2 || words.length > 6) return false
  if (words.every((word) => arabicOrHebrew.test(word))) return words.length <= 4
  const capitalized = words.filter((word) => latinWord.test(word))
  return (
    capitalized.length >= 2 &&
    words.every((word) => latinWord.test(word) || smallWord.test(word)) &&
    words.some((word) => word.replace(/[^\p{L}]/gu, '').length > 1)
  )
}

/** Whether the text has Latin letters, as email addresses do. */
export function isLatin(text: string): boolean {
  return /\p{Script=Latin}{2}/u.test(text)
}

/** Whether the text is, surely or probably, the name of an organization. */
export function isOrganization(text: string): boolean {
  return legalForm.test(text) || organizationWord.test(text)
}

/** Whether the part of the email before the @ is made of the name: `ada.lovelace`, `alovelace`, `ada`. */
export function isNameInEmail(name: string, email: string): boolean {
  const local = fold(email.split('@')[0] ?? '').replace(/[^\p{L}]/gu, '')
  const plain = name.replace(/['’]/g, '')
  return [fold(plain), fold(german(plain))].some((folded) => {
    const words = folded.split(/[^\p{L}]+/u).filter((word) => word.length > 1 && !isDegree(word))
    return local.length > 1 && spellings(words).has(local)
  })
}

function isDegree(word: string): boolean {
  return degree.test(word)
}

/** Returns the ways in which mailboxes spell a name, without dots: `ada`, `adalovelace`, `alovelace`, `lovelacea`. */
function spellings(words: string[]): Set<string> {
  const [first = '', last = ''] = [words[0], words.at(-1)]
  const initials = words.map((word) => word.charAt(0)).join('')
  const pairs = words.flatMap((one) =>
    words.filter((other) => other !== one).map((other) => [one, other]),
  )
  return new Set([
    ...words.filter((word) => word.length > 2),
    ...(initials.length > 2 ? [initials] : []),
    words.join(''),
    first.charAt(0) + words.slice(1).join(''),
    words.slice(1).join('') + first,
    words
      .slice(0, -1)
      .map((word) => word.charAt(0))
      .join('') + last,
    ...pairs.flatMap(([one = '', other = '']) => [
      one + other,
      one.charAt(0) + other,
      one + other.charAt(0),
      one.slice(0, 3) + other,
    ]),
  ])
}

/** Returns the text in lower case and without accents, as `Müller` is `muller` in an email. */
const fold = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('ı', 'i')
    .replaceAll('æ', 'ae')

/** Returns the text with umlauts in two letters, as `Müller` is also `mueller` in an email. */
function german(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ø', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('å', 'aa')
}

/** Returns letters and digits only, in lower case and without accents. */
export function squeezed(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N}]/gu, '')
}
