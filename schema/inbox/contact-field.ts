/** Own fields: fields that an owner defines, and fills in for each form submission. */
import * as z from 'zod/mini'
import { isOwnKey, requiredText } from '../text.ts'

export const maxContactFields = 10
const maxChoices = 20
export const maxFieldText = 500
/** The most values of a submission, including values of removed fields. */
export const maxFieldValues = 50

export const contactFieldKinds = ['text', 'number', 'date', 'choice'] as const

const fieldNameMessage = 'A field name must be 1 to 40 characters'
const choiceMessage = 'A choice must be 1 to 60 characters'
export const FieldName = requiredText(40, fieldNameMessage, fieldNameMessage).check(
  isOwnKey('Choose another name for this field'),
)

// Values are stored under the field's name, so they survive a transfer of the card and the removal of the field.
const shape = {
  name: FieldName,
  kind: z.enum(contactFieldKinds),
  /** Only for the kind `choice`. */
  choices: z._default(
    z
      .array(requiredText(60, choiceMessage, choiceMessage))
      .check(z.maxLength(maxChoices, 'A field can have at most 20 choices')),
    [],
  ),
}
const ContactField = z.strictObject(shape)
export type ContactField = z.infer<typeof ContactField>

export const manyValuesMessage =
  'Two fields cannot swap names while many form submissions have values for them. Rename one of them to something else first.'

/** All fields, in order. Values of a field that is left out are kept. `formerName` renames a field and moves its values. */
export const ContactFields = z.strictObject({
  fields: z.array(z.strictObject({ ...shape, formerName: z.optional(FieldName) })).check(
    z.maxLength(maxContactFields, 'You can have at most 10 fields'),
    z.refine(
      (fields) => fields.every(({ kind, choices }) => kind !== 'choice' || choices.length > 0),
      'Add at least one choice',
    ),
    z.refine(
      (fields) => new Set(fields.map(({ name }) => name)).size === fields.length,
      'Two fields have the same name',
    ),
  ),
})
export type ContactFields = z.infer<typeof ContactFields>

export const ContactFieldList = z
  .array(ContactField)
  .register(z.globalRegistry, { id: 'ContactFields' })

export type FieldValue = string | number

/** Whether the value fits the field: a number, a day as `YYYY-MM-DD`, one of the choices, or a text. */
export function fitsField({ kind, choices }: ContactField, value: FieldValue): boolean {
  if (kind === 'number') return typeof value === 'number'
  if (typeof value === 'number') return false
  if (kind === 'date') return z.iso.date().safeParse(value).success
  return kind === 'text' || choices.includes(value)
}
