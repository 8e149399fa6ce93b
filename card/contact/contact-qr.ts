/**
 * The text of a QR code with the contact itself, which works offline. Fields are omitted, least important first, until it
 * fits.
 */
import type { PublicCard } from '../../schema/cards/card.ts'
import { emailLines, escapeValue, phoneLines, sanitizeText, utf8Length } from './vcard-lines.ts'
import { contactName } from './vcard-name.ts'

/** The capacity of version 10 at level M in bytes. Cameras still read such a code on a badge at arm's length. */
export const contactQrMax = 213

const omittable = ['link', 'title', 'company', 'second phone', 'email'] as const
type OmittedField = (typeof omittable)[number]

/** Returns the text of the code and the omitted fields. `fits` is false if even name and phone are too long. */
export function contactQr(card: PublicCard, url: string) {
  const leftOut: OmittedField[] = []
  for (const next of omittable) {
    const text = contactText(card, url, leftOut)
    if (utf8Length(text) <= contactQrMax) return { text, leftOut, fits: true }
    if (partsOf(card, url).some(([part]) => part === next)) leftOut.push(next)
  }
  const text = contactText(card, url, leftOut)
  return { text, leftOut, fits: utf8Length(text) <= contactQrMax }
}

function contactText(card: PublicCard, url: string, leftOut: OmittedField[]): string {
  const kept = partsOf(card, url).flatMap(([part, line]) =>
    part === 'always' || !leftOut.includes(part) ? line : [],
  )
  return ['BEGIN:VCARD', 'VERSION:3.0', ...kept, 'END:VCARD', ''].join('\r\n')
}

function partsOf(card: PublicCard, url: string): ['always' | OmittedField, string][] {
  const name = sanitizeText(card.name) || sanitizeText(card.company) || card.slug
  const { family, given } = contactName(name, card.customizations.nameParts)
  const [phone, second] = phoneLines(card)
  const [email] = emailLines(card)
  const company = sanitizeText(card.company)
  const title = sanitizeText(card.title)
  return [
    ['always', `N:${escapeValue(sanitizeText(family))};${escapeValue(sanitizeText(given))}`],
    ['always', `FN:${escapeValue(name)}`],
    ...some('always', phone),
    ...some('second phone', second),
    ...some('email', email),
    ...some('company', company && `ORG:${escapeValue(company)}`),
    ...some('title', title && `TITLE:${escapeValue(title)}`),
    ['link', `URL:${url}`],
  ]
}

function some<Part extends 'always' | OmittedField>(
  part: Part,
  line: string | undefined,
): [Part, string][] {
  return line ? [[part, line]] : []
}
