/** A contact in a QR code of its own, for where there is no network: little room, so the least needed goes first. */
import type { PublicCard } from '../../schema/card.ts'
import { emailLines, escapeValue, phoneLines, sanitizeText, utf8Length } from './vcard-lines.ts'
import { contactName } from './vcard-name.ts'

/** What version 10 holds at level M: still read from a badge at arm's length. */
export const contactQrMax = 213

const leavable = ['link', 'title', 'company', 'second phone', 'e-mail'] as const
export type OmittedField = (typeof leavable)[number]

/** The text of the code, and what had to be left out; `fits` is false when even name and phone are too long. */
export function contactQr(card: PublicCard, url: string) {
  const leftOut: OmittedField[] = []
  for (const next of leavable) {
    const text = written(card, url, leftOut)
    if (utf8Length(text) <= contactQrMax) return { text, leftOut, fits: true }
    if (partsOf(card, url).some(([part]) => part === next)) leftOut.push(next)
  }
  const text = written(card, url, leftOut)
  return { text, leftOut, fits: utf8Length(text) <= contactQrMax }
}

function written(card: PublicCard, url: string, leftOut: OmittedField[]): string {
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
    ...some('e-mail', email),
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
