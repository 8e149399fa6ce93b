/** The typed result of reading any source of contact details. */
import { mailHref, telHref } from '../../../../card/links.ts'
import { CardInput } from '../../../../schema/card.ts'
import {
  type ContactLabel,
  CustomButton,
  Customizations,
  NetworkKey,
} from '../../../../schema/card-fields.ts'
import { safeLink } from '../../../../schema/link.ts'
import { keysOf } from '../../../../schema/pick.ts'
import { parseUrl } from './parse-url.ts'

/** The fields that an imported value can fill, in the order of the review, with their labels. */
export const targetLabels = {
  name: 'Name',
  prefix: 'Name prefix',
  given: 'Given name',
  additional: 'Middle name',
  family: 'Family name',
  suffix: 'Name suffix',
  pronouns: 'Pronouns',
  title: 'Title',
  company: 'Company',
  department: 'Department',
  phone: 'Phone',
  morePhones: 'More phones',
  email: 'Email',
  moreEmails: 'More emails',
  website: 'Website',
  address: 'Address',
  about: 'About',
  social: 'Social link',
  button: 'Button',
}
export type Target = keyof typeof targetLabels
export const targets = keysOf(targetLabels)

/** One value from a source. Without a target its field is unknown, and it is not imported unless the user selects one. */
export type ImportedValue = {
  text: string
  target?: Target
  /** Of a phone or email. */
  label?: ContactLabel
  /** Of a social link: the key of its network. */
  network?: string
  /** Of a button: its label. */
  caption?: string
}

export type ImportedContact = {
  values: ImportedValue[]
  /** The profile photo, unchecked. */
  photo?: File
}

/** The contacts of a source, at least one, or a sentence that says why there are none. */
export type ImportResult = { contacts: ImportedContact[] } | { problem: string }

/** Whether the field accepts the value: its length and characters, and that phones, emails and links are such. */
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
      return CardInput.shape.phone.safeParse(text).success && telHref(text) !== undefined
    case 'email':
    case 'moreEmails':
      return CardInput.shape.email.safeParse(text).success && mailHref(text) !== undefined
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

/** The label of a button: its own, or the host of its link. */
export function buttonLabel({ caption, text }: ImportedValue): string {
  return caption || (parseUrl(safeLink(text) ?? '')?.hostname.replace(/^www\./, '') ?? '')
}

function isLink(text: string): boolean {
  return text.length <= 2000 && safeLink(text) !== undefined
}

function isWeb(text: string): boolean {
  return /^https?:/i.test(safeLink(text) ?? '')
}

/** How a contact is named in a list of several. */
export function contactTitle({ values }: ImportedContact): string {
  const of = (target: Target) => values.find((value) => value.target === target)?.text
  return of('name') ?? of('company') ?? of('email') ?? of('phone') ?? values[0]?.text ?? ''
}
