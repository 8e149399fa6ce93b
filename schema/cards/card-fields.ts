/** The fields of a card: one table with their labels and contracts, after the types of their values. */
import * as z from 'zod/mini'
import { FormConfig } from '../inbox/form.ts'
import { Language, LanguageQuery } from '../language.ts'
import { ImageAddress, Link, linkOr, Website } from '../link.ts'
import { Id, requiredText, trimmedText } from '../text.ts'
import {
  ButtonText,
  CardLocales,
  cardTexts,
  ImageDescriptions,
  imageDescription,
  NameParts,
  text,
} from './card-texts.ts'
import { eachDetail } from './details.ts'
import { Visibility } from './reach.ts'
import { Slug } from './slug.ts'
import { defaultTheme, Theme } from './theme.ts'

export const Coordinates = z
  .object({
    latitude: z.number().check(z.minimum(-90), z.maximum(90)),
    longitude: z.number().check(z.minimum(-180), z.maximum(180)),
  })
  .register(z.globalRegistry, { id: 'Spot' })
export type Coordinates = z.infer<typeof Coordinates>

/** Why an address has no coordinates: the map service does not know it, or did not respond. */
export const MapError = z.enum(['unknown', 'unreachable'])
export type MapError = z.infer<typeof MapError>

/** The query of `GET /api/geocode`. */
export const AddressQuery = z.strictObject({
  address: requiredText(500, 'Address must be at most 500 characters', 'Enter an address'),
})

/** The query of `/embed/map/:id`; those who may edit the card can preview an address before they save it. */
export const MapQuery = z.extend(LanguageQuery, { address: z.optional(AddressQuery.shape.address) })

/**
 * Publish states. A draft is visible only to those who may edit it; a paused card shows its name and a notice; a moved card
 * redirects to another; a card whose owner left shows a notice without their details.
 */
export const cardStates = ['draft', 'live', 'paused', 'moved', 'left'] as const
export type CardState = (typeof cardStates)[number]

export const maxGalleryImages = 8
export const maxButtons = 20
export const maxSocialLinks = 40
export const maxMoreContacts = 5
export const defaultButtonColor = '#d9bd90'

export const NetworkKey = z.string().check(
  z.regex(/^[^\s\u0000-\u001f<>"'&]{1,40}$/, 'Platform name is not valid'),
  z.refine((key) => key !== '__proto__', 'Platform name is not valid'),
)

export const CustomButton = z.object({
  text: ButtonText,
  url: linkOr('Button URL is required'),
  backgroundColor: z._default(
    z.string().check(z.regex(/^#[0-9a-f]{6}$/i, 'Color must be a hex code such as #d9bd90')),
    defaultButtonColor,
  ),
})
export type CustomButton = z.infer<typeof CustomButton>

export const GalleryImage = z.object({
  url: ImageAddress,
  alt: imageDescription,
})
export type GalleryImage = z.infer<typeof GalleryImage>

export const contactLabels = ['mobile', 'work', 'home', 'fax', 'other'] as const
export type ContactLabel = (typeof contactLabels)[number]

/** The coordinates of the address, geocoded on save; `of` is the address they were found for. */
const Pin = z.object({ ...Coordinates.shape, of: z.string().check(z.maxLength(500)) })

export const LabeledContact = z.object({
  label: z._default(z.enum(contactLabels), 'work'),
  value: requiredText(
    254,
    'Phone or email must be at most 254 characters',
    'Enter a phone number or email',
  ),
})

export type LabeledContact = z.infer<typeof LabeledContact>

export const Customizations = z.object({
  website: Website,
  about: cardTexts.about.input,
  customCss: text('Custom CSS', 'customizations', 20_000).input,
  nameParts: z.nullish(NameParts),
  phones: z.nullish(
    z
      .array(LabeledContact)
      .check(z.maxLength(maxMoreContacts, 'A card can have at most 5 additional phones')),
  ),
  emails: z.nullish(
    z
      .array(LabeledContact)
      .check(z.maxLength(maxMoreContacts, 'A card can have at most 5 additional emails')),
  ),
  ...eachDetail((name) => cardTexts[name].input),
  alts: z.nullish(ImageDescriptions),
  pin: z.nullish(Pin),
  /** Who sees what; missing fields are shown to everyone. Unchanged if missing or null. */
  visibility: z.nullish(Visibility),
})
export type Customizations = z.infer<typeof Customizations>

/** Customizations as returned: a website stored before the current rules is still shown, if only as text. */
export const ShownCustomizations = z.extend(Customizations, {
  website: z._default(z.nullable(z.string()), null),
})

const nullableText = z.nullable(z.string())

// A blank website clears the stored one; a missing one leaves it unchanged.
const SentWebsite = z.pipe(
  z.nullish(z.string()),
  z.transform((text, { issues }) => {
    if (text === undefined) return undefined
    const parsed = Website.safeParse(text)
    if (parsed.success) return parsed.data
    issues.push({ code: 'custom', message: parsed.error.issues[0]?.message ?? '', input: text })
    return z.NEVER
  }),
)

const CardName = z.pipe(
  z.nullish(trimmedText(100, 'Name must be at most 100 characters')),
  z.transform((name) => name ?? null),
)

/**
 * The fields of a card that its owner edits, in the order of a save: label, input contract and output contract.
 * The API contracts, the columns, and the editor's draft, merge and field names are derived from this table.
 */
export const cardFields = {
  slug: { label: 'Card URL', input: Slug, output: z.string() },
  theme: { label: 'Theme', input: z._default(Theme, defaultTheme), output: z.string() },
  /** A blank name stays blank. A save refuses it if the card has a name (`newValueErrors`). */
  name: { label: 'Name', input: CardName, output: nullableText },
  title: textField(cardTexts.title),
  company: textField(cardTexts.company),
  phone: textField(text('Phone', 'phone', 40)),
  email: textField(text('Email', 'email', 254)),
  address: textField(cardTexts.address),
  about: textField(cardTexts.about),
  profilePicture: addressField('Profile picture', ImageAddress),
  coverPhoto: addressField('Cover photo', ImageAddress),
  logoUrl: addressField('Logo', ImageAddress),
  faviconUrl: addressField('Favicon', ImageAddress),
  videoUrl: addressField('Video', Link),
  /** Stored and returned in `customizations`. If missing here, the website in `customizations` is saved. */
  website: { label: 'Website', input: SentWebsite, output: nullableText },
  socialLinks: {
    label: 'Social links',
    input: z._default(z.record(NetworkKey, Link), {}),
    output: z.record(z.string(), z.string()),
  },
  customButtons: {
    label: 'Custom buttons',
    input: z._default(
      z.array(CustomButton).check(z.maxLength(maxButtons, 'A card can have at most 20 buttons')),
      [],
    ),
    output: z.array(CustomButton),
  },
  gallery: {
    label: 'Gallery',
    input: z._default(
      z
        .array(GalleryImage)
        .check(z.maxLength(maxGalleryImages, 'A gallery holds at most 8 images')),
      [],
    ),
    output: z.array(GalleryImage),
  },
  embedCodes: {
    label: 'Chatbot code',
    input: z._default(
      z
        .array(z.string().check(z.maxLength(8000, 'Chatbot code must be at most 8,000 characters')))
        .check(z.maxLength(5, 'A card can have at most 5 chatbot codes')),
      [],
    ),
    output: z.array(z.string()),
  },
  formConfig: {
    label: 'Contact form',
    input: z.prefault(FormConfig, {}),
    output: FormConfig,
  },
  customizations: {
    label: 'More details',
    input: z.prefault(Customizations, {}),
    output: ShownCustomizations,
  },
  /** The language of the texts above. Unchanged if missing. */
  language: { label: 'Language', input: z.optional(Language), output: z.string() },
  /** The texts in other languages. Unchanged if missing. */
  locales: { label: 'Translations', input: z.optional(CardLocales), output: CardLocales },
  /** Unchanged if missing. */
  state: {
    label: 'Publish state',
    input: z.optional(z.enum(cardStates)),
    output: z.enum(cardStates),
  },
  /** The card that a moved card redirects to, or the colleague's card that a left one names. Unchanged if missing. */
  successorId: {
    label: 'Forward to card',
    input: z.optional(z.nullable(Id)),
    output: z.nullable(z.number()),
  },
  /** The page that a left card links to. Unchanged if missing. */
  successorUrl: {
    label: 'Company page',
    input: z.optional(
      z.pipe(
        z.nullable(z.union([z.literal(''), Link])),
        z.transform((url) => url || null),
      ),
    ),
    output: nullableText,
  },
}

type CardField = keyof typeof cardFields

/** The public fields of a live card except its customizations, in the order of the response. */
export const publicFields = [
  'slug',
  'theme',
  'name',
  'title',
  'company',
  'phone',
  'email',
  'address',
  'about',
  'profilePicture',
  'coverPhoto',
  'logoUrl',
  'videoUrl',
  'faviconUrl',
  'socialLinks',
  'customButtons',
  'gallery',
  'formConfig',
] as const satisfies CardField[]

function textField({ label, input }: Pick<typeof cardTexts.name, 'label' | 'input'>) {
  return { label, input, output: nullableText }
}

function addressField(label: string, address: typeof ImageAddress | typeof Link) {
  const input = z.pipe(
    z.nullish(z.union([z.literal(''), address])),
    z.transform((url) => url || null),
  )
  return { label, input, output: nullableText }
}

/** Returns the input or output contracts of the given fields. */
export function schemasOf<K extends CardField, C extends 'input' | 'output'>(
  fields: readonly K[],
  column: C,
): { [F in K]: (typeof cardFields)[F][C] } {
  const entries = fields.map((field) => [field, cardFields[field][column]])
  return Object.fromEntries(entries)
}
