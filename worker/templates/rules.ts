/** What a template does to a card, and what it forbids its owner: no database here. */
import type { Card, CardInput } from '../../schema/card.ts'
import { pick } from '../../schema/pick.ts'
import type { TemplateValues, Trial } from '../../schema/template.ts'
import {
  type TemplateField,
  type TemplateRules,
  templateFields,
} from '../../schema/template-rules.ts'

type Template = { rules: TemplateRules; content: TemplateValues }

/** The part of a card that templates know. */
export function valuesOf(card: Card | CardInput): TemplateValues {
  // A card without the first text shows the second.
  const about = card.about ?? card.customizations.about
  const website = ('website' in card ? card.website : null) ?? card.customizations.website
  return pick({ ...card, about, website }, templateFields)
}

/** What a template keeps of its model card: what it copies to others, and nothing else of a person's. */
export function lockedValues(card: Card | CardInput, rules: TemplateRules): TemplateValues {
  const values = valuesOf(card)
  const dropped = templateFields.flatMap((field) =>
    rules[field] === 'locked' || !(field in emptyValues) ? [] : [[field, emptyValues[field]]],
  )
  return { ...values, ...Object.fromEntries(dropped) }
}

/** What a template has of its model card that is about the person, not the team: each field with what it is without a value. */
export const personalValues = {
  coverPhoto: null,
  website: null,
  address: null,
  about: null,
  videoUrl: null,
  customButtons: [],
  socialLinks: {},
}

/** The values with what is locked copied from the template and what is hidden emptied. */
export function withTemplate(values: TemplateValues, { rules, content }: Template): TemplateValues {
  const ruled = templateFields.flatMap((field) => {
    const rule = rules[field]
    if (rule === 'locked') return [[field, content[field]]]
    return rule === 'hidden' ? [[field, emptyValues[field]]] : []
  })
  return { ...values, ...Object.fromEntries(ruled) }
}

const emptyValues: Partial<TemplateValues> = {
  title: null,
  phone: null,
  email: null,
  company: null,
  logoUrl: null,
  ...personalValues,
}

/** What differs, each value in words. */
export function differences(
  from: TemplateValues,
  to: TemplateValues,
): Trial['cards'][number]['changes'] {
  return changedFields(from, to).map((field) => ({
    field,
    from: words(from[field]),
    to: words(to[field]),
  }))
}

export function changedFields(from: TemplateValues, to: TemplateValues): TemplateField[] {
  return templateFields.filter((field) => JSON.stringify(from[field]) !== JSON.stringify(to[field]))
}

/** Required fields without a value. */
export function missingFields(values: TemplateValues, rules: TemplateRules): TemplateField[] {
  return templateFields.filter((field) => rules[field] === 'required' && isBlank(values[field]))
}

/** Locked or hidden fields that a save would change. */
export function fixedFieldsChanged(
  from: TemplateValues,
  to: TemplateValues,
  rules: TemplateRules,
): TemplateField[] {
  return changedFields(from, to).filter(
    (field) => rules[field] === 'locked' || rules[field] === 'hidden',
  )
}

function isBlank(value: TemplateValues[TemplateField]): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0
  return !value
}

function words(value: TemplateValues[TemplateField]): string {
  if (typeof value === 'string') return cut(value)
  if (!value) return ''
  if (Array.isArray(value)) return cut(value.map(({ text }) => text).join(', '))
  if ('fields' in value && Array.isArray(value.fields))
    return cut(value.fields.map(({ key }) => key).join(', '))
  return cut(Object.keys(value).join(', '))
}

function cut(text: string): string {
  return text.length > 120 ? `${text.slice(0, 119)}…` : text
}
