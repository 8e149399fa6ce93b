/** Reads contact details from a contact file, an account export or an email signature. */

import * as z from 'zod/mini'
import { isContactValue } from '../../../../card/contact/check-values.ts'
import { decodeFile } from '../../../../card/contact/decode-text.ts'
import { telHref } from '../../../../card/contact/phone.ts'
import { hasVcard } from '../../../../card/contact/vcard-reader.ts'
import { CardInput } from '../../../../schema/cards/card.ts'
import {
  CustomButton,
  Customizations,
  LabeledContact,
  NetworkKey,
} from '../../../../schema/cards/card-fields.ts'
import { safeLink } from '../../../../schema/link.ts'
import { readContactFile } from '../../../contact-details/contact-file.ts'
import {
  type ImportedContact,
  type ImportedValue,
  nameParts,
  type Target,
  valuesOf,
} from '../../../contact-details/imported-contact.ts'
import { readSignature } from '../../../contact-details/signature.ts'
import { isHtml, textOfHtml } from '../../../contact-details/signature-html.ts'
import { parseUrl } from '../../../contact-details/social-url.ts'
import { t } from '../../../messages/t.ts'

/** Labels of the fields that an imported value can fill. */
export const targetLabels: Record<Target, string> = {
  name: t('Name'),
  prefix: t('Name prefix'),
  given: t('Given name'),
  additional: t('Middle name'),
  family: t('Family name'),
  suffix: t('Name suffix'),
  pronouns: t('Pronouns'),
  title: t('Title'),
  company: t('Company'),
  department: t('Department'),
  phone: t('Phone'),
  morePhones: t('More phones'),
  email: t('Email'),
  moreEmails: t('More emails'),
  website: t('Website'),
  address: t('Address'),
  about: t('About'),
  social: t('Social link'),
  button: t('Button'),
}

/** At least one contact, or a sentence that says why there is none. */
export type ImportResult = { contacts: ImportedContact[] } | { problem: string }

const text = z.catch(z.nullish(z.string()), null)

// Lenient: exports of other releases may lack fields, and the review checks every value.
const ExportedCard = z.object({
  name: text,
  title: text,
  company: text,
  phone: text,
  email: text,
  address: text,
  about: text,
  socialLinks: z.catch(z.record(z.string(), z.string()), {}),
  customButtons: z.catch(z.array(CustomButton), []),
  customizations: z.catch(
    z.object({
      website: text,
      about: text,
      pronouns: text,
      department: text,
      phones: z.catch(z.nullish(z.array(LabeledContact)), null),
      emails: z.catch(z.nullish(z.array(LabeledContact)), null),
      nameParts: z.catch(z.nullish(z.record(z.string(), z.nullish(z.string()))), null),
    }),
    {},
  ),
})
type ExportedCard = z.infer<typeof ExportedCard>

const Export = z.object({ cards: z.array(ExportedCard) })

const importMaxBytes = 5_000_000
const importMaxContacts = 500
const importMaxValues = 500
const signatureMax = 20_000

/** Reads a chosen file. Its content decides what it is, whatever its name. */
export async function readImportFile(file: File): Promise<ImportResult> {
  if (file.size > importMaxBytes) return { problem: messages.tooLarge }
  const buffer = await file.arrayBuffer().catch(() => undefined)
  if (!buffer) return { problem: messages.unreadable }
  const bytes = new Uint8Array(buffer)
  const text = decodeFile(bytes)
  if (isBinary(text)) return { problem: messages.otherFile }
  // As bytes: each value of a contact file may have its own encoding.
  return hasVcard(text) ? readContacts(bytes) : readImportText(text, messages.otherFile)
}

/** Reads pasted text: a signature, or the text of a contact file or account export. */
export function readImportText(text: string, nothingFound = messages.noSignature): ImportResult {
  if (text.trim() === '') return { problem: messages.empty }
  if (hasVcard(text)) return readContacts(text)
  const exported = /^\s*\{/.test(text) ? readAccountExport(text) : undefined
  if (exported) return toResult(exported, messages.emptyExport)
  if (text.length > signatureMax) return { problem: nothingFound }
  const contact = readSignature(isHtml(text) ? textOfHtml(text) : text)
  return toResult(contact ? [contact] : [], nothingFound)
}

function readContacts(file: Uint8Array | string): ImportResult {
  return toResult(readContactFile(file), messages.damagedFile)
}

function toResult(contacts: ImportedContact[], none: string): ImportResult {
  if (contacts.length === 0) return { problem: none }
  if (contacts.length > importMaxContacts) return { problem: messages.tooMany }
  return {
    contacts: contacts.map(({ values, ...contact }) => ({
      ...contact,
      values: values.slice(0, importMaxValues),
    })),
  }
}

function isBinary(text: string): boolean {
  return /[\u0000-\u0008\u000e-\u001a]/.test(text.slice(0, 4000))
}

const messages = {
  tooLarge: t('This file is larger than 5 MB. Export only your own contact and choose that file.'),
  tooMany: t(
    'This file has more than 500 contacts. Export only your own contact and choose that file.',
  ),
  unreadable: t('The file could not be read. Choose it again.'),
  empty: t('Choose a file or paste a signature first.'),
  otherFile: t(
    'No contact details found in this file. Choose a contact file (.vcf) or an account export (.json).',
  ),
  damagedFile: t('The contacts in this file are damaged or empty. Export them again.'),
  emptyExport: t('This account export has no card with contact details.'),
  noSignature: t(
    'No contact details found. Paste the whole signature, with your name, phone and email.',
  ),
}

/** Returns the cards with at least one value; undefined if the text is not an account export. */
function readAccountExport(file: string): ImportedContact[] | undefined {
  const { data } = Export.safeParse(parseJson(file))
  return data?.cards.map(contactOf).filter(({ values }) => values.length > 0)
}

function parseJson(file: string): unknown {
  try {
    return JSON.parse(file)
  } catch {
    return undefined
  }
}

function contactOf({
  customizations,
  socialLinks,
  customButtons,
  ...card
}: ExportedCard): ImportedContact {
  const { website, pronouns, department, phones, emails } = customizations
  const parts = customizations.nameParts ?? {}
  const values = [
    ...valuesOf('name', card.name),
    ...nameParts.flatMap((part) => valuesOf(part, parts[part])),
    ...valuesOf('pronouns', pronouns),
    ...valuesOf('title', card.title),
    ...valuesOf('company', card.company),
    ...valuesOf('department', department),
    ...valuesOf('phone', card.phone),
    ...more('morePhones', phones),
    ...valuesOf('email', card.email),
    ...more('moreEmails', emails),
    ...valuesOf('website', website),
    ...valuesOf('address', card.address),
    ...valuesOf('about', card.about ?? customizations.about),
    ...Object.entries(socialLinks).flatMap(([network, link]) =>
      valuesOf('social', link).map((value) => ({ ...value, network })),
    ),
    ...customButtons.map(
      ({ text, url }): ImportedValue => ({ target: 'button', text: url, caption: text }),
    ),
  ]
  return { values }
}

function more(target: Target, contacts: LabeledContact[] | null | undefined): ImportedValue[] {
  return (contacts ?? []).map(({ label, value }) => ({ target, text: value, label }))
}

/** Whether the field accepts the value: its length, its characters and, for phones, emails and links, its form. */
export function accepts(target: Target, value: ImportedValue): boolean {
  const { text } = value
  switch (target) {
    case 'name':
    case 'title':
    case 'company':
    case 'address':
    case 'about':
      return CardInput.shape[target].safeParse(text).success
    case 'phone':
    case 'morePhones':
      return (
        CardInput.shape.phone.safeParse(text).success &&
        isContactValue('phones', text) &&
        telHref(text) !== undefined
      )
    case 'email':
    case 'moreEmails':
      return isContactValue('emails', text)
    case 'website':
      return Customizations.shape.website.safeParse(text).success && isWeb(text)
    case 'pronouns':
    case 'department':
      return Customizations.shape[target].safeParse(text).success
    case 'social':
      return NetworkKey.safeParse(value.network).success && isLink(text)
    case 'button':
      return CustomButton.safeParse({ text: buttonLabel(value), url: text }).success
    default:
      return Customizations.shape.nameParts.safeParse({ [target]: text }).success
  }
}

/** Returns the label of a button; the host of its link if it has none. */
export function buttonLabel({ caption, text }: ImportedValue): string {
  return caption || (parseUrl(safeLink(text) ?? '')?.hostname.replace(/^www\./, '') ?? '')
}

function isLink(text: string): boolean {
  return text.length <= 2000 && safeLink(text) !== undefined
}

function isWeb(text: string): boolean {
  return /^https?:/i.test(safeLink(text) ?? '')
}

/** Returns the name of a contact in a list of several. */
export function contactTitle({ values }: ImportedContact): string {
  const of = (target: Target) => values.find((value) => value.target === target)?.text
  return of('name') ?? of('company') ?? of('email') ?? of('phone') ?? values[0]?.text ?? ''
}
