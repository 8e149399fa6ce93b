/**
 * The texts of a card, which can be translated: one table of labels and contracts, from which the contracts of a
 * translation, the merge of two drafts and the editor are derived.
 */
import * as z from 'zod/mini'
import { FormConfig, FormLabel, formFieldKeys } from '../inbox/form.ts'
import { Language } from '../language.ts'
import { keysOf } from '../pick.ts'
import { optionalText, requiredText } from '../text.ts'
import { details, eachDetail } from './details.ts'

/** The most languages of a card, including its base language. */
export const maxLanguages = 6
export const tooManyLanguages = `A card can have at most ${maxLanguages} languages. Remove one first.`
export const defaultLanguage = 'en'

export const NameParts = z.object({
  prefix: namePart('Name prefix', 40),
  given: namePart('Given name'),
  additional: namePart('Middle name'),
  family: namePart('Family name'),
  suffix: namePart('Name suffix', 40),
  /** How the given name is read, such as its kana; contacts are sorted by it. */
  phoneticGiven: z.optional(namePart('Phonetic given name')),
  phoneticFamily: z.optional(namePart('Phonetic family name')),
  /** The whole name in Latin letters. */
  latinName: z.optional(namePart('Name in Latin letters')),
})
export type NameParts = z.infer<typeof NameParts>

const buttonMessage = 'Button label must be at most 80 characters'
export const ButtonText = requiredText(80, buttonMessage, 'Button label is required')
const buttonText = optionalText(80, buttonMessage)
export const imageDescription = text('Image description', 'alts', 200).input

/** Alternative texts of the images. */
export const ImageDescriptions = z.partial(
  z.object({
    profilePicture: imageDescription,
    coverPhoto: imageDescription,
    logoUrl: imageDescription,
  }),
)

export type ImageTexts = z.infer<typeof ImageDescriptions>

/** Each text with its label, the field of the card it belongs to, and its contract. */
export const cardTexts = {
  name: text('Name', 'name', 100),
  nameParts: { label: 'Name parts', field: 'name', input: z.nullish(NameParts) },
  title: text('Title', 'title', 120),
  company: text('Company', 'company', 120),
  ...eachDetail((name) => text(details[name].label, name, details[name].max)),
  about: text('About', 'about', 4000),
  address: text('Address', 'address', 500),
  /** Keyed by the button's text in the base language. */
  buttons: { label: 'Button labels', field: 'customButtons', input: textsByKey(80, buttonText) },
  /** Keyed by form field. */
  labels: {
    label: 'Form labels',
    field: 'formConfig',
    input: z.nullish(z.partialRecord(z.enum(formFieldKeys), FormLabel)),
  },
  consent: { label: 'Consent', field: 'formConfig', input: FormConfig.shape.consent },
  thanks: { label: 'Thank-you text', field: 'formConfig', input: FormConfig.shape.thanks },
  alts: { label: 'Image descriptions', field: 'alts', input: z.nullish(ImageDescriptions) },
  /** Keyed by image URL. */
  gallery: {
    label: 'Gallery descriptions',
    field: 'gallery',
    input: textsByKey(2048, imageDescription),
  },
} as const
export type CardText = keyof typeof cardTexts
export const textNames = keysOf(cardTexts)

/** The texts of a card in one language; empty ones are left out. */
export const CardTexts = z.pipe(z.partial(z.object(inputs())), z.transform(withoutEmpty))
export type CardTexts = z.infer<typeof CardTexts>

/** The translations of a card by language; a translation without any text is left out. */
export const CardLocales = z.pipe(
  z
    .record(Language, CardTexts)
    .check(z.refine((all) => Object.keys(all).length < maxLanguages, tooManyLanguages)),
  z.transform(withoutEmpty),
)
export type CardLocales = z.infer<typeof CardLocales>

function namePart(label: string, max = 100) {
  return text(label, 'name', max).input
}

/** Returns the label, field and contract of an optional text of at most `max` characters. */
export function text<F extends string>(label: string, field: F, max: number) {
  const input = optionalText(max, `${label} must be at most ${max} characters`)
  return { label, field, input }
}

function textsByKey(maxKey: number, value: typeof imageDescription) {
  return z.nullish(z.record(z.string().check(z.maxLength(maxKey)), value))
}

function inputs(): { [T in CardText]: (typeof cardTexts)[T]['input'] } {
  const entries = textNames.map((name) => [name, cardTexts[name].input])
  return Object.fromEntries(entries)
}

/** Returns the object without values that are empty or contain only empty values. */
export function withoutEmpty<T extends object>(values: T): T {
  const given = Object.entries(values).flatMap((entry) => (isGiven(entry[1]) ? [[...entry]] : []))
  return Object.fromEntries(given)
}

export function isGiven(value: unknown): boolean {
  return typeof value === 'object' && value !== null
    ? Object.values(value).some(isGiven)
    : Boolean(value)
}
