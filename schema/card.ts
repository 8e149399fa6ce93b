/** Cards: what their owner sends, and what the owner and the public are answered (spec section 3). */
import * as z from 'zod/mini'
import {
  cardFields,
  contractsOf,
  publicFields,
  ShownCustomizations,
  socialLinksMax,
} from './card-fields.ts'
import { keysOf } from './pick.ts'
import { Slug } from './slug.ts'
import { TemplateRules } from './template-rules.ts'
import { ClientId, Id, PathId } from './text.ts'
import { defaultTheme, Theme } from './theme.ts'

/** The whole card as its owner sends it; keys that are not listed are ignored, missing ones are emptied. */
export const CardInput = z
  .object({ ...contractsOf(keysOf(cardFields), 'input'), version: z.optional(Id) })
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
  name: cardFields.name.input,
  email: cardFields.email.input,
  phone: cardFields.phone.input,
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

const shown = { id: z.number(), ...contractsOf(publicFields, 'output'), updatedAt: z.string() }

/** What anyone may see of a live card. Code and CSS of the owner are never in it, only that there is a chat. */
export const PublicCard = z
  .object({
    ...shown,
    customizations: z.omit(ShownCustomizations, { customCss: true }),
    hasChat: z.optional(z.boolean()),
  })
  .register(z.globalRegistry, { id: 'PublicCard' })
export type PublicCard = z.infer<typeof PublicCard>

const ownersFields = contractsOf(['customizations', 'embedCodes', 'state'], 'output')

/** The whole card, for its owner and for level 4. */
export const Card = z
  .object({
    ...shown,
    userId: z.number(),
    ...ownersFields,
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
