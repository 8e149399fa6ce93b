/**
 * Finds the phone number in what a person typed, which may contain notes, other numbers, an extension, or digits of another
 * script. It knows no rules of countries; `card/contact/phone.ts` does.
 */
import { decodedEscapes, withoutInvisible } from './text.ts'

export type PhoneText = {
  /** As typed, but in ASCII: `+44 (0)20 7946 0155`. */
  typed: string
  /** Its digits, after `+` if there is one; or a code such as `*123#`. */
  dialed: string
  /** What is dialed once the call is answered, such as `,,9`. */
  pauses: string
  extension: string
}

const maxText = 300
/** Before conversion to ASCII, where one character can become 18. */
const maxTyped = 600
// E.164 has at most 15 digits; `00` may stand for `+`.
const mostDigits = 15
const leastDigits = 3
/** What is dialed before a country code: 00 in most countries, 0011 in Australia, 011 in North America. */
export const exitCode = /^(?:0011|011(?=\d{11})|00)/
/** Fewer digits than this are a phone number only if the text has no words. */
const leastWithWords = 5
/** This many digits are a phone number, whatever else the text says. */
const fullLength = 7

/** Returns the first phone number in the text; undefined if there is none, or if its end is uncertain. */
export function readPhoneText(text: string): PhoneText | undefined {
  if (text.length > maxTyped) return undefined
  const ascii = asciiText(text)
  if (ascii.length > maxText || /https?:|www\.|\S@\S/i.test(ascii)) return undefined
  const cleaned = withoutNotes(ascii)
  return vanityNumber(cleaned.trim()) ?? digitsNumber(cleaned)
}

/** Returns the number in a text without notes, unless letters belong to it. */
function digitsNumber(cleaned: string): PhoneText | undefined {
  const { run, at } = likeliestRun(cleaned)
  const found = firstNumber(run)
  if (!found || !hasPhoneLength(found, cleaned)) return undefined
  const [before, after] = [cleaned.slice(0, at), cleaned.slice(at + run.length)]
  const extension = found.extension || extensionIn(after)
  if (isTorn(found, { before, after: extension ? '' : after })) return undefined
  return { ...found, extension }
}

/** Returns the first run of dialable characters that is long enough, or the only one, or the one before an extension. */
function likeliestRun(cleaned: string): { run: string; at: number } {
  const runs = [...cleaned.matchAll(dialable)].filter(([run]) => /\d/.test(run))
  const full = runs.find(([run]) => digitsOf(run).length >= fullLength)
  const only = runs.length === 1 ? runs[0] : runs.find((run) => isBeforeExtension(cleaned, run))
  const found = full ?? only
  return { run: found?.[0] ?? '', at: found?.index ?? 0 }
}

function hasPhoneLength({ typed }: PhoneText, cleaned: string): boolean {
  const least = /\p{L}/u.test(cleaned) ? leastWithWords : leastDigits
  const { length } = digitsOf(typed).replace(exitCode, '')
  return length >= least && length <= mostDigits
}

/**
 * Whether letters around the number belong to it: typed for digits as in `+1 4I5`, or a word to dial as in `0800 1 CALL
 * US`.
 */
function isTorn(
  { typed }: PhoneText,
  { before, after }: { before: string; after: string },
): boolean {
  if (/(?:\d\p{L}+|(?<!\p{L})O)$/u.test(before)) return true
  if (isComplete(typed) || !/^\p{L}/u.test(after)) return false
  const isShort = digitsOf(typed).length < fullLength
  return (
    /^\p{L}+\d/u.test(after) || (isShort && (typed.startsWith('+') || /^\p{Lu}{2}/u.test(after)))
  )
}

/**
 * Returns the text with ASCII digits, spaces, brackets and hyphens, without invisible characters and `tel:`, and with `0` for
 * `0xx`, where callers in Brazil insert the code of a carrier.
 */
export function asciiText(text: string): string {
  return withoutInvisible(text)
    .normalize('NFKC')
    .replace(/(?![0-9])\p{Nd}/gu, asciiDigit)
    .replace(/[\p{Pd}\u2212\u2043]|(?<=\d ?)[\u30fc\u2500](?= ?\d)/gu, '-')
    .replace(/[[{【〔「『]/g, '(')
    .replace(/[\]}】〕」』]/g, ')')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/(?<![\p{L}\d])0? ?(?:xx|\*\*) ?(?=\d{2}\b)/giu, '0')
    .trim()
    .replace(/^(?:tel|callto|sms) ?: ?(?:\/\/)?(.*)/is, (_, address: string) =>
      decodedEscapes(address),
    )
}

/**
 * Returns the last eight digits of the phone number, since those before may be a country code or trunk prefix; undefined if
 * it has fewer.
 */
export function comparedDigits(text: string): string | undefined {
  const digits = digitsOf(readPhoneText(text)?.dialed ?? '').slice(-8)
  return digits.length === 8 ? digits : undefined
}

/**
 * Whether both texts have the same phone number. Numbers of the same length and form must be equal in all digits, others in
 * the last eight.
 */
export function isSamePhone(one: string, other: string): boolean {
  const digits = comparedDigits(one)
  if (digits === undefined || digits !== comparedDigits(other)) return false
  const [a = '', b = ''] = [one, other].map((text) =>
    (readPhoneText(text)?.dialed ?? '').replace(/^00/, '+'),
  )
  return a === b || a.length !== b.length || a.startsWith('+') !== b.startsWith('+')
}

/** Returns the number of a `tel:` URI (RFC 3966), with `x12` for `;ext=12`. */
export function phoneOfUri(uri: string): string {
  const [number = '', ...parameters] = decodedEscapes(uri.trim().replace(/^tel:/i, '')).split(';')
  const extension = parameters.flatMap((each) => /^ext=(\d{1,8})$/i.exec(each.trim())?.[1] ?? [])
  return [number.trim(), ...extension.map((digits) => `x${digits}`)].join(' ')
}

// Unicode has the ten digits of each script in a row, from 0 to 9.
function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0
  let before = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(point - before - 1))) before += 1
  return `${before % 10}`
}

const dialable = /(?:\(? ?\+ ?)?[\d(*#][\d ().\-/,;*#]*/g

/** Figures that are not phone numbers: `24/7`, times, opening hours and prices. */
const figures = new RegExp(
  [
    '(?<![\\d/])(?:24 ?[/x] ?7|7 ?/ ?24)(?![\\d/])',
    '(?<![\\d-])\\d{1,2} ?- ?\\d{1,2}(?: ?(?:uhr|hrs?|[ap]m|ч|時|时|点)|h)(?!\\p{L})',
    '(?<!\\d)\\d{1,2}(?::\\d{2}(?!\\d)|[ap]m(?!\\p{L})|h(?:\\d{2})?(?![\\p{L}\\d]))',
    '[€£$] ?\\d+(?:[.,]\\d+)?',
    '(?<![\\d.,])\\d+(?:[.,]\\d+)? ?(?:[€£$¢]|(?:ct|cents?)(?!\\p{L}))',
  ].join('|'),
  'giu',
)

const bracketed = /\(([^()]*)(?:\)|$)/g

/** Removes notes. Leaves a `|` where a note ended the number before it. */
function withoutNotes(text: string): string {
  return text
    .replace(bracketed, (group, inner: string, at: number) => {
      const before = /(?<![\d ().+-])[\d ().+-]+$/.exec(text.slice(0, at))?.[0] ?? ''
      if (/^[\d +.-]*$/.test(inner) && !isComplete(before)) return group
      if (extensionIn(inner)) return ` ${inner} `
      return digitsOf(before).length < fullLength ? ' ' : '|'
    })
    .replace(figures, '|')
}

/** Returns the first number in a run of dialable characters; undefined if the run may be several short numbers. */
function firstNumber(run: string): PhoneText | undefined {
  const pieces = firstOfTwo(run).split(/([/,;])/)
  const groups = pieces.filter((piece) => /\d/.test(piece)).map((piece) => digitsOf(piece).length)
  const [first = 0, ...others] = groups
  const isGrouped = first <= 6 && others.length > 1 && others.every((length) => length <= 4)
  let typed = pieces[0] ?? ''
  for (let at = 1; at < pieces.length; at += 2) {
    const [mark = '', next = ''] = pieces.slice(at)
    const isEnd = isComplete(typed) || isLocalPair(typed, next)
    if (isEnd && !(isGrouped && mark === '/'))
      return numberOf(typed, pausesIn(pieces.slice(at).join('')))
    const isApart = mark !== '/' && /^ .*\d/.test(next)
    if (isApart && digitsOf(typed).length >= leastDigits) return undefined
    typed = isApart ? next : typed + mark + next
  }
  return groups.length > 1 && digitsOf(typed).length < fullLength ? undefined : numberOf(typed, '')
}

/** Returns what is before a hyphen between two numbers, such as `555 0123 - 555 0124`; otherwise the whole run. */
function firstOfTwo(run: string): string {
  const parts = run.split(/ - |(?<=\d{8})-(?=\d{8})/)
  const isPair = parts.length === 2 && parts.every((part) => digitsOf(part).length >= fullLength)
  return (isPair ? parts[0] : undefined) ?? run
}

/** Whether both are local numbers, as in `555012 / 555013`: an area code has fewer digits, and begins with 0 or a bracket. */
function isLocalPair(typed: string, next: string): boolean {
  return /^ ?[1-9]/.test(typed) && digitsOf(typed).length >= 5 && digitsOf(next).length >= 5
}

function numberOf(text: string, pauses: string): PhoneText {
  const typed = text.replace(/(?<![ (./,;-])[ (./,;-]+$/, '').trim()
  if (/^[*#]/.test(typed)) return { typed, dialed: dialedOf(typed), pauses, extension: '' }
  const [, base = typed, extension = ''] =
    /^([^*#]{7,}\d) ?# ?(\d{1,8})$/.exec(typed) ?? extensionAfterHyphen(typed) ?? []
  const plain = isComplete(base) ? base.replace(/(?<![ *#])[ *#]+$/, '') : base
  return { typed: plain, dialed: dialedOf(plain), pauses, extension }
}

/** Returns the number and its extension if a hyphen is all that separates them, as in China: together they are too long. */
function extensionAfterHyphen(typed: string): RegExpExecArray | undefined {
  const isTooLong = digitsOf(typed).length > mostDigits
  return (isTooLong && /^(.{7,}\d) ?- ?(\d{1,5})$/.exec(typed)) || undefined
}

function dialedOf(typed: string): string {
  return typed.replace(/[^\d+*#]/g, '')
}

/** Whether the number has enough digits, so that a slash or comma after it begins something else. */
function isComplete(typed: string): boolean {
  const [, sign, digits = ''] = /^(\+|00)?(\d*)/.exec(dialedOf(typed)) ?? []
  if (sign) return digits.length >= 10
  return digits.length >= (digits.startsWith('0') ? 9 : fullLength)
}

// `,,123456#` and `;9` are dialed. After a space, something else begins.
function pausesIn(rest: string): string {
  if (!/^[,;](?! )[\d,;*# ]*$/.test(rest)) return ''
  const pauses = rest
    .replaceAll(';', ',')
    .replaceAll(' ', '')
    .replace(/(?<!,),+$/, '')
  return pauses.length > 20 ? '' : pauses
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}

/** The word for extension in the languages of cards. */
const extensionWords = [
  'x|×|ext(?:n|ension|ensión|ensão)?|durchwahl|dw|nebenstelle|nst|apparat|app|interno|int|anexo|poste',
  'ramal|toestel|tst|wewnętrzny|wewn?|linka|klapka|kl|lokal(?:nummer)?|local|loc|lok|anknytning|ankn',
  'alanumero|alanro|mellék|ekst(?:ensi)?|máy\\slẻ|ต่อ|вътр(?:ешен)?',
  'dahili|dah|доб(?:авочный)?|дод(?:атковий)?|внутр(?:енний|ішній)?|вн|εσωτ(?:ερικό)?|εσ',
  'تحويلة|داخلي|שלוחה|एक्सटेंशन|विस्तार|内線(?:番号)?|內線|内线|分机|分機|转|轉|내선(?:번호)?',
].join('|')
const extension = new RegExp(
  `^[ ,;:.()-]*(?:${extensionWords})\\.?(?: ?(?:no|nr)\\.?)?[ .:=#-]*(\\d{1,8})(?!\\d)`,
  'iu',
)

function extensionIn(after: string): string {
  return extension.exec(after)?.[1] ?? ''
}

function isBeforeExtension(text: string, run: RegExpExecArray): boolean {
  return extensionIn(text.slice(run.index + run[0].length)) !== ''
}

const tollFree =
  /^(\+?1[ .-]*)?\(?(8(?:00|88|77|66|55|44|33))\)?[ .-]*([\dA-Z]+(?:[ .-][\dA-Z]+)*|[\dA-Za-z]+(?:-[\dA-Za-z]+)*)$/

/** Returns a number with letters, such as `1-800-FLOWERS`. Only North American numbers are certain to be written like this. */
function vanityNumber(typed: string): PhoneText | undefined {
  const [, country = '', area = '', rest = ''] = tollFree.exec(typed) ?? []
  const seven = rest.replace(/[^\dA-Za-z]/g, '').slice(0, 7)
  if (seven.length < 7 || !/[A-Za-z]{3}/.test(seven)) return undefined
  const dialed = dialedOf(country) + area + seven.toLowerCase().replace(/[a-z]/g, keyOf)
  return { typed, dialed, pauses: '', extension: '' }
}

function keyOf(letter: string): string {
  return '22233344455566677778889999'[letter.charCodeAt(0) - 97] ?? ''
}
