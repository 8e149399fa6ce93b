import { type Customizations, cardFields } from '../../../schema/card-fields.ts'
import { cardTexts } from '../../../schema/card-texts.ts'
import { networkName } from '../../../schema/social.ts'

/** Returns the display name of a field by its path in the draft, such as `customButtons.0.url`. */
export function fieldName(path: string): string {
  const [field = '', part = '', inner = ''] = path.split('.')
  if (field === 'socialLinks') return part ? `${networkName(part)} link` : 'Social links'
  if (field === 'locales') return localeFieldName(part, inner)
  const rowName = rowNames.get(path.replace(/\.\d+(\.\w+)?$/, ''))
  const index = /\.(\d+)(?:\.\w+)?$/.exec(path)?.[1]
  if (rowName && index) return rowName(Number(index))
  if (field === 'formConfig') return formLabels.get(part) ?? cardFields.formConfig.label
  if (field !== 'customizations') return labels.get(field) ?? field
  return partLabels.get(inner) ?? extraLabels.get(part) ?? cardFields.customizations.label
}

// Such as `Title (Spanish)`.
function localeFieldName(language: string, text: string): string {
  const label = textLabels.get(text)
  const name = language && new Intl.DisplayNames('en', { type: 'language' }).of(language)
  return label ? `${label} (${name})` : name || cardFields.locales.label
}

const textLabels = new Map(Object.entries(cardTexts).map(([text, { label }]) => [text, label]))

// The main phone and email are the first.
const rowNames = new Map<string, (at: number) => string>([
  ['customButtons', (at) => `Button ${at + 1}`],
  ['gallery', (at) => `Gallery image ${at + 1}`],
  ['embedCodes', (at) => `Chatbot code ${at + 1}`],
  ['formConfig.fields', (at) => `Form field ${at + 1}`],
  ['customizations.phones', (at) => `Phone ${at + 2}`],
  ['customizations.emails', (at) => `Email ${at + 2}`],
])

const formLabels = new Map([
  ['consent', 'Consent sentence'],
  ['thanks', 'Thank-you text'],
])

const partLabels = new Map([
  ['prefix', 'Prefix'],
  ['given', 'Given name'],
  ['additional', 'Middle name'],
  ['family', 'Family name'],
  ['suffix', 'Suffix'],
  ['profilePicture', 'Profile picture description'],
  ['coverPhoto', 'Cover photo description'],
  ['logoUrl', 'Logo description'],
])

/** Returns the tab in which a field is edited. */
export function tabOfField(path: string): TabName {
  const [field = '', part = ''] = path.split('.')
  return tabs.get(`${field}.${part}`) ?? tabs.get(field) ?? 'basic'
}

/** The tabs with fields, in their order on screen. */
export const tabNames = [
  'basic',
  'design',
  'gallery',
  'social',
  'buttons',
  'form',
  'advanced',
] as const
type TabName = (typeof tabNames)[number]

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
  pin: 'Map location',
}
const extraLabels = new Map(Object.entries(extras))
