/** Contact check: how a card's contact imports on each device, with errors and advice. */
import { safeLink } from '../../schema/link.ts'
import { appearanceFindings, isPhotoEmbeddable } from './check-appearance.ts'
import { detailFindings, entriesOf } from './check-details.ts'
import { nameFindings } from './check-name.ts'
import { contactQr, contactQrMax } from './contact-qr.ts'
import { type Device, type ImportedContact, importContact } from './device-import.ts'
import type { CheckedCard, Finding } from './findings.ts'
import { type ContactVariant, contactFile } from './vcard.ts'

export type ContactCheck = {
  landed: Record<Device, ImportedContact>
  /** Problems that make the contact unusable. */
  errors: Finding[]
  advice: Finding[]
}

/**
 * Builds the contact file and reads it back as each device would, offline; `origin` is the origin
 * of public cards.
 */
export function checkContact(card: CheckedCard, origin: string): ContactCheck {
  const url = `${origin}/view/${card.slug}`
  const land = (device: Device, variant: ContactVariant) =>
    importContact(contactFile(card, { uid: noUid, url, variant, photo: photoOf(card) }), device)
  return {
    landed: {
      iphone: land('iphone', 'any'),
      android: land('android', 'any'),
      outlook: land('outlook', 'outlook'),
    },
    errors: [...missingName(card), ...missingDetails(card)],
    advice: [
      ...nameFindings(card),
      ...detailFindings(card),
      ...appearanceFindings(card),
      ...qr(card, url),
    ],
  }
}

const noUid = '00000000-0000-4000-8000-000000000000'

// The importers only check whether there is a photo, so a JPEG prefix is enough.
function photoOf(card: CheckedCard): string | undefined {
  return card.profilePicture && isPhotoEmbeddable(card) ? '/9j/' : undefined
}

function missingName(card: CheckedCard): Finding[] {
  if (card.name?.trim() || card.company?.trim()) return []
  const detail = 'Without a name the contact is saved under its email or number. Fill in Full Name.'
  return [{ id: 'no-name', title: 'The contact has no name', detail, fixes: [] }]
}

function missingDetails(card: CheckedCard): Finding[] {
  const ways = [
    ...entriesOf(card, 'phones'),
    ...entriesOf(card, 'emails'),
    ...[card.customizations.website, ...Object.values(card.socialLinks)].filter(safeLink),
  ]
  if (ways.length > 0) return []
  const detail = 'Add a phone number, an email address, a website or a social link.'
  return [{ id: 'no-way', title: 'The contact has no way to reach you', detail, fixes: [] }]
}

function qr(card: CheckedCard, url: string): Finding[] {
  const { leftOut, fits } = contactQr(card, url)
  const missed = leftOut.filter((part) => part === 'email')
  if (fits && missed.length === 0) return []
  return [
    {
      id: 'qr',
      title: 'Too long for a contact QR code',
      detail: fits
        ? `Only ${contactQrMax} bytes scan reliably, so the code omits the email. Shorten the name or address to make room.`
        : `Name and phone together exceed the ${contactQrMax} bytes that scan reliably. Shorten the name.`,
      fixes: [],
    },
  ]
}
