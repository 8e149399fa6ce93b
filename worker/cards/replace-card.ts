/** Saves a card for a caller who may edit it: shared by the calls on a card, its translations and its archive. */

import type { Context } from 'hono'
import { type CardValues, newValueErrors } from '../../card/contact/check-values.ts'
import { asSaved, withMirrors } from '../../card/contact/mirrored-fields.ts'
import { sanitizeCss } from '../../card/custom-css/custom-css.ts'
import { type Actor, canUseDeveloperFields, slugChangeError } from '../../schema/access.ts'
import type { Card, CardInput, SavedCard } from '../../schema/cards/card.ts'
import { cardFields } from '../../schema/cards/card-fields.ts'
import { imageHashes } from '../../schema/images/image.ts'
import { keysOf, pick } from '../../schema/pick.ts'
import { fieldList } from '../../schema/templates/template-rules.ts'
import { isStillSignedIn } from '../accounts/auth-version.ts'
import { requireUser } from '../accounts/sessions.ts'
import { type App, publicOrigin } from '../env.ts'
import { auditInBatch, noteAudit } from '../http/audit.ts'
import { accountChangedMessage } from '../http/declaration.ts'
import { fail, requirePermission } from '../http/errors.ts'
import { wereUploadedFor } from '../images/image-store.ts'
import { database } from '../platform/database.ts'
import { invalidatePages, withdrawPages } from '../public/page-cache.ts'
import { fixedFieldsChanged, missingFields, templateValues } from '../templates/rules.ts'
import { fetchVideoStill } from './card-pictures.ts'
import { withPin } from './geocode.ts'
import { findCard, successorError } from './queries.ts'
import { changedFields, isSaved, saveCard } from './save.ts'
import { isGeneratedFrom } from './slugs.ts'

/** Saves the card if the caller may make this change and `If-Match` allows it; fails otherwise. */
export async function replaceCard(
  c: Context<App>,
  card: Card,
  sent: CardInput,
): Promise<SavedCard> {
  const input = withMirrors(card, sent)
  if (input.slug !== card.slug) rejectNewSlug(c, card)
  return writeCard(c, card, { input, repeated: () => asSaved(card, sent) })
}

/** Replaces a card with the card of an archive. Every field is new, so none is derived from the former values. */
export async function replaceFromArchive(
  c: Context<App>,
  card: Card,
  sent: CardInput,
): Promise<SavedCard> {
  const none = { nameParts: null, phones: null, emails: null, website: null, about: null }
  const before = {
    ...sent,
    ...{ name: null, phone: null, email: null, website: null, about: null, locales: {} },
    customizations: { ...sent.customizations, ...none },
  }
  const input = withMirrors(before, sent)
  if (input.slug !== card.slug) rejectNewSlug(c, card)
  return writeCard(c, card, { input, repeated: () => input })
}

/**
 * Saves the card with another slug. At level 1, owners may do this once: while the slug is the one that was generated, and
 * only for one that does not look like it.
 */
export async function replaceSlug(c: Context<App>, card: Card, slug: string): Promise<SavedCard> {
  if (slug === card.slug) {
    noteAudit(c, { isSkipped: true })
    return card
  }
  const { id, username } = requireUser(c)
  const isFirstChoice = card.userId === id && isGeneratedFrom(card.slug, username)
  rejectNewSlug(c, card, isFirstChoice)
  if (slugChangeError(requireUser(c), card) && isGeneratedFrom(slug, username))
    fail(400, 'Choose an address that does not end with a hyphen and a number.', { code: 'slug' })
  const input = withMirrors(card, { ...inputOf(card), slug })
  return writeCard(c, card, { input, repeated: () => input })
}

function rejectNewSlug(c: Context<App>, card: Card, isFirstChoice = false): void {
  const error = isFirstChoice ? undefined : slugChangeError(requireUser(c), card)
  if (error) fail(403, error, { code: 'slug' })
}

/** The card as a save that changes nothing. */
export function inputOf(card: Card): CardInput {
  const { website: _, ...fields } = cardFields
  return { ...pick(card, keysOf(fields)), website: card.customizations.website }
}

/** `repeated` returns what an earlier attempt of this save has stored, if its response was lost. */
async function writeCard(
  c: Context<App>,
  card: Card,
  { input, repeated }: { input: CardInput; repeated: () => CardInput },
): Promise<SavedCard> {
  rejectForbiddenFields(requireUser(c), card, input)
  await rejectForeignImages(c, card, input)
  rejectNewValues(card, input)
  rejectInvalidCss(card, input)
  rejectBaseTranslation(card, input)
  rejectAgainstTemplate(requireUser(c), card, input)
  await rejectSuccessor(c, card, input)
  const ifMatch = c.req.header('If-Match')
  if (!isCurrent(card, ifMatch, input.version)) {
    // A retry after a lost response is not a conflict.
    const before = { ...card, version: card.version - 1 }
    if (!isCurrent(before, ifMatch, input.version)) throwStale()
    const { pinned, mapError } = await pinnedCard(c, card, repeated())
    if (!isSaved(card, before, pinned)) throwStale()
    noteAudit(c, { isSkipped: true })
    return { ...card, mapError }
  }
  const { pinned, mapError } = await pinnedCard(c, card, input)
  const saved = await saveCard(database(c.env.DB), card, {
    input: pinned,
    may: isStillSignedIn(requireUser(c)),
    also: (written) => [
      auditInBatch(c, { fields: changedFields(card, pinned) }, { when: written }),
    ],
  })
  if (saved === 'stale') throwStale()
  if (saved === 'slug taken') fail(409, 'Slug already exists', { code: 'slug' })
  if (saved === 'not allowed') fail(409, accountChangedMessage)
  const invalidate =
    card.state !== 'draft' && saved.state !== 'live' ? withdrawPages : invalidatePages
  await invalidate(c.env, publicOrigin(c.env, c.req.raw), [card.slug, saved.slug])
  c.executionCtx.waitUntil(addVideoStill(c, saved))
  return { ...saved, mapError }
}

function pinnedCard(c: Context<App>, stored: Card, input: CardInput) {
  return withPin(c.env, { stored, input }, requireUser(c).id)
}

/** After the response, because the host of the video may be slow. */
async function addVideoStill(c: Context<App>, card: Card): Promise<void> {
  if (await fetchVideoStill(c.env, card))
    await invalidatePages(c.env, publicOrigin(c.env, c.req.raw), [card.slug])
}

function rejectForbiddenFields(actor: Actor, card: Card, input: CardInput): void {
  const sameCode =
    (input.customizations.customCss ?? null) === (card.customizations.customCss ?? null) &&
    JSON.stringify(input.embedCodes) === JSON.stringify(card.embedCodes)
  if (!sameCode && !canUseDeveloperFields(actor))
    fail(403, 'Custom CSS and chatbot code require level 3 or above.', { code: 'custom-css' })
}

/** Fails with 400 if a name, phone number or email address that is not stored yet is not valid. */
export function rejectNewValues(stored: CardValues, input: CardValues): void {
  const [message] = Object.values(newValueErrors(input, stored))
  if (message) fail(400, message)
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

function rejectBaseTranslation(card: Card, { language, locales }: CardInput): void {
  if ((language ?? card.language) in (locales ?? card.locales)) fail(400, baseLanguageMessage)
}

const baseLanguageMessage = "The card's own texts are in this language. Change them there."

async function rejectSuccessor(c: Context<App>, card: Card, input: CardInput): Promise<void> {
  const find = (id: number) => findCard(database(c.env.DB), id)
  const error = await successorError(requireUser(c), { card, input }, find)
  if (error) fail(error.status, error.message, { code: 'successor' })
}

// Templates do not apply to level 4, which creates them.
function rejectAgainstTemplate(actor: Actor, card: Card, input: CardInput): void {
  if (!card.template || actor.accessLevel >= 4) return
  const { rules } = card.template
  // A save without translations or visibility keeps the stored ones.
  const visibility = input.customizations.visibility ?? card.customizations.visibility
  const values = templateValues({
    ...input,
    locales: input.locales ?? card.locales,
    customizations: { ...input.customizations, visibility },
  })
  const fixed = fixedFieldsChanged(templateValues(card), values, rules)
  if (fixed.length > 0)
    fail(403, `Your admin manages these fields: ${fieldList(fixed)}.`, { code: 'locked' })
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
