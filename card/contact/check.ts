/** The contact check: how each device imports the contact of a card, with errors and advice. */
import type { PublicCard } from '../../schema/cards/card.ts'
import { type ReachField, reachFieldNames } from '../../schema/cards/reach.ts'
import { hiddenFields, reveal } from '../../schema/cards/reveal.ts'
import { safeImage, safeLink } from '../../schema/link.ts'
import { isBlankText } from '../../schema/text.ts'
import { appearanceFindings, isPhotoEmbeddable } from './check-appearance.ts'
import { detailFindings, entriesOf, valueFindings } from './check-details.ts'
import { nameFindings } from './check-name.ts'
import { isContactValue } from './check-values.ts'
import { contactQr, contactQrMax } from './contact-qr.ts'
import { type Device, type ImportedContact, importContact } from './device-import.ts'
import { type CheckedCard, type Finding, withCustomizations } from './findings.ts'
import { isNational } from './phone.ts'
import { type ContactVariant, contactFile } from './vcard.ts'

export type ContactCheck = {
  imported: Record<Device, ImportedContact>
  /** Problems that make the contact unusable. */
  errors: Finding[]
  advice: Finding[]
}

/**
 * Writes the contact file of the public page, and reads it back as each device would. `origin` is the origin of public
 * cards.
 */
export function checkContact(card: CheckedCard, origin: string): ContactCheck {
  const url = `${origin}/view/${card.slug}`
  const { visibility } = card.customizations
  const shown = reveal(card, { visibility, may: ['everyone'] })
  const photo = photoOf(shown)
  const importOn = (device: Device, variant: ContactVariant) =>
    importContact(contactFile(shown, { uid: noUid, url, variant, photo }), device)
  return {
    imported: {
      iphone: importOn('iphone', 'any'),
      android: importOn('android', 'any'),
      outlook: importOn('outlook', 'outlook'),
    },
    errors: [...missingName(shown), ...missingDetails(card, shown)],
    advice: [
      ...nameFindings(card),
      ...valueFindings(card),
      ...detailFindings(card),
      ...appearanceFindings(card),
      ...qrFindings(shown, url),
    ],
  }
}

const noUid = '00000000-0000-4000-8000-000000000000'

// The importers only check whether there is a photo, so the first bytes of a JPEG are enough.
function photoOf(card: PublicCard): string | undefined {
  return card.profilePicture && isPhotoEmbeddable(card) ? '/9j/' : undefined
}

function missingName(card: PublicCard): Finding[] {
  if (hasName(card)) return []
  const detail = 'Without a name the contact is saved under its email or number. Fill in Full Name.'
  return [{ id: 'no-name', title: 'The contact has no name', detail, fixes: [] }]
}

function missingDetails(card: CheckedCard, shown: PublicCard): Finding[] {
  if (isReachable(shown)) return []
  const title = 'The contact has no way to reach you'
  if (!isReachable(card)) {
    const detail = 'Add a phone number, an email address, a website or a social link.'
    return [{ id: 'no-way', title, detail, fixes: [] }]
  }
  const { visibility } = card.customizations
  const hidden = hiddenFields(card, visibility).filter((field) => waysToReach.has(field))
  return [
    {
      id: 'no-public-way',
      title,
      detail: 'All of them are hidden from the public page. Show one to everyone.',
      fixes: hidden.map((field) => ({
        label: `Show to everyone: ${reachFieldNames[field]}`,
        change: withCustomizations(card, { visibility: { ...visibility, [field]: 'everyone' } }),
      })),
    },
  ]
}

function hasName({ name, company }: PublicCard): boolean {
  return !isBlankText(name) || !isBlankText(company)
}

const waysToReach = new Set<ReachField>([
  'phone',
  'phones',
  'email',
  'emails',
  'website',
  'socialLinks',
])

function isReachable(card: PublicCard): boolean {
  const links = [card.customizations.website, ...Object.values(card.socialLinks)]
  const kinds = ['phones', 'emails'] as const
  return (
    links.some(safeLink) ||
    kinds.some((kind) => entriesOf(card, kind).some(({ value }) => isContactValue(kind, value)))
  )
}

function qrFindings(card: PublicCard, url: string): Finding[] {
  const { leftOut, fits } = contactQr(card, url)
  const missed = leftOut.filter((part) => part === 'email')
  if (fits && missed.length === 0) return []
  return [
    {
      id: 'qr',
      title: 'Too long for a contact QR code',
      detail: fits
        ? `Only ${contactQrMax} bytes scan reliably, so the code omits the email. Shorten the name or the email address to make room.`
        : `Name and phone together exceed the ${contactQrMax} bytes that scan reliably. Shorten the name.`,
      fixes: [],
    },
  ]
}

export const contactProblems = ['name', 'reach', 'phone', 'email', 'photo'] as const
export type ContactProblem = (typeof contactProblems)[number]

/**
 * What is wrong with the contact of a public card: no name, no way to reach the person, a phone number that cannot be dialed
 * or has no country code, an invalid email address, or no photo that contact files can include.
 */
export function contactProblemsOf(card: PublicCard): ContactProblem[] {
  const valuesOf = (kind: 'phones' | 'emails') => entriesOf(card, kind).map(({ value }) => value)
  const found: Record<ContactProblem, boolean> = {
    name: !hasName(card),
    reach: !isReachable(card),
    phone: valuesOf('phones').some(
      (value) => !isContactValue('phones', value) || isNational(value),
    ),
    email: valuesOf('emails').some((value) => !isContactValue('emails', value)),
    photo: !safeImage(card.profilePicture) || !isPhotoEmbeddable(card),
  }
  return contactProblems.filter((problem) => found[problem])
}
