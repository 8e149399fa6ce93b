/** Cards: the stored whole, what its owner sends, what the public sees (spec section 3). */
import * as z from 'zod/mini'
import { Spot } from './coordinates.ts'
import { FormConfig } from './form.ts'
import { ImageAddress, Link, Website } from './link.ts'
import { Slug } from './slug.ts'
import { TemplateRules } from './template-rules.ts'
import { ClientId, Id, line, optionalLine, PathId } from './text.ts'
import { defaultTheme, Theme } from './theme.ts'

/** Nobody but its owner sees a draft; a paused card shows only a name and that it is paused. */
export const cardStates = ['draft', 'live', 'paused'] as const
export type CardState = (typeof cardStates)[number]

export const galleryMax = 8
export const buttonsMax = 20
export const socialLinksMax = 40
export const moreContactsMax = 5
export const defaultButtonColor = '#d9bd90'

export const NetworkKey = z.string().check(
  z.regex(/^[^\s\u0000-\u001f<>"'&]{1,40}$/, 'Platform name is not valid'),
  z.refine((key) => key !== '__proto__', 'Platform name is not valid'),
)

export const CustomButton = z.object({
  text: line(80, 'Button label must be at most 80 characters').check(
    z.minLength(1, 'Button label is required'),
  ),
  url: Link,
  backgroundColor: z._default(
    z.string().check(z.regex(/^#[0-9a-f]{6}$/i, 'Colour must look like #d9bd90')),
    defaultButtonColor,
  ),
})
export type CustomButton = z.infer<typeof CustomButton>

export const GalleryImage = z.object({
  url: ImageAddress,
  alt: optionalLine(200, 'Image description must be at most 200 characters'),
})
export type GalleryImage = z.infer<typeof GalleryImage>

const NameParts = z.object({
  prefix: optionalLine(40, 'Name prefix must be at most 40 characters'),
  given: optionalLine(100, 'Given name must be at most 100 characters'),
  additional: optionalLine(100, 'Middle name must be at most 100 characters'),
  family: optionalLine(100, 'Family name must be at most 100 characters'),
  suffix: optionalLine(40, 'Name suffix must be at most 40 characters'),
})
export type NameParts = z.infer<typeof NameParts>

export const contactLabels = ['mobile', 'work', 'home', 'fax', 'other'] as const
export type ContactLabel = (typeof contactLabels)[number]

/** Where the address is on the map, found at save; `of` is the address it was found for. */
const Pin = z.object({ ...Spot.shape, of: z.string().check(z.maxLength(500)) })
export type Pin = z.infer<typeof Pin>

const alt = optionalLine(200, 'Image description must be at most 200 characters')

const LabelledContact = z.object({
  label: z._default(z.enum(contactLabels), 'work'),
  value: line(254, 'Phone or email must be at most 254 characters').check(
    z.minLength(1, 'Phone or email is empty'),
  ),
})

export type LabelledContact = z.infer<typeof LabelledContact>

export const Customizations = z.object({
  website: Website,
  about: optionalLine(4000, 'About must be at most 4000 characters'),
  customCss: optionalLine(20_000, 'Custom CSS must be at most 20000 characters'),
  nameParts: z.nullish(NameParts),
  phones: z.nullish(
    z
      .array(LabelledContact)
      .check(z.maxLength(moreContactsMax, 'A card has at most 5 more phones')),
  ),
  emails: z.nullish(
    z
      .array(LabelledContact)
      .check(z.maxLength(moreContactsMax, 'A card has at most 5 more emails')),
  ),
  pronouns: optionalLine(40, 'Pronouns must be at most 40 characters'),
  department: optionalLine(100, 'Department must be at most 100 characters'),
  /** What the pictures show, for those who do not see them. */
  alts: z.nullish(z.partial(z.object({ profilePicture: alt, coverPhoto: alt, logoUrl: alt }))),
  pin: z.nullish(Pin),
})
export type Customizations = z.infer<typeof Customizations>

// A website kept from before a rule came is still shown, if only as text.
const ShownCustomizations = z.extend(Customizations, {
  website: z._default(z.nullable(z.string()), null),
})

const cardTexts = {
  name: optionalLine(100, 'Name must be at most 100 characters'),
  title: optionalLine(120, 'Title must be at most 120 characters'),
  company: optionalLine(120, 'Company must be at most 120 characters'),
  phone: optionalLine(40, 'Phone must be at most 40 characters'),
  email: optionalLine(254, 'Email must be at most 254 characters'),
  address: optionalLine(500, 'Address must be at most 500 characters'),
  about: optionalLine(4000, 'About must be at most 4000 characters'),
}

const picture = z.pipe(
  z.nullish(z.union([z.literal(''), ImageAddress])),
  z.transform((url) => url || null),
)
const link = z.pipe(
  z.nullish(z.union([z.literal(''), Link])),
  z.transform((url) => url || null),
)

const cardPictures = {
  profilePicture: picture,
  coverPhoto: picture,
  logoUrl: picture,
  faviconUrl: picture,
}

/** The whole card as its owner sends it; keys that are not listed are ignored, missing ones are emptied. */
export const CardInput = z
  .object({
    slug: Slug,
    theme: z._default(Theme, defaultTheme),
    ...cardTexts,
    ...cardPictures,
    videoUrl: link,
    website: Website,
    socialLinks: z._default(z.record(NetworkKey, Link), {}),
    customButtons: z._default(
      z.array(CustomButton).check(z.maxLength(buttonsMax, 'A card has at most 20 buttons')),
      [],
    ),
    gallery: z._default(
      z.array(GalleryImage).check(z.maxLength(galleryMax, 'A gallery holds at most 8 images')),
      [],
    ),
    embedCodes: z._default(
      z
        .array(z.string().check(z.maxLength(8000, 'An embed code is at most 8000 characters')))
        .check(z.maxLength(5, 'A card has at most 5 embed codes')),
      [],
    ),
    formConfig: z.prefault(FormConfig, {}),
    customizations: z.prefault(Customizations, {}),
    /** Kept as it is when missing. */
    state: z.optional(z.enum(cardStates)),
    version: z.optional(Id),
  })
  .check(
    z.refine(
      (card) => Object.keys(card.socialLinks).length <= socialLinksMax,
      'A card has at most 40 social links',
    ),
  )
  .register(z.globalRegistry, { id: 'CardInput' })
export type CardInput = z.infer<typeof CardInput>

/** What `POST /api/business-cards` takes; what is missing comes from the owner. */
export const NewCard = z.strictObject({
  userId: Id,
  slug: z.optional(Slug),
  name: cardTexts.name,
  email: cardTexts.email,
  phone: cardTexts.phone,
  theme: z._default(Theme, defaultTheme),
  clientId: ClientId,
})
export type NewCard = z.infer<typeof NewCard>

export const cardsPageMax = 200

/** The query of the list of cards: `all=1` for everybody's, `limit` to a page. */
export const CardsQuery = z.strictObject({
  all: z.optional(z.literal('1')),
  page: z._default(PathId, 1),
  limit: z._default(z.pipe(PathId, z.number().check(z.maximum(cardsPageMax))), cardsPageMax),
})

const text = z.nullable(z.string())

const shown = {
  id: z.number(),
  slug: z.string(),
  theme: z.string(),
  name: text,
  title: text,
  company: text,
  phone: text,
  email: text,
  address: text,
  about: text,
  profilePicture: text,
  coverPhoto: text,
  logoUrl: text,
  videoUrl: text,
  faviconUrl: text,
  socialLinks: z.record(z.string(), z.string()),
  customButtons: z.array(CustomButton),
  gallery: z.array(GalleryImage),
  formConfig: FormConfig,
  updatedAt: z.string(),
}

/** What anyone may see of a live card. Code and CSS of the owner are never in it, only that there is a chat. */
export const PublicCard = z
  .object({
    ...shown,
    customizations: z.omit(ShownCustomizations, { customCss: true }),
    hasChat: z.optional(z.boolean()),
  })
  .register(z.globalRegistry, { id: 'PublicCard' })
export type PublicCard = z.infer<typeof PublicCard>

/** The whole card, for its owner and for level 4. */
export const Card = z
  .object({
    ...shown,
    userId: z.number(),
    customizations: ShownCustomizations,
    embedCodes: z.array(z.string()),
    state: z.enum(cardStates),
    version: z.number(),
    /** Whose rules hold for who edits it below level 4; null for most cards. */
    template: z.nullable(z.object({ id: z.number(), name: z.string(), rules: TemplateRules })),
    createdAt: z.string(),
    user: z.object({ id: z.number(), accessLevel: z.number() }),
  })
  .register(z.globalRegistry, { id: 'Card' })
export type Card = z.infer<typeof Card>

/** A card in a list: with its totals from the rollups; null while they cannot be read. */
export const ListedCard = z
  .extend(Card, {
    stats: z.nullable(z.object({ views: z.number(), clicks: z.number(), saves: z.number() })),
    /** Entries of its form that nobody has opened. */
    newEntries: z.number(),
  })
  .register(z.globalRegistry, { id: 'ListedCard' })
export type ListedCard = z.infer<typeof ListedCard>
