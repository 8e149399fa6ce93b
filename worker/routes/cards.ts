/** The cards API for owners and administrators. */
import { type Context, Hono } from 'hono'
import { sanitizeCss } from '../../card/custom-css/custom-css.ts'
import {
  type Actor,
  canCreateCard,
  canEditCard,
  canManageUser,
  canUseDeveloperFields,
  slugChangeError,
} from '../../schema/access.ts'
import { type Card, CardInput, CardsQuery, NewCard } from '../../schema/card.ts'
import { DeletedCardsQuery } from '../../schema/deleted-card.ts'
import { imageHashes } from '../../schema/image.ts'
import { fieldList } from '../../schema/template-rules.ts'
import type { User } from '../../schema/user.ts'
import { isStillSignedIn } from '../auth/auth-version.ts'
import { requireUser } from '../auth/session-cookie.ts'
import { jsonBody, pathId, queryParams } from '../body.ts'
import { listCards } from '../cards/card-queries.ts'
import { withPin } from '../cards/geocode.ts'
import { invalidatePages, withdrawPages } from '../cards/page-cache.ts'
import {
  changedFields,
  createCard,
  deleteCard,
  isSaved,
  listDeletedCards,
  restoreCard,
  saveCard,
} from '../cards/save.ts'
import { generateSlug } from '../cards/slugs.ts'
import { withStats } from '../cards/stats.ts'
import { fetchVideoStill } from '../cards/video-still.ts'
import { type App, publicOrigin } from '../env.ts'
import { fail, orNotFound, requirePermission } from '../errors.ts'
import { wereUploadedFor } from '../media/uploads.ts'
import { findCardOfPath, listCardsOfUser } from '../middleware/prefetch.ts'
import { auditInBatch } from '../middleware/record-audit.ts'
import { noteSecurityEvent } from '../ops/security-events/kinds.ts'
import { database } from '../platform/database.ts'
import { deterministicBytes, uuidOf } from '../platform/idempotency.ts'
import { accountChangedMessage } from '../policy/row.ts'
import { fixedFieldsChanged, missingFields, templateValues } from '../templates/rules.ts'
import { findUser } from '../users/user-queries.ts'

export const cardsRoutes = new Hono<App>()

cardsRoutes.get('/', queryParams(CardsQuery), async (c) => {
  const { all, ...page } = c.req.valid('query')
  const { id, accessLevel } = requireUser(c)
  const db = database(c.env.DB)
  if (!all) return c.json(await withStats(c.env, await listCardsOfUser(c, id)))
  requirePermission(accessLevel >= 4, 'Only administrators can list all cards.')
  const { cards, total } = await listCards(db, { level: accessLevel, ...page })
  c.header('X-Total-Count', String(total))
  return c.json(await withStats(c.env, cards))
})

cardsRoutes.post('/', jsonBody(NewCard), async (c) => {
  const fields = c.req.valid('json')
  const db = database(c.env.DB)
  const owner = await findOwnerOfNewCard(c, fields.userId)
  const idempotencyKey = { ...fields, ownerId: owner.id, userId: requireUser(c).id }
  const card = await createCard(db, owner.id, {
    slug: fields.slug ?? (await generateSlug(db, owner.username)),
    name: fields.name ?? owner.fullName ?? owner.username,
    email: fields.email ?? owner.email,
    phone: fields.phone ?? owner.phone,
    theme: fields.theme,
    uid: uuidOf(deterministicBytes(c.env, 'card', idempotencyKey)),
    onlyOne: !canCreateCard(requireUser(c), 1),
  })
  if (card === 'has a card')
    fail(403, 'You already have a card. Ask an administrator for another one.')
  if (card === 'slug taken') fail(409, 'Slug already exists', { code: 'slug' })
  c.set('changed', { id: card.id, slug: card.slug, owner: owner.username })
  return cardResponse(c, card, 201)
})

cardsRoutes.get('/:id', async (c) => cardResponse(c, await findEditableCard(c)))

cardsRoutes.put('/:id', jsonBody(CardInput), async (c) => {
  const input = c.req.valid('json')
  const card = await findEditableCard(c)
  rejectForbiddenFields(requireUser(c), card, input)
  await rejectForeignImages(c, card, input)
  rejectInvalidCss(card, input)
  rejectAgainstTemplate(requireUser(c), card, input)
  const ifMatch = c.req.header('If-Match')
  if (!isCurrent(card, ifMatch, input.version)) {
    // A retry after a lost response is no conflict.
    const before = { ...card, version: card.version - 1 }
    if (!isCurrent(before, ifMatch, input.version)) throwStale()
    if (!isSaved(card, before.version, await withPin(c.env, card, input))) throwStale()
    noteSecurityEvent(c, { isRepeat: true })
    return cardResponse(c, card)
  }
  const pinned = await withPin(c.env, card, input)
  const saved = await saveCard(database(c.env.DB), card, {
    input: pinned,
    may: isStillSignedIn(requireUser(c)),
    also: (written) => [auditInBatch(c, { fields: changedFields(card, pinned) }, written)],
  })
  if (saved === 'stale') throwStale()
  if (saved === 'slug taken') fail(409, 'Slug already exists', { code: 'slug' })
  if (saved === 'not allowed') fail(409, accountChangedMessage)
  const invalidate =
    card.state !== 'draft' && saved.state !== 'live' ? withdrawPages : invalidatePages
  await invalidate(c.env, publicOrigin(c.env, c.req.raw), [card.slug, saved.slug])
  c.executionCtx.waitUntil(addVideoStill(c, saved))
  return cardResponse(c, saved)
})

cardsRoutes.delete('/:id', async (c) => {
  const card = await findEditableCard(c)
  await deleteCard(database(c.env.DB), card.id)
  c.set('changed', { slug: card.slug })
  await withdrawPages(c.env, publicOrigin(c.env, c.req.raw), [card.slug])
  return c.body(null, 204)
})

cardsRoutes.post('/:id/restore', async (c) => {
  const db = database(c.env.DB)
  const id = pathId(c.req.param('id'))
  const restored = orNotFound(await restoreCard(db, id), 'Card not found')
  if (restored === 'not deleted') fail(409, 'This card is not deleted.')
  c.set('changed', { slug: restored.slug })
  await invalidatePages(c.env, publicOrigin(c.env, c.req.raw), [restored.slug])
  return cardResponse(c, restored)
})

cardsRoutes.get('/user/:userId', async (c) => {
  const userId = pathId(c.req.param('userId'))
  const actor = requireUser(c)
  requirePermission(
    userId === actor.id || actor.accessLevel >= 4,
    'You can list only your own cards.',
  )
  const cards = await listCardsOfUser(c, userId)
  // The response does not reveal whether the user is of a higher level or has no card.
  const seen = cards.filter((card) => canEditCard(actor, card))
  return c.json(await withStats(c.env, seen))
})

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

async function findEditableCard(c: Context<App>): Promise<Card> {
  const card = orNotFound(await findCardOfPath(c), 'Card not found')
  requirePermission(
    canEditCard(requireUser(c), card),
    "You don't have permission to edit this card",
  )
  return card
}

/** After the response, because the host of the video may be slow. */
async function addVideoStill(c: Context<App>, card: Card): Promise<void> {
  if (await fetchVideoStill(c.env, card))
    await invalidatePages(c.env, publicOrigin(c.env, c.req.raw), [card.slug])
}

function rejectForbiddenFields(actor: Actor, card: Card, input: CardInput): void {
  const error = input.slug === card.slug ? undefined : slugChangeError(actor, card)
  if (error) fail(403, error, { code: 'slug' })
  const sameCode =
    (input.customizations.customCss ?? null) === (card.customizations.customCss ?? null) &&
    JSON.stringify(input.embedCodes) === JSON.stringify(card.embedCodes)
  if (!sameCode && !canUseDeveloperFields(actor))
    fail(403, 'Custom CSS and chatbot code require level 3 or above.', { code: 'custom-css' })
}

/** An image that is new on the card must have been uploaded for it; queries the database only if there is one. */
async function rejectForeignImages(c: Context<App>, card: Card, input: CardInput) {
  const before = imageHashes(card)
  const added = [...imageHashes(input)].filter((hash) => !before.has(hash))
  const wereUploadedHere =
    added.length === 0 || (await wereUploadedFor(database(c.env.DB), card.id, added))
  requirePermission(
    wereUploadedHere,
    'An image was not uploaded for this card. Upload it here first.',
  )
}

// Checks only changed fields, so that a card stored under older rules can still be saved.
function rejectInvalidCss(card: Card, { customizations: { customCss } }: CardInput): void {
  if (!customCss || customCss === card.customizations.customCss) return
  const safe = sanitizeCss(customCss)
  if ('error' in safe) fail(400, safe.error.sentence, { code: 'custom-css' })
}

// Templates do not apply to level 4, which creates them.
function rejectAgainstTemplate(actor: Actor, card: Card, input: CardInput): void {
  if (!card.template || actor.accessLevel >= 4) return
  const { rules } = card.template
  const values = templateValues(input)
  const fixed = fixedFieldsChanged(templateValues(card), values, rules)
  if (fixed.length > 0)
    fail(403, `Your administrator manages these fields: ${fieldList(fixed)}.`, { code: 'locked' })
  const missing = missingFields(values, rules)
  if (missing.length > 0) fail(400, `These fields are required: ${fieldList(missing)}.`)
}

// RFC 9110 section 13.1.1, but weak tags match too, because a compressing proxy weakens our tags.
function isCurrent({ version }: Pick<Card, 'version'>, ifMatch = '*', sent = version): boolean {
  const tags = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return (tags.includes('*') || tags.includes(`"v${version}"`)) && sent === version
}

function throwStale(): never {
  fail(412, 'This card was changed elsewhere. Reload it to see the changes.')
}

// Deleted cards, which level 5 can restore.

export const deletedCardsRoutes = new Hono<App>()

deletedCardsRoutes.get('/', queryParams(DeletedCardsQuery), async (c) =>
  c.json(await listDeletedCards(database(c.env.DB), c.req.valid('query').user)),
)
