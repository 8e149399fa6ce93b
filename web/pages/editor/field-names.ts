import { type Customizations, cardFields } from '../../../schema/card-fields.ts'
import { networkName } from '../../../schema/social.ts'

/** Returns the display name of a field by its path in the draft, such as `customizations.website`. */
export function fieldName(path: string): string {
  const [field = '', part = '', inner = ''] = path.split('.')
  if (field === 'socialLinks') return part ? `${networkName(part)} link` : 'Social links'
  if (field === 'customizations') return extraLabels.get(part) ?? cardFields.customizations.label
  const name = labels.get(field) ?? field
  const at = Number(part)
  return part && Number.isInteger(at) ? `${name}, ${at + 1}${inner && `: ${inner}`}` : name
}

/** Returns the tab in which a field is edited. */
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

const labels = new Map(Object.entries(cardFields).map(([field, { label }]) => [field, label]))

const extras: Record<keyof Customizations, string> = {
  website: cardFields.website.label,
  about: 'About (second text)',
  customCss: 'Custom CSS',
  nameParts: 'Name parts',
  phones: 'More phones',
  emails: 'More emails',
  pronouns: 'Pronouns',
  department: 'Department',
  alts: 'Image descriptions',
  pin: 'Place on the map',
}
const extraLabels = new Map(Object.entries(extras))
