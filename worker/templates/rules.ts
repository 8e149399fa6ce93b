/** Template rules: the values a template sets on a card, and the fields that its owner cannot change. */
import type { Card, CardInput } from '../../schema/card.ts'
import { pick } from '../../schema/pick.ts'
import type { TemplateValues, Trial } from '../../schema/template.ts'
import {
  type TemplateField,
  type TemplateRules,
  templateFields,
} from '../../schema/template-rules.ts'
import { changedTextFields, textsOfFields, withTemplateTexts } from './text-rules.ts'

type Template = { rules: TemplateRules; content: TemplateValues }

/** Returns the fields of a card that templates can set. */
export function templateValues(card: Card | CardInput): TemplateValues {
  // As on the page, `customizations.about` is the fallback.
  const about = card.about ?? card.customizations.about
  const website = ('website' in card ? card.website : null) ?? card.customizations.website
  const values = pick({ ...card, about, website }, templateFields)
  return { ...values, locales: textsOfFields(card.locales, templateFields) }
}

/**
 * Returns what a template stores of its model card. Fields that are not locked are emptied, so no personal data
 * stays.
 */
export function lockedValues(card: Card | CardInput, rules: TemplateRules): TemplateValues {
  const values = templateValues(card)
  const emptied = templateFields.flatMap((field) =>
    rules[field] === 'locked' || !(field in emptyValues) ? [] : [[field, emptyValues[field]]],
  )
  const locked = templateFields.filter((field) => rules[field] === 'locked')
  const locales = textsOfFields(values.locales, locked)
  return { ...values, ...Object.fromEntries(emptied), locales }
}

/** The fields about the person and not the team, with their empty values. */
export const personalValues = {
  coverPhoto: null,
  website: null,
  address: null,
  about: null,
  videoUrl: null,
  customButtons: [],
  socialLinks: {},
  locales: {},
}

/** Returns the values with locked fields copied from the template and hidden fields emptied. */
export function withTemplate(values: TemplateValues, { rules, content }: Template): TemplateValues {
  const overrides = templateFields.flatMap((field) => {
    const rule = rules[field]
    if (rule === 'locked') return [[field, content[field]]]
    return rule === 'hidden' ? [[field, emptyValues[field]]] : []
  })
  const locales = withTemplateTexts(values.locales, { rules, content: content.locales })
  return { ...values, ...Object.fromEntries(overrides), locales }
}

const emptyValues: Partial<TemplateValues> = {
  title: null,
  phone: null,
  email: null,
  company: null,
  logoUrl: null,
  ...personalValues,
}

/** Returns the changed fields, with both values as text. */
export function differences(
  from: TemplateValues,
  to: TemplateValues,
): Trial['cards'][number]['changes'] {
  return changedTemplateFields(from, to).map((field) => ({
    field,
    from: textOf(from[field]),
    to: textOf(to[field]),
  }))
}

export function changedTemplateFields(from: TemplateValues, to: TemplateValues): TemplateField[] {
  const texts = changedTextFields(from.locales, to.locales)
  return templateFields.filter(
    (field) => texts.has(field) || JSON.stringify(from[field]) !== JSON.stringify(to[field]),
  )
}

/** Returns the required fields without a value. */
export function missingFields(values: TemplateValues, rules: TemplateRules): TemplateField[] {
  return templateFields.filter((field) => rules[field] === 'required' && isBlank(values[field]))
}

/** Returns the locked or hidden fields that a save would change. */
export function fixedFieldsChanged(
  from: TemplateValues,
  to: TemplateValues,
  rules: TemplateRules,
): TemplateField[] {
  return changedTemplateFields(from, to).filter(
    (field) => rules[field] === 'locked' || rules[field] === 'hidden',
  )
}

function isBlank(value: TemplateValues[TemplateField]): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0
  return !value
}

function textOf(value: TemplateValues[TemplateField]): string {
  if (typeof value === 'string') return truncate(value)
  if (!value) return ''
  if (Array.isArray(value)) return truncate(value.map(({ text }) => text).join(', '))
  if ('fields' in value && Array.isArray(value.fields))
    return truncate(value.fields.map(({ key }) => key).join(', '))
  return truncate(Object.keys(value).join(', '))
}

function truncate(text: string): string {
  return text.length > 120 ? `${text.slice(0, 119)}…` : text
}
