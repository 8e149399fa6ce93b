/** Lines of contact files: sanitizes, escapes and folds text (RFC 2426, 2.6 and 4), and writes phones and emails. */
import type { PublicCard } from '../../schema/cards/card.ts'
import type { ContactLabel } from '../../schema/cards/card-fields.ts'
import { trimInvisible } from '../../schema/text.ts'
import { dialableNumber } from './phone.ts'

const encoder = new TextEncoder()
const widest = 75

/** Removes control characters and lone surrogates, and normalizes line ends to `\n`. */
export function sanitizeText(text: string | null | undefined): string {
  return (text ?? '')
    .toWellFormed()
    .replace(/\r\n|[\r\u0085\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\ufeff]/g, '')
    .trim()
}

/** Escapes a TEXT value. */
export function escapeValue(text: string): string {
  return text.replace(/[\\,;]/g, '\\$&').replaceAll('\n', '\\n')
}

/** Folds the line with CRLF at 75 octets per piece, never inside a character. */
export function foldLine(line: string): string {
  return `${pieces(line).join('\r\n ')}\r\n`
}

function pieces(line: string): string[] {
  return /[^\u0000-\u007f]/.test(line) ? byCharacter(line) : byOctet(line)
}

// A photo has 80,000 octets; iterating over its characters would take most of the request's time.
function byOctet(line: string): string[] {
  const cut = [line.slice(0, widest)]
  for (let at = widest; at < line.length; at += widest - 1)
    cut.push(line.slice(at, at + widest - 1))
  return cut
}

function byCharacter(line: string): string[] {
  const cut: string[] = []
  let piece = ''
  let size = 0
  for (const character of line) {
    const octets = octetsOf(character)
    if (size + octets > widest) {
      cut.push(piece)
      piece = ''
      // The leading space of a continuation line counts toward the 75 octets.
      size = 1
    }
    piece += character
    size += octets
  }
  return [...cut, piece]
}

function octetsOf(character: string): number {
  const point = character.codePointAt(0) ?? 0
  if (point < 0x80) return 1
  return point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
}

export function utf8Length(text: string): number {
  return encoder.encode(text).length
}

// Types to which all importers give the same label. Android uses the first type it recognizes: no type means Home, and VOICE
// alone means Other. It recognizes PREF only in upper case.
const phoneTypes: Record<ContactLabel, string> = {
  mobile: 'CELL,VOICE',
  work: 'WORK,VOICE',
  home: 'HOME,VOICE',
  fax: 'WORK,FAX',
  other: 'VOICE',
}

// Fax and other have no type, because Android would show it as the label.
const emailTypes: Record<ContactLabel, string> = {
  mobile: 'CELL,INTERNET',
  work: 'WORK,INTERNET',
  home: 'HOME,INTERNET',
  fax: '',
  other: '',
}

export function phoneLines({ phone, customizations }: PublicCard): string[] {
  const all = labeledValues(
    { first: phone, label: 'mobile', more: customizations.phones },
    dialableNumber,
  )
  return all.map(({ label, value }, at) =>
    line('TEL', [phoneTypes[label], at === 0 ? 'PREF' : ''], value),
  )
}

export function emailLines({ email, customizations }: PublicCard): string[] {
  const all = labeledValues(
    { first: email, label: 'work', more: customizations.emails },
    trimInvisible,
  )
  return all.map(({ label, value }, at) =>
    line('EMAIL', [emailTypes[label], at === 0 ? 'PREF' : ''], value),
  )
}

type LabeledValue = { label: ContactLabel; value: string }
type FieldValues = {
  first: string | null
  label: ContactLabel
  more: LabeledValue[] | null | undefined
}

/**
 * Returns the main value, then the additional ones, each once. The main value takes its label from the list if it is also
 * there.
 */
function labeledValues(
  { first, label, more }: FieldValues,
  write: (text: string) => string,
): LabeledValue[] {
  const others = (more ?? []).map((item) => ({ ...item, value: write(oneLine(item.value)) }))
  const main = write(oneLine(first))
  const same = others.find(({ value }) => value === main)
  return [{ label: same?.label ?? label, value: main }, ...others].filter(
    ({ value }, at, all) => value !== '' && all.findIndex((item) => item.value === value) === at,
  )
}

/** Returns the sanitized text with spaces for its line breaks. */
export function oneLine(text: string | null | undefined): string {
  return sanitizeText(text).replaceAll('\n', ' ')
}

/**
 * Escapes a component of a property, such as a part of a name. Common importers treat a backslash at its end as an escape, so
 * none is written.
 */
export function escapeComponent(text: string | null | undefined): string {
  return escapeValue(oneLine(text).replaceAll('\\', ''))
}

function line(property: string, types: string[], value: string): string {
  const known = types.filter(Boolean).join(',')
  return `${property}${known ? `;TYPE=${known}` : ''}:${escapeValue(value)}`
}
