/** Template rules, one per field of a card, and the display names of these fields. */
import * as z from 'zod/mini'

/** The rules for a field. `locked` copies the model card's value and `hidden` empties the field, both permanently. */
const rules = ['free', 'required', 'locked', 'hidden'] as const
export type Rule = (typeof rules)[number]

/** Personal fields can be required or hidden, but not copied from the model card. */
export const personalFields = ['title', 'phone', 'email'] as const
/** The shared fields that a card has as fields of its own. The only other one is `visibility`, who sees what. */
const sharedCardFields = [
  'theme',
  'company',
  'logoUrl',
  'coverPhoto',
  'website',
  'address',
  'about',
  'videoUrl',
  'customButtons',
  'socialLinks',
  'formConfig',
] as const
export const sharedFields = [...sharedCardFields, 'visibility'] as const
export const templateCardFields = [...personalFields, ...sharedCardFields] as const
export const templateFields = [...personalFields, ...sharedFields] as const
export type TemplateField = (typeof templateFields)[number]

/** Display names of the fields. */
export const templateFieldNames: Record<TemplateField, string> = {
  title: 'Title',
  phone: 'Phone',
  email: 'Email',
  theme: 'Theme',
  company: 'Company',
  logoUrl: 'Logo',
  coverPhoto: 'Cover Photo',
  website: 'Website',
  address: 'Address',
  about: 'About',
  videoUrl: 'Video',
  customButtons: 'Custom Buttons',
  socialLinks: 'Social Links',
  formConfig: 'Contact form',
  visibility: 'Who sees what',
}

/** Returns the display names, separated by commas. */
export function fieldList(fields: TemplateField[]): string {
  return fields.map((field) => templateFieldNames[field]).join(', ')
}

/** Fields that always have a value, so they can be neither required nor hidden. */
const alwaysPresent = new Set<TemplateField>(['theme', 'formConfig', 'visibility'])

/** Returns the rules that can apply to a field. */
export function rulesFor(field: TemplateField): Rule[] {
  const personal = personalFields.some((each) => each === field)
  return rules.filter(
    (rule) =>
      !(rule === 'locked' && personal) &&
      !((rule === 'hidden' || rule === 'required') && alwaysPresent.has(field)),
  )
}

export const TemplateRules = z.partialRecord(z.enum(templateFields), z.enum(rules)).check(
  z.refine(
    (fieldRules) =>
      templateFields.every((field) => {
        const rule = fieldRules[field]
        return !rule || rulesFor(field).includes(rule)
      }),
    'This rule is not available for this field.',
  ),
)
export type TemplateRules = z.infer<typeof TemplateRules>
