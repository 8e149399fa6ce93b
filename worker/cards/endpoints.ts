/** The cards API for owners and administrators. */

import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { canCreateCard, canEditCard, canManageUser } from '../../schema/access.ts'
import {
  Card,
  CardInput,
  CardsQuery,
  DeletedCard,
  DeletedCardsQuery,
  ListedCard,
  NewCard,
  SavedCard,
} from '../../schema/cards/card.ts'
import {
  cardFullMessage,
  PreviewParts,
  previewError,
  previewMaxBytes,
  Uploaded,
} from '../../schema/images/upload.ts'
import type { User } from '../../schema/users/user.ts'
import { requireUser } from '../accounts/sessions.ts'
import { type App, publicOrigin } from '../env.ts'
import { kB, tooManyAttemptsMessage } from '../http/declaration.ts'
import { endpoint, loaded } from '../http/endpoint.ts'
import { fail, orNotFound, requirePermission, tooManyRequests } from '../http/errors.ts'
import { pathId } from '../http/input.ts'
import { cleanUpload } from '../images/clean.ts'
import { limitUploads } from '../images/image-store.ts'
import { isMergedBeyond, separate } from '../inbox/split-entries.ts'
import { database } from '../platform/database.ts'
import { deterministicBytes, uuidOf } from '../platform/secrets.ts'
import { invalidatePages, withdrawPages } from '../public/page-cache.ts'
import { findUser } from '../users/queries.ts'
import { isPreview, storePreview } from './card-pictures.ts'
import { listCards } from './queries.ts'
import { rejectNewValues, replaceCard } from './replace-card.ts'
import {
  cardEditors,
  cardOfPath,
  cardsOfUser,
  findEditableCard,
  listOwnCards,
  ownCards,
} from './rules.ts'
import { createCard, deleteCard, listDeletedCards, lockCard, restoreCard } from './save.ts'
import { generateSlug } from './slugs.ts'
import { withStats } from './stats.ts'

const slugExists = 'Slug already exists'

export const cardsRoutes = new Hono<App>()

cardsRoutes.get(
  '/',
  endpoint({
    access: 1,
    apiToken: 'read',
    rule: 'all=1: level 4',
    load: ownCards,
    allowsReplica: true,
    query: CardsQuery,
    response: z.array(ListedCard),
    summary: 'Your cards, oldest first; with all=1 those of all users up to your level, paginated',
  }),
  async (c) => {
    const { all, ...page } = c.req.valid('query')
    const { id, accessLevel } = requireUser(c)
    const db = database(c.env.DB)
    if (!all) return c.json(await withStats(c.env, await listOwnCards(c, id)))
    requirePermission(accessLevel >= 4, 'Only admins can list all cards.')
    const { cards, total } = await listCards(db, { level: accessLevel, ...page })
    c.header('X-Total-Count', String(total))
    return c.json(await withStats(c.env, cards))
  },
)

cardsRoutes.post(
  '/',
  endpoint({
    access: 1,
    rule: 'below level 4: one, for yourself',
    body: NewCard,
    maxBody: 16 * kB,
    response: Card,
    status: 201,
    summary: 'Create a card',
    example: { userId: 1, slug: 'ada-lovelace', theme: 'tech' },
    errors: { 404: 'User not found', 409: slugExists },
    audit: 'card-created',
  }),
  async (c) => {
    const fields = c.req.valid('json')
    const db = database(c.env.DB)
    const owner = await findOwnerOfNewCard(c, fields.userId)
    // Values copied from the owner's account are already stored, so only the name is checked again.
    rejectNewValues({ ...noValues, ...owner, name: null }, { ...noValues, ...fields })
    const idempotencyKey = { ...fields, ownerId: owner.id, userId: requireUser(c).id }
    const card = await createCard(db, owner.id, {
      slug: fields.slug ?? (await generateSlug(db, owner.username)),
      name: fields.name || owner.fullName || owner.username,
      email: fields.email ?? owner.email,
      phone: fields.phone ?? owner.phone,
      theme: fields.theme,
      formConfig: fields.formConfig,
      state: fields.state,
      uid: uuidOf(deterministicBytes(c.env, 'card', idempotencyKey)),
      // Below level 4, the card is created only if the owner has none.
      onlyOne: !canCreateCard(requireUser(c), 1),
    })
    if (card === 'has a card') fail(403, 'You already have a card. Ask an admin for another one.')
    if (card === 'slug taken') fail(409, 'Slug already exists', { code: 'slug' })
    c.set('changed', { id: card.id, slug: card.slug, owner: owner.username })
    return cardResponse(c, card, 201)
  },
)

cardsRoutes.get(
  '/:id',
  endpoint({
    access: 1,
    rule: cardEditors,
    load: cardOfPath,
    response: Card,
    summary: 'A card',
  }),
  async (c) => cardResponse(c, await findEditableCard(c)),
)

cardsRoutes.put(
  '/:id',
  endpoint({
    access: 1,
    rule: cardEditors,
    load: cardOfPath,
    body: CardInput,
    maxBody: 512 * kB,
    response: SavedCard,
    summary: 'Replace a card',
    example: {
      slug: 'ada-lovelace',
      name: 'Ada Lovelace',
      title: 'Analyst',
      email: 'ada@example.com',
      theme: 'minimalist',
      socialLinks: { linkedin: 'https://linkedin.com/in/ada' },
      customizations: { website: 'https://ada.example.com' },
      version: 3,
    },
    errors: {
      409: slugExists,
      412: 'This card was changed elsewhere. Reload it to see the changes.',
    },
    audit: 'card-changed',
  }),
  async (c) =>
    cardResponse(c, await replaceCard(c, await findEditableCard(c), c.req.valid('json'))),
)

cardsRoutes.put(
  '/:id/preview',
  endpoint({
    access: 1,
    rule: cardEditors,
    load: cardOfPath,
    form: PreviewParts,
    maxBody: 512 * kB,
    response: Uploaded,
    summary: 'Replace the preview picture that apps show for a link to the card',
    errors: {
      400: previewError,
      409: cardFullMessage,
      413: previewError,
      429: tooManyAttemptsMessage,
    },
    // Not logged: the app sends a preview after each save, and the save is logged.
    audit: null,
  }),
  async (c) => {
    const { file, of } = c.req.valid('form')
    const card = await findEditableCard(c)
    if (file.size > previewMaxBytes) fail(413, previewError)
    const wait = await limitUploads(c.env, requireUser(c).id)
    if (wait > 0) tooManyRequests(wait)
    const clean = await cleanUpload(new Uint8Array(await file.arrayBuffer()))
    if (typeof clean === 'string' || !isPreview(clean)) fail(400, previewError)
    const url = await storePreview(c.env, { cardId: card.id, of, clean })
    if (!url) fail(409, cardFullMessage)
    await invalidatePages(c.env, publicOrigin(c.env, c.req.raw), [card.slug])
    return c.json({ url })
  },
)

cardsRoutes.post(
  '/:id/lock',
  endpoint({
    access: 1,
    rule: cardEditors,
    load: cardOfPath,
    status: 204,
    summary:
      'Hide the details that visitors unlocked by exchanging contacts or opening share points',
    audit: 'card-locked',
  }),
  async (c) => {
    const card = await findEditableCard(c)
    await lockCard(database(c.env.DB), card.id)
    return c.body(null, 204)
  },
)

cardsRoutes.delete(
  '/:id',
  endpoint({
    access: 5,
    status: 204,
    summary: 'Delete a card; it can be restored for 30 days',
    audit: 'card-deleted',
  }),
  async (c) => {
    const card = await findEditableCard(c)
    const db = database(c.env.DB)
    await deleteCard(db, card.id)
    // Form submissions of other cards no longer show those of this one.
    await separate(db, isMergedBeyond(card.id))
    c.set('changed', { slug: card.slug })
    await withdrawPages(c.env, publicOrigin(c.env, c.req.raw), [card.slug])
    return c.body(null, 204)
  },
)

cardsRoutes.post(
  '/:id/restore',
  endpoint({
    access: 5,
    response: Card,
    summary: 'Restore a deleted card',
    errors: { 409: 'This card is not deleted.' },
    audit: 'card-restored',
  }),
  async (c) => {
    const db = database(c.env.DB)
    const id = pathId(c.req.param('id'))
    const restored = orNotFound(await restoreCard(db, id), 'Card not found')
    if (restored === 'not deleted') fail(409, 'This card is not deleted.')
    c.set('changed', { slug: restored.slug })
    await invalidatePages(c.env, publicOrigin(c.env, c.req.raw), [restored.slug])
    return cardResponse(c, restored)
  },
)

cardsRoutes.get(
  '/user/:userId',
  endpoint({
    access: 1,
    rule: 'yourself, or level 4, without cards of users above your level',
    load: cardsOfUser,
    allowsReplica: true,
    response: z.array(ListedCard),
    summary: "A user's cards, oldest first",
  }),
  async (c) => {
    const userId = pathId(c.req.param('userId'))
    const actor = requireUser(c)
    requirePermission(
      userId === actor.id || actor.accessLevel >= 4,
      'You can list only your own cards.',
    )
    const cards = await loaded(c, cardsOfUser)
    // The response does not reveal whether the user is of a higher level or has no card.
    const seen = cards.filter((card) => canEditCard(actor, card))
    return c.json(await withStats(c.env, seen))
  },
)

const noValues = { customizations: {} }

// Below level 4 the response to every other id is the same, and it never reveals that a user of a higher level exists.
async function findOwnerOfNewCard(c: Context<App>, userId: number): Promise<User> {
  const actor = requireUser(c)
  const isSelf = userId === actor.id
  requirePermission(isSelf || actor.accessLevel >= 4, 'You can create a card only for yourself.')
  const owner = orNotFound(await findUser(database(c.env.DB), userId), 'User not found')
  if (!isSelf && !canManageUser(actor, owner)) fail(404, 'User not found')
  return owner
}

function cardResponse(c: Context<App>, card: Card, status: 200 | 201 = 200) {
  c.header('ETag', `"v${card.version}"`)
  return c.json(card, status)
}

// Deleted cards, which level 5 can restore.

export const deletedCardsRoutes = new Hono<App>()

deletedCardsRoutes.get(
  '/',
  endpoint({
    access: 5,
    allowsReplica: true,
    query: DeletedCardsQuery,
    response: z.array(DeletedCard),
    summary: 'Deleted cards that can be restored, most recent first',
  }),
  async (c) => c.json(await listDeletedCards(database(c.env.DB), c.req.valid('query').user)),
)
