/** Writes the contact file of a card: vCard 3.0 (RFC 2426), which iPhone, Android and Outlook import completely. */
import type { PublicCard } from '../../schema/cards/card.ts'
import { networkName } from '../../schema/cards/social.ts'
import { safeLink } from '../../schema/link.ts'
import { type CardWords, english } from '../words/en.ts'
import {
  emailLines,
  escapeComponent,
  escapeValue,
  foldLine,
  oneLine,
  phoneLines,
  sanitizeText,
  utf8Length,
} from './vcard-lines.ts'
import { contactName } from './vcard-name.ts'

/** `any` is for phones and most programs. Outlook for Windows needs its own variant. */
export const contactVariants = ['any', 'outlook'] as const
export type ContactVariant = (typeof contactVariants)[number]

export type ContactOptions = {
  /** The random part of the UID; never changes for a card. */
  uid: string
  /** The card's page. */
  url: string
  variant?: ContactVariant
  /** The first line of the note, which says where the contact was saved. */
  met?: string | undefined
  /** A base64 JPEG; omitted if the file would exceed 200,000 octets. */
  photo?: string
  /** The product name, for PRODID. */
  product?: string
  /** English if absent. */
  words?: Pick<CardWords, 'digitalCard' | 'pronouns'>
}

export const contactFileMax = 200_000
const noteMax = 1000
const socialMax = 70_000

export function contactFile(card: PublicCard, options: ContactOptions): string {
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `PRODID:-//${escapeValue(sanitizeText(options.product) || 'Edgecard')}//Contact//EN`,
    ...nameLines(card),
    ...phoneticLines(card),
    ...phoneLines(card),
    ...emailLines(card),
    ...addressLines(card),
    ...linkLines(card, options),
    ...noteLines(card, options),
    `UID:urn:uuid:${options.uid}`,
    `REV:${card.updatedAt.replace(/\.\d+Z$/, 'Z')}`,
  ]
  const written = lines.map((line) =>
    foldLine(options.variant === 'outlook' ? charset(line) : line),
  )
  const photo = options.photo ? photoLine(options.photo, options.variant) : ''
  const file = `${written.join('')}${photo}END:VCARD\r\n`
  return utf8Length(file) <= contactFileMax ? file : `${written.join('')}END:VCARD\r\n`
}

function nameLines(card: PublicCard): string[] {
  const name = sanitizeText(card.name)
  const shown =
    name ||
    sanitizeText(card.company) ||
    sanitizeText(card.email) ||
    sanitizeText(card.phone) ||
    card.slug
  const split = contactName(name, card.customizations.nameParts)
  const parts = [split.family, split.given, split.additional, split.prefix, split.suffix].map(
    escapeComponent,
  )
  const organization = [card.company, card.customizations.department].map((text) =>
    escapeValue(sanitizeText(text)),
  )
  const title = sanitizeText(card.title)
  return [
    parts.some(Boolean) ? `N:${parts.join(';')}` : `N:;${escapeComponent(shown)};;;`,
    `FN:${escapeValue(shown)}`,
    ...(organization.some(Boolean) ? [`ORG:${organization.join(';').replace(/;$/, '')}`] : []),
    ...(title ? [`TITLE:${escapeValue(title)}`] : []),
  ]
}

// iPhone and Android show the X- properties and sort by them. SORT-STRING is the standard property (RFC 2426, 3.6.5). SORT-AS and
// ALTID exist only in vCard 4.0: importers of 3.0 ignore or reject them.
function phoneticLines({ customizations: { nameParts } }: PublicCard): string[] {
  const [given, family] = [nameParts?.phoneticGiven, nameParts?.phoneticFamily].map(escapeComponent)
  const sorted = [family, given].filter(Boolean).join(' ')
  return [
    ...(given ? [`X-PHONETIC-FIRST-NAME:${given}`] : []),
    ...(family ? [`X-PHONETIC-LAST-NAME:${family}`] : []),
    ...(sorted ? [`SORT-STRING:${sorted}`] : []),
  ]
}

function addressLines(card: PublicCard): string[] {
  const address = sanitizeText(card.address)
  return address ? [`ADR;TYPE=WORK:;;${escapeValue(address)};;;;`] : []
}

type Link = { label: string; url: string }

function linkLines(
  card: PublicCard,
  { url, variant = 'any', words = english }: ContactOptions,
): string[] {
  const website = webAddress(card.customizations.website)
  const page = webAddress(url)
  const plain = website ? [`URL;TYPE=WORK:${website}`] : []
  if (variant === 'outlook') return page && !website ? [`URL;TYPE=WORK:${page}`] : plain
  const labeled = [...(page ? [{ label: words.digitalCard, url: page }] : []), ...socialLinks(card)]
  return [...plain, ...labeled.flatMap(labeledUrl)]
}

// Every importer reads a URL; Apple's also reads its label. X-SOCIALPROFILE is not written: only Apple reads it, would then show
// each link twice, and loses it when the contact is synced to a Google or Exchange account.
function labeledUrl({ label, url }: Link, at: number): string[] {
  const group = `item${at + 1}`
  return [`${group}.URL;TYPE=WORK:${url}`, `${group}.X-ABLabel:${escapeValue(label)}`]
}

/** Returns the social links that are web URLs, as long as there is room in the contact file. */
function socialLinks(card: PublicCard): Link[] {
  let room = socialMax
  return Object.entries(card.socialLinks).flatMap(([network, link]) => {
    const url = webAddress(link)
    if (!url || url.length > room) return []
    room -= url.length
    return [{ label: oneLine(networkName(network)), url }]
  })
}

/** Returns the URL in ASCII; undefined unless it is http or https. */
function webAddress(text: string | null | undefined): string | undefined {
  const link = safeLink(text) ?? ''
  // Never throws: safeLink returns only what a parser accepts.
  const url = link ? new URL(link) : undefined
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined
}

function noteLines(
  card: PublicCard,
  { url, variant, met, words = english }: ContactOptions,
): string[] {
  const pronouns = sanitizeText(card.customizations.pronouns)
  const links =
    variant === 'outlook' ? [{ label: words.digitalCard, url }, ...socialLinks(card)] : []
  const note = [
    sanitizeText(met),
    latinLine(card),
    ...(pronouns ? [`${words.pronouns}: ${pronouns}`] : []),
    ...links.map((link) => `${link.label}: ${link.url}`),
    sanitizeText(card.about ?? card.customizations.about),
  ]
  const text = [...note.filter(Boolean).join('\n')].slice(0, noteMax).join('')
  return text ? [`NOTE:${escapeValue(text)}`] : []
}

// In the note, which phones search. If it were the nickname, phones would show it instead of the name.
function latinLine(card: PublicCard): string {
  const latin = sanitizeText(card.customizations.nameParts?.latinName)
  return latin === sanitizeText(card.name) ? '' : latin
}

// Outlook for Windows reads UTF-8 as its own code page, unless each property declares the charset.
function charset(line: string): string {
  return /[^\u0000-\u007f]/.test(line) ? line.replace(/^[^:;]+/, '$&;CHARSET=UTF-8') : line
}

function photoLine(photo: string, variant?: ContactVariant): string {
  return `${foldLine(`PHOTO;ENCODING=b;TYPE=JPEG:${photo}`)}${variant === 'outlook' ? '\r\n' : ''}`
}
