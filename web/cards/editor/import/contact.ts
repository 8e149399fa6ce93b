/** The typed result of reading any source of contact details. */
import { telHref } from '../../../../card/contact/phone.ts'
import { CardInput } from '../../../../schema/cards/card.ts'
import { CustomButton, Customizations, NetworkKey } from '../../../../schema/cards/card-fields.ts'
import { isContactValue } from '../../../../schema/cards/card-values.ts'
import { safeLink } from '../../../../schema/link.ts'
import type {
  ImportedContact,
  ImportedValue,
  Target,
} from '../../../contact-details/imported-contact.ts'
import { parseUrl } from '../../../contact-details/parse-url.ts'
import { t } from '../../../messages/t.ts'

/** The labels of the fields that an imported value can fill. */
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
