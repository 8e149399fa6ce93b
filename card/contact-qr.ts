/** A contact in a QR code of its own, for where there is no network: little room, so the least needed goes first. */
import type { PublicCard } from '../schema/card.ts'
import { clean, escaped, octets } from './vcard-line.ts'
import { contactName } from './vcard-name.ts'
import { emailLines, phoneLines } from './vcard-reach.ts'

/** What version 10 holds at level M: still read from a badge at arm's length. */
export const contactQrMax = 213

const leavable = ['link', 'title', 'company', 'second phone', 'e-mail'] as const
export type LeftOut = (typeof leavable)[number]

/** The text of the code, and what had to be left out; `fits` is false when even name and phone are too long. */
export function contactQr(card: PublicCard, url: string) {
  const leftOut: LeftOut[] = []
  for (const next of leavable) {
    const text = written(card, url, leftOut)
    if (octets(text) <= contactQrMax) return { text, leftOut, fits: true }
    if (partsOf(card, url).some(([part]) => part === next)) leftOut.push(next)
  }
  const text = written(card, url, leftOut)
  return { text, leftOut, fits: octets(text) <= contactQrMax }
}

function written(card: PublicCard, url: string, leftOut: LeftOut[]): string {
  const kept = partsOf(card, url).flatMap(([part, line]) =>
    part === 'always' || !leftOut.includes(part) ? line : [],
  )
  return ['BEGIN:VCARD', 'VERSION:3.0', ...kept, 'END:VCARD', ''].join('\r\n')
}

function partsOf(card: PublicCard, url: string): ['always' | LeftOut, string][] {
  const name = clean(card.name) || clean(card.company) || card.slug
  const { family, given } = contactName(name, card.customizations.nameParts)
  const [phone, second] = phoneLines(card)
  const [email] = emailLines(card)
  const company = clean(card.company)
  const title = clean(card.title)
  return [
    ['always', `N:${escaped(clean(family))};${escaped(clean(given))}`],
    ['always', `FN:${escaped(name)}`],
    ...some('always', phone),
    ...some('second phone', second),
    ...some('e-mail', email),
    ...some('company', company && `ORG:${escaped(company)}`),
    ...some('title', title && `TITLE:${escaped(title)}`),
    ['link', `URL:${url}`],
  ]
}

function some<Part extends 'always' | LeftOut>(
  part: Part,
  line: string | undefined,
): [Part, string][] {
  return line ? [[part, line]] : []
}
