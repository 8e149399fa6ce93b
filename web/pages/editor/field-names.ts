import { networkName } from '../../../schema/social.ts'
import type { Draft } from './draft.ts'

/** What a person calls a field, by its path in the draft, such as `customizations.website`. */
export function fieldName(path: string): string {
  const [field = '', part = '', inner = ''] = path.split('.')
  if (field === 'socialLinks') return part ? `${networkName(part)} link` : 'Social links'
  if (field === 'customizations') return names.get(`${field}.${part}`) ?? 'More details'
  const name = names.get(field) ?? field
  const at = Number(part)
  return part && Number.isInteger(at) ? `${name}, ${at + 1}${inner && `: ${inner}`}` : name
}

/** The tab a field is edited in. */
export function tabOf(path: string): TabName {
  const [field = '', part = ''] = path.split('.')
  return tabs.get(`${field}.${part}`) ?? tabs.get(field) ?? 'basic'
}

export type TabName = 'basic' | 'design' | 'gallery' | 'social' | 'buttons' | 'form' | 'advanced'

const tabs = new Map<string, TabName>([
  ['theme', 'design'],
  ['profilePicture', 'design'],
  ['coverPhoto', 'design'],
  ['logoUrl', 'design'],
  ['faviconUrl', 'design'],
  ['customizations.alts', 'design'],
  ['gallery', 'gallery'],
  ['socialLinks', 'social'],
  ['customButtons', 'buttons'],
  ['formConfig', 'form'],
  ['embedCodes', 'advanced'],
  ['customizations.customCss', 'advanced'],
])

const fields: Record<keyof Omit<Draft, 'customizations'>, string> = {
  slug: 'Card URL',
  theme: 'Theme',
  name: 'Name',
  title: 'Title',
  company: 'Company',
  phone: 'Phone',
  email: 'Email',
  address: 'Address',
  about: 'About',
  profilePicture: 'Profile picture',
  coverPhoto: 'Cover photo',
  logoUrl: 'Logo',
  faviconUrl: 'Favicon',
  videoUrl: 'Video',
  socialLinks: 'Social links',
  customButtons: 'Custom buttons',
  gallery: 'Gallery',
  embedCodes: 'Chatbot code',
  formConfig: 'Contact form',
  state: 'Publish state',
}

const names = new Map<string, string>([
  ...Object.entries(fields),
  ['customizations.website', 'Website'],
  ['customizations.about', 'About (second text)'],
  ['customizations.customCss', 'Custom CSS'],
  ['customizations.nameParts', 'Name parts'],
  ['customizations.phones', 'More phones'],
  ['customizations.emails', 'More emails'],
  ['customizations.pronouns', 'Pronouns'],
  ['customizations.department', 'Department'],
  ['customizations.alts', 'Image descriptions'],
  ['customizations.pin', 'Place on the map'],
])
