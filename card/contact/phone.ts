/**
 * The one reader of phone numbers. Its metadata of all countries is 29 kB, so in the app only modules that are loaded on
 * demand may import it.
 */
import parseNumber, { type PhoneNumber } from 'libphonenumber-js/min'
import { asciiText, type PhoneText, readPhoneText } from '../../schema/phone-text.ts'
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
 * Returns the number as contact files and other programs store it: without separators and notes, and with `+` for
 * `00`. A text with words, other characters, an extension or several numbers stays as typed.
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
 * Returns the digits of a text that is only a number with its country code, with or without `+`; undefined for other
 * text. A leading 0 is a trunk prefix.
 */
export function internationalDigits(phone: string): string | undefined {
  return /^\+?([1-9]\d{6,14})$/.exec(dialableNumber(phone))?.[1]
}

/** Returns the country calling code of a number that has one, such as `44`. */
export function callingCodeOf(phone: string): string | undefined {
  const found = readPhoneText(phone)
  return found && parsed(dialedFromAbroad(found))?.countryCallingCode
}

/** Whether the text has a number that can be dialed only within its country. */
export function isNational(phone: string): boolean {
  const { typed = '', dialed = '' } = readPhoneText(phone) ?? {}
  // Shorter numbers, and those with letters or stars, are local and need no country code.
  return /^\d{6,15}$/.test(dialed) && !dialed.startsWith('00') && !/[A-Za-z]/.test(typed)
}

/**
 * Returns the text with the number in international format, in the groups as typed; undefined unless that is a valid
 * number of the country with this calling code.
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

/** `(030) 901820` becomes `+49 (30) 901820`, `(0) 30 901820` becomes `+49 30 901820`. */
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
 * The number with `+` for `00` and without a trunk prefix after the country code, as in +44 (0)20 …, which must not be
 * dialed; the 0 of Italy must. One that is too long loses what is after a space or hyphen, such as opening hours.
 * Unchanged if no valid number results.
 */
function dialedFromAbroad({ typed, dialed }: PhoneText): string {
  const full = dialed.replace(/^00/, '+')
  const number = parsed(full)
  if (!number) return dialed
  if (!number.isPossible()) return shortened(typed) ?? dialed
  const isPlain = number.number === full || /\( ?0 ?\)/.test(typed)
  return isPlain || number.isValid() ? number.number : dialed
}

function shortened(typed: string): string | undefined {
  const shorter = typed.replace(/[ -]+[^ -]*$/, '')
  if (shorter === typed) return undefined
  const number = parsed(shorter.replace(/^00/, '+').replace(/[^+\d]/g, ''))
  return number?.isValid() ? number.number : shortened(shorter)
}

function parsed(dialed: string): PhoneNumber | undefined {
  return dialed.startsWith('+') ? parseNumber(dialed, { extract: false }) : undefined
}
