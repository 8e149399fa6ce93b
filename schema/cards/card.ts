/** Contracts of cards: what an owner sends, what an owner gets, and what the public gets. */
import * as z from 'zod/mini'
import { logoTones } from '../images/image.ts'
import { FormConfig } from '../inbox/form.ts'
import { keysOf } from '../pick.ts'
import { TemplateRules } from '../templates/template-rules.ts'
import { ClientId, Id, PathId } from '../text.ts'
import {
  cardFields,
  MapError,
  maxSocialLinks,
  publicFields,
  ShownCustomizations,
  schemasOf,
} from './card-fields.ts'
import { reachFields } from './reach.ts'
import { Slug } from './slug.ts'
import { defaultTheme, Theme } from './theme.ts'

/** A full save of a card: unknown keys are ignored, missing fields are cleared. */
export const CardInput = z
  .object({ ...schemasOf(keysOf(cardFields), 'input'), version: z.optional(Id) })
  .check(
    z.refine(
      (card) => Object.keys(card.socialLinks).length <= maxSocialLinks,
      'A card can have at most 40 social links',
    ),
  )
  .register(z.globalRegistry, { id: 'CardInput' })
export type CardInput = z.infer<typeof CardInput>

/** The body of `POST /api/business-cards`; missing values are taken from the owner's account. */
export const NewCard = z.strictObject({
  userId: Id,
  slug: z.optional(Slug),
  name: cardFields.name.input,
  email: cardFields.email.input,
  phone: cardFields.phone.input,
  theme: z._default(Theme, defaultTheme),
  /** The default form if absent; without fields, the card has none. */
  formConfig: z.optional(FormConfig),
  /** A draft is published by a save with another state. */
  state: z._default(z.enum(['live', 'draft']), 'live'),
  clientId: ClientId,
})
export type NewCard = z.infer<typeof NewCard>

export const maxCardsPage = 200

/** The query of the list of cards: `all=1` for all users' cards, `limit` cards per page. */
export const CardsQuery = z.strictObject({
  all: z.optional(z.literal('1')),
  page: z._default(PathId, 1),
  limit: z._default(z.pipe(PathId, z.number().check(z.maximum(maxCardsPage))), maxCardsPage),
})

const publicOutputs = {
  id: z.number(),
  ...schemasOf(publicFields, 'output'),
  /** The tone on which the logo has too little contrast; themes of that tone put a plate behind it. */
  logoTone: z.nullish(z.enum(logoTones)),
  /** The image shown before the video plays; null until it is fetched, and for hosts other than YouTube and Vimeo. */
  videoStill: z.nullish(z.string()),
  updatedAt: z.string(),
}

/**
 * What a visitor sees of a live card: hidden fields are empty (`reveal.ts`). It never contains custom CSS or embed codes,
 * only whether there is a chat.
 */
export const PublicCard = z
  .object({
    ...publicOutputs,
    customizations: z.omit(ShownCustomizations, { customCss: true, visibility: true }),
    hasChat: z.optional(z.boolean()),
    /** The language of the texts. */
    language: z.string(),
    /** All languages of the card, its base language first; absent if it has only one. */
    languages: z.optional(z.array(z.string())),
    /** The texts shown in the base language because they have no translation. */
    untranslated: z.optional(z.array(z.string())),
    /** The fields shown once the visitor has sent the contact form; absent if there are none. */
    afterExchange: z.optional(z.array(z.enum(reachFields))),
  })
  .register(z.globalRegistry, { id: 'PublicCard' })
export type PublicCard = z.infer<typeof PublicCard>

const ownerOutputs = schemasOf(
  ['customizations', 'language', 'locales', 'embedCodes', 'state', 'successorId', 'successorUrl'],
  'output',
)

/** The card that a moved card redirects to, or the colleague's card that a left card names. */
export const Successor = z.object({
  id: z.number(),
  slug: z.string(),
  name: z.nullable(z.string()),
})
export type Successor = z.infer<typeof Successor>

/** The full card, for its owner and level 4. */
export const Card = z
  .object({
    ...publicOutputs,
    userId: z.number(),
    ...ownerOutputs,
    /** The card with the id `successorId`; null if it is not public. */
    successor: z.nullable(Successor),
    /** The SHA-256 of what its preview picture shows (`previewText`); null if it has no picture. */
    previewOf: z.nullable(z.string()),
    /** The URL of the JPEG of its profile picture in the contact file; null until it is made, and for an external picture. */
    contactPhoto: z.nullable(z.string()),
    version: z.number(),
    /** The template whose rules apply to editors below level 4; null for most cards. */
    template: z.nullable(z.object({ id: z.number(), name: z.string(), rules: TemplateRules })),
    createdAt: z.string(),
    user: z.object({ id: z.number(), accessLevel: z.number() }),
  })
  .register(z.globalRegistry, { id: 'Card' })
export type Card = z.infer<typeof Card>

/** The response to a save. */
export const SavedCard = z
  .extend(Card, {
    /** Why the save stored no coordinates for the address; absent if it did, or the card has no address. */
    mapError: z.optional(MapError),
  })
  .register(z.globalRegistry, { id: 'SavedCard' })
export type SavedCard = z.infer<typeof SavedCard>

/** A card in a list, with its totals from the rollups; `stats` is null while they cannot be read. */
export const ListedCard = z
  .extend(Card, {
    stats: z.nullable(z.object({ views: z.number(), clicks: z.number(), saves: z.number() })),
    /** Unread form submissions. */
    newEntries: z.number(),
    /** Share points, including archived ones. */
    sharePoints: z.number(),
    /** The owner's username; only in the list of all users' cards. */
    username: z.optional(z.string()),
  })
  .register(z.globalRegistry, { id: 'ListedCard' })
export type ListedCard = z.infer<typeof ListedCard>

/** `user` limits the list of deleted cards to one owner. */
export const DeletedCardsQuery = z.strictObject({ user: z.optional(PathId) })

/** A deleted card; it can be restored until 30 days after `deletedAt`. */
export const DeletedCard = z
  .object({
    id: z.number(),
    userId: z.number(),
    slug: z.string(),
    name: z.nullable(z.string()),
    deletedAt: z.string(),
  })
  .register(z.globalRegistry, { id: 'DeletedCard' })
export type DeletedCard = z.infer<typeof DeletedCard>
