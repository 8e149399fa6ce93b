import { newValueErrors } from '../../../card/contact/check-values.ts'
import { type Card, CardInput } from '../../../schema/cards/card.ts'
import { type Customizations, cardFields } from '../../../schema/cards/card-fields.ts'
import { cardTexts } from '../../../schema/cards/card-texts.ts'
import { details, eachDetail } from '../../../schema/cards/details.ts'
import { reachFieldNames, reachFields } from '../../../schema/cards/reach.ts'
import { networkName } from '../../../schema/cards/social.ts'
import { errorMessage, RequestError } from '../../api.ts'
import { locale } from '../../messages/language.ts'
import { t, translated } from '../../messages/t.ts'
import type { Draft } from './draft.ts'

/** Returns the display name of a field by its path in the draft, such as `customButtons.0.url`. */
export function fieldName(path: string): string {
  const [field = '', part = '', inner = ''] = path.split('.')
  if (field === 'socialLinks')
    return part ? t('{title} link', { title: networkName(part) }) : t('Social links')
  if (field === 'locales') return localeFieldName(part, inner)
  if (part === 'visibility' && inner) return reachLabel(inner)
  const rowName = rowNames.get(path.replace(/\.\d+(\.\w+)?$/, ''))
  const index = /\.(\d+)(?:\.\w+)?$/.exec(path)?.[1]
  if (rowName && index) return rowName(Number(index))
  if (field === 'formConfig') return formLabels.get(part) ?? translated(cardFields.formConfig.label)
  if (field !== 'customizations') return labels.get(field) ?? field
  return (
    partLabels.get(inner) ?? extraLabels.get(part) ?? translated(cardFields.customizations.label)
  )
}

// Such as `Title (Spanish)`.
function localeFieldName(language: string, text: string): string {
  const label = textLabels.get(text)
  const name = language && new Intl.DisplayNames(locale, { type: 'language' }).of(language)
  return label ? `${label} (${name})` : name || translated(cardFields.locales.label)
}

// Such as `Who sees this: Phone`.
function reachLabel(field: string): string {
  const name = reachFields.find((each) => each === field)
  return t('Who sees this: {field}', { field: name ? translated(reachFieldNames[name]) : field })
}

const textLabels = new Map(
  Object.entries(cardTexts).map(([text, { label }]) => [text, translated(label)]),
)

// The main phone and email count as the first.
const rowNames = new Map<string, (at: number) => string>([
  ['customButtons', (at) => t('Button {at}', { at: at + 1 })],
  ['gallery', (at) => t('Gallery image {at}', { at: at + 1 })],
  ['embedCodes', (at) => t('Chatbot code {at}', { at: at + 1 })],
  ['formConfig.fields', (at) => t('Form field {at}', { at: at + 1 })],
  ['customizations.phones', (at) => t('Phone {at}', { at: at + 2 })],
  ['customizations.emails', (at) => t('Email {at}', { at: at + 2 })],
])

const formLabels = new Map([
  ['consent', t('Consent sentence')],
  ['thanks', t('Thank-you text')],
])

const partLabels = new Map([
  ['prefix', t('Prefix')],
  ['given', t('Given name')],
  ['additional', t('Middle name')],
  ['family', t('Family name')],
  ['suffix', t('Suffix')],
  ['phoneticGiven', t('Phonetic given name')],
  ['phoneticFamily', t('Phonetic family name')],
  ['latinName', t('Name in Latin letters')],
  ['profilePicture', t('Profile picture description')],
  ['coverPhoto', t('Cover photo description')],
  ['logoUrl', t('Logo description')],
])

/** Returns the tab in which a field is edited. */
export function tabOfField(path: string): TabName {
  const [field = '', part = '', text = ''] = path.split('.')
  if (field === 'locales') return tabs.get(textFields.get(text) ?? '') ?? 'basic'
  return tabs.get(`${field}.${part}`) ?? tabs.get(field) ?? 'basic'
}

const textFields = new Map<string, string>(
  Object.entries(cardTexts).map(([text, { field }]) => [
    text,
    field === 'alts' ? 'customizations.alts' : field,
  ]),
)

/** Returns the language of a translated text; undefined for other fields. */
export function languageOfField(path: string): string | undefined {
  const [field, language] = path.split('.')
  return field === 'locales' ? language : undefined
}

/** The tabs with fields, in their order on screen. */
const tabNames = ['basic', 'design', 'gallery', 'social', 'buttons', 'form', 'advanced'] as const
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

const labels = new Map(
  Object.entries(cardFields).map(([field, { label }]) => [field, translated(label)]),
)

const extras: Record<keyof Customizations, string> = {
  website: translated(cardFields.website.label),
  about: t('About (second text)'),
  customCss: t('Custom CSS'),
  nameParts: t('Name parts'),
  phones: t('More phones'),
  emails: t('More emails'),
  ...eachDetail((name) => translated(details[name].label)),
  alts: t('Image descriptions'),
  pin: t('Map location'),
  visibility: t('Who sees this'),
}
const extraLabels = new Map(Object.entries(extras))

/** Returns errors by path, such as `customButtons.0.url`; empty if valid. Values that the stored card has are valid. */
export function validateDraft(draft: Draft, stored?: Draft | Card): Record<string, string> {
  const errors: Record<string, string> = {}
  // Keeps the first error of each field.
  for (const { path, message } of CardInput.safeParse(draft).error?.issues ?? [])
    errors[path.join('.') || 'socialLinks'] ??= translated(message)
  for (const [path, message] of Object.entries(newValueErrors(draft, stored)))
    errors[path] ??= translated(message)
  return errors
}

/** Returns the path of the first invalid field in tab order; undefined without errors. */
export function firstErrorPath(errors: Record<string, string>): string | undefined {
  const tabIndex = (path: string) => tabNames.indexOf(tabOfField(path))
  return Object.keys(errors).toSorted((one, other) => tabIndex(one) - tabIndex(other))[0]
}

/** Returns the first error, with its field's name and the number of other errors; undefined without errors. */
export function errorSummary(errors: Record<string, string>): string | undefined {
  const path = firstErrorPath(errors)
  if (path === undefined) return undefined
  const otherCount = Object.keys(errors).length - 1
  const rest = otherCount === 0 ? '' : ` ${t('(and {count} more)', { count: otherCount })}`
  return `${fieldName(path)}: ${errors[path]}${rest}`
}

/** Returns the path and message of the field that the server rejected; undefined if it names none. */
export function serverFieldError(error: unknown): { path: string; message: string } | undefined {
  const path = error instanceof RequestError ? fieldsByCode.get(error.code) : undefined
  return path ? { path, message: errorMessage(error, '') } : undefined
}

const fieldsByCode = new Map([
  ['slug', 'slug'],
  ['successor', 'successorId'],
  ['custom-css', 'customizations.customCss'],
])

/** Whether the same save may succeed later: network and server errors, 401, 412 and 429. */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof RequestError)) return true
  return [0, 401, 412, 429].includes(error.status) || error.status >= 500
}
