/** What a template says of each field of a card, and what people call the fields. */
import * as z from 'zod/mini'

/** What a template can say of a field. `locked` copies the model's value and `hidden` empties the field, both for good. */
export const rules = ['free', 'required', 'locked', 'hidden'] as const
export type Rule = (typeof rules)[number]

/** Fields of the person themselves can be asked for or hidden, never copied. */
export const personalFields = ['title', 'phone', 'email'] as const
export const sharedFields = [
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
export const templateFields = [...personalFields, ...sharedFields] as const
export type TemplateField = (typeof templateFields)[number]

/** What people call the fields. */
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
  formConfig: 'Exchange form',
}

/** The names one after the other, for a sentence. */
export function fieldList(fields: TemplateField[]): string {
  return fields.map((field) => templateFieldNames[field]).join(', ')
}

/** A theme and a form there always are. */
const always = new Set<TemplateField>(['theme', 'formConfig'])

/** The rules a field can have. */
export function rulesFor(field: TemplateField): Rule[] {
  const personal = personalFields.some((each) => each === field)
  return rules.filter(
    (rule) =>
      !(rule === 'locked' && personal) &&
      !((rule === 'hidden' || rule === 'required') && always.has(field)),
  )
}

export const TemplateRules = z.partialRecord(z.enum(templateFields), z.enum(rules)).check(
  z.refine(
    (given) =>
      templateFields.every((field) => {
        const rule = given[field]
        return !rule || rulesFor(field).includes(rule)
      }),
    'This field cannot have this rule.',
  ),
)
export type TemplateRules = z.infer<typeof TemplateRules>
