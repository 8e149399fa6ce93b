/**
 * Dials and formats phone numbers by the rules of their country; `schema/phone-text.ts` finds them in a text. The metadata of
 * all countries is 29 kB, so in the app only modules that are loaded on demand may import this one.
 */
import parseNumber, { type PhoneNumber } from 'libphonenumber-js/min'
import { asciiText, exitCode, type PhoneText, readPhoneText } from '../../schema/phone-text.ts'
import { withoutInvisible } from '../../schema/text.ts'

/** Returns a `tel:` URL with only dialable characters (RFC 3966); undefined unless the text has a number. */
export function telHref(phone: string | null): string | undefined {
  const found = phone ? readPhoneText(phone) : undefined
  if (!found) return undefined
  const { pauses, extension } = found
  const dialed = (dialedFromAbroad(found) + pauses).replaceAll('#', '%23')
  return `tel:${dialed}${extension && `;ext=${extension}`}`
}

/**
 * Returns the number as contact files and other programs store it: without separators, and with `+` for `00`. A text with words,
 * other characters, an extension or several numbers stays as typed.
 */
export function dialableNumber(phone: string): string {
  const typed = withoutInvisible(phone)
  const found = readPhoneText(phone)
  if (!found) return typed
  const ascii = asciiText(phone)
  if (found.extension && /;ext=/i.test(ascii)) return `${found.typed} x${found.extension}`
  const others = ascii.replace(found.typed, '')
  const isMore = /[^\d ().,;:/+-]/.test(ascii) || others.replace(/\D/g, '').length >= 6
  return isMore || found.pauses || found.extension ? typed : dialedFromAbroad(found)
}

/**
 * Returns the digits of a text that is just a number with its country code, with or without `+`; undefined for any other text,
 * such as a number with a leading 0, which is a trunk prefix.
 */
export function internationalDigits(phone: string): string | undefined {
  const digits = /^\+?([1-9]\d{6,14})$/.exec(dialableNumber(phone))?.[1]
  // Messengers still expect the 1 of Mexican numbers, which callers no longer dial.
  const mexican = /^(?:\+|00)(521\d{10})$/.exec(readPhoneText(phone)?.dialed ?? '')?.[1]
  return digits && (mexican ?? digits)
}

/** Returns the country calling code of a number, such as `44`; undefined if it has none. */
export function callingCodeOf(phone: string): string | undefined {
  const found = readPhoneText(phone)
  return found && parsed(dialedFromAbroad(found))?.countryCallingCode
}

/** Whether the text has a number that can be dialed only within its country. */
export function isNational(phone: string): boolean {
  const found = readPhoneText(phone)
  // Shorter numbers, and numbers with letters or stars, need no country code.
  if (!found || !/^\d{6,15}$/.test(found.dialed) || /[A-Za-z]/.test(found.typed)) return false
  return !found.dialed.startsWith('00') && !dialedFromAbroad(found).startsWith('+')
}

/**
 * Returns the text with the number in international format, grouped as typed; undefined unless the number is valid in the
 * country with this calling code.
 */
export function withCallingCode(phone: string, callingCode: string): string | undefined {
  const typed = readPhoneText(phone)?.typed
  const ascii = asciiText(phone)
  if (!typed || !ascii.includes(typed)) return undefined
  const number = nationalNumbers(typed, callingCode)
    .map((national) => parseNumber(national, { defaultCallingCode: callingCode, extract: false }))
    .find((each) => each?.isValid() && each.countryCallingCode === callingCode)
  return number && ascii.replace(typed, () => international(typed, number))
}

// Mexico dropped its trunk prefixes in 2020, and many cards still have them.
function nationalNumbers(typed: string, callingCode: string): string[] {
  const digits = typed.replace(/\D/g, '')
  return callingCode === '52' ? [digits, digits.replace(/^(?:01|04[45])/, '')] : [digits]
}

/**
 * Returns the number in international format: `(030) 901820` becomes `+49 (30) 901820`, `(0) 30 901820` becomes `+49 30
 * 901820`.
 */
function international(typed: string, number: PhoneNumber): string {
  const start = [...typed].findIndex(
    (_, at) => typed.slice(at).replace(/\D/g, '') === number.nationalNumber,
  )
  if (start < 0) return number.formatInternational()
  const isOpen = /\([^)]*$/.test(typed.slice(0, start))
  const national = `${isOpen ? '(' : ''}${typed.slice(start)}`.replace(/^\( *\)/, '')
  return `+${number.countryCallingCode} ${national.replace(/^[ ./-]+/, '')}`
}

/**
 * Returns the number as dialed from abroad: with `+` for an exit code such as 00, and without the trunk prefix after a country
 * code, as in +44 (0)20 …, which must not be dialed (in Italy it must). If that is not valid, tries other readings: without an
 * old prefix, without the end of a range and, if it is too long, without what follows a space or hyphen, such as opening hours.
 * If none is valid, returns the number as typed.
 */
function dialedFromAbroad({ typed, dialed }: PhoneText): string {
  // `+8` before a separator is not a country code: the 8 is Russia's trunk prefix.
  const full = dialed.replace(/^00/, '+').replace(/^\+8/, /^\+ ?8(?!\d)/.test(typed) ? '+7' : '+8')
  const number = parsed(full)
  if (number?.isValid()) return number.number
  const other = otherReadings(typed, dialed).find((each) => parsed(each)?.isValid())
  if (other) return parsed(other)?.number ?? dialed
  if (!number) return dialed
  if (optionalZero.test(typed)) return number.isPossible() ? number.number : withoutZero(typed)
  if (!number.isPossible()) return shortened(typed) ?? dialed
  return number.number === full ? full : dialed
}

const optionalZero = /\( ?0 ?\)/

function withoutZero(typed: string): string {
  return plusDigits(typed.replace(optionalZero, ''))
}

/** Returns other readings of a number that is not valid. */
function otherReadings(typed: string, dialed: string): string[] {
  const full = plusDigits(typed)
  return [
    // Many people write (0) even for countries without a trunk prefix.
    withoutZero(typed),
    dialed.replace(/^\+/, '').replace(exitCode, '+'),
    // Mexico: the trunk and mobile prefixes.
    full.replace(/^\+52(?:01|04[45]|1)(?=\d{10}$)/, '+52'),
    // The 15 of Argentina becomes the 9 after its country code.
    full.replace(/^\+549(?=\d{12}$)/, '+54'),
    // A range: `… 0134 - 35`.
    plusDigits(typed.replace(/ ?- ?\d{1,2}$/, '')),
  ]
}

function plusDigits(typed: string): string {
  return typed.replace(/[^+\d]/g, '').replace(/^00/, '+')
}

function shortened(typed: string): string | undefined {
  const shorter = typed.replace(/[ -]+[^ -]*$/, '')
  if (shorter === typed) return undefined
  const number = parsed(plusDigits(shorter))
  return number?.isValid() ? number.number : shortened(shorter)
}

function parsed(dialed: string): PhoneNumber | undefined {
  return dialed.startsWith('+') ? parseNumber(dialed, { extract: false }) : undefined
}
