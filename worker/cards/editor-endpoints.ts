/** Calls of the editors: translations of a card, its contact photo, slugs that are available, and coordinates of an address. */

import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { Card } from '../../schema/cards/card.ts'
import { AddressQuery, Coordinates } from '../../schema/cards/card-fields.ts'
import {
  type CardLocales,
  CardTexts,
  isGiven,
  maxLanguages,
  tooManyLanguages,
} from '../../schema/cards/card-texts.ts'
import { SlugAnswer, SlugChoice, SlugQuery } from '../../schema/cards/slug.ts'
import { imageHash } from '../../schema/images/image.ts'
import {
  ContactPhotoParts,
  cardFullMessage,
  contactPhotoError,
  Uploaded,
} from '../../schema/images/upload.ts'
import { canonicalLanguage, Language, languageMessage } from '../../schema/language.ts'
import { omit } from '../../schema/pick.ts'
import { requireUser } from '../accounts/sessions.ts'
import { type App, publicOrigin } from '../env.ts'
import { kB, tooManyAttemptsMessage } from '../http/declaration.ts'
import { endpoint } from '../http/endpoint.ts'
import { fail, orNotFound, tooManyRequests } from '../http/errors.ts'
import { allow } from '../http/rules.ts'
import { completePhoto, limitUploads } from '../images/image-store.ts'
import { readContactPhoto, readInlinePhoto } from '../images/sizes.ts'
import { database } from '../platform/database.ts'
import { invalidatePages } from '../public/page-cache.ts'
import { findCoordinates, limitLookups } from './geocode.ts'
import { findCard } from './queries.ts'
import { inputOf, replaceCard, replaceSlug } from './replace-card.ts'
import { cardEditors, cardOfPath, findEditableCard } from './rules.ts'
import { checkSlug } from './slugs.ts'

/** The body of a `PUT` of a translation: missing texts are cleared, at least one is required. */
const NewCardLocale = z.strictObject({
  fields: CardTexts.check(
    z.refine((texts) => isGiven(texts), 'Give at least one text, or delete the translation.'),
  ),
})

/** The texts of a card in one language. */
const CardLocale = z
  .object({ locale: Language, fields: CardTexts })
  .register(z.globalRegistry, { id: 'CardLocale' })
type CardLocale = z.infer<typeof CardLocale>

const stale = 'This card was changed elsewhere. Reload it to see the changes.'
const translationMissing = 'This card has no translation in this language.'

export const cardLocalesRoutes = new Hono<App>()

const path = '/:id/locales/:locale'

cardLocalesRoutes.get(
  path,
  endpoint({
    access: 1,
    rule: cardEditors,
    load: cardOfPath,
    response: CardLocale,
    summary: 'The translation of a card in a language',
    errors: { 404: translationMissing },
  }),
  async (c) => {
    const locale = localeOf(c)
    return localeResponse(c, locale, await findEditableCard(c))
  },
)

cardLocalesRoutes.put(
  path,
  endpoint({
    access: 1,
    rule: cardEditors,
    load: cardOfPath,
    body: NewCardLocale,
    maxBody: 64 * kB,
    response: CardLocale,
    summary: 'Replace the translation of a card in a language',
    example: {
      fields: {
        title: 'Primera programadora',
        about: 'Escribo programas para la máquina analítica.',
      },
    },
    errors: { 409: tooManyLanguages, 412: stale },
    audit: 'translation-changed',
  }),
  async (c) => {
    const locale = localeOf(c)
    const card = await findEditableCard(c)
    const locales = { ...card.locales, [locale]: c.req.valid('json').fields }
    if (Object.keys(locales).length >= maxLanguages) fail(409, tooManyLanguages)
    return localeResponse(c, locale, await saveLocales(c, card, locales))
  },
)

cardLocalesRoutes.delete(
  path,
  endpoint({
    access: 1,
    rule: cardEditors,
    load: cardOfPath,
    status: 204,
    summary: 'Remove a language from a card',
    errors: { 412: stale },
    audit: 'translation-removed',
  }),
  async (c) => {
    const locale = localeOf(c)
    const card = await findEditableCard(c)
    const saved = await saveLocales(c, card, omit(card.locales, [locale]))
    c.header('ETag', `"v${saved.version}"`)
    return c.body(null, 204)
  },
)

function localeOf(c: Context<App>): string {
  return canonicalLanguage(c.req.param('locale') ?? '') ?? fail(400, `${languageMessage}.`)
}

function localeResponse(c: Context<App>, locale: string, card: Card) {
  const fields = card.locales[locale]
  if (!fields) fail(404, translationMissing)
  c.header('ETag', `"v${card.version}"`)
  return c.json({ locale, fields } satisfies CardLocale)
}

function saveLocales(c: Context<App>, card: Card, locales: CardLocales): Promise<Card> {
  return replaceCard(c, card, { ...inputOf(card), locales })
}

const otherPictureMessage = 'This card has another profile picture. Reload the card.'

export const cardPhotoRoutes = new Hono<App>()

cardPhotoRoutes.put(
  '/:id/contact-photo',
  endpoint({
    access: 1,
    rule: cardEditors,
    load: cardOfPath,
    form: ContactPhotoParts,
    maxBody: 128 * kB,
    response: Uploaded,
    summary: 'Add the photo of the contact file to a profile picture that was stored without one',
    example: { of: `/images/${'a'.repeat(64)}-500.jpg`, contact: '@contact.jpg' },
    errors: {
      400: contactPhotoError,
      409: `${otherPictureMessage} Or: ${cardFullMessage}`,
      429: tooManyAttemptsMessage,
    },
    // Not logged: the editor sends it when it is opened, and the upload of the picture is logged.
    audit: null,
  }),
  async (c) => {
    const { of, contact, inline } = c.req.valid('form')
    const card = await findEditableCard(c)
    const hash = imageHash(of)
    if (!hash || of !== card.profilePicture) fail(409, otherPictureMessage)
    if (card.contactPhoto) return c.json({ url: card.contactPhoto })
    const wait = await limitUploads(c.env, requireUser(c).id)
    if (wait > 0) tooManyRequests(wait)
    const jpeg = await readContactPhoto(contact)
    const placeholder = inline && (await readInlinePhoto(inline, of.split('.').at(-1) ?? ''))
    if (!jpeg || (inline && !placeholder)) fail(400, contactPhotoError)
    const completion = { cardId: card.id, hash, contact: jpeg, inline: placeholder }
    const url = await completePhoto(c.env, completion)
    if (!url) fail(409, cardFullMessage)
    await invalidatePages(c.env, publicOrigin(c.env, c.req.raw), [card.slug])
    return c.json({ url })
  },
)

export const cardSlugRoutes = new Hono<App>()

cardSlugRoutes.put(
  '/:id/slug',
  endpoint({
    access: 1,
    rule: [cardEditors, 'level 1: once, for your own card, while its slug is the generated one'],
    load: cardOfPath,
    body: SlugChoice,
    maxBody: 4 * kB,
    response: Card,
    summary: 'Change the slug of a card; links with the old one redirect to the new one',
    example: { slug: 'ada-lovelace' },
    errors: { 409: 'Slug already exists', 412: stale },
    audit: 'card-changed',
  }),
  async (c) => {
    const card = await findEditableCard(c)
    const saved = await replaceSlug(c, card, c.req.valid('json').slug)
    c.header('ETag', `"v${saved.version}"`)
    return c.json(saved)
  },
)

export const slugsRoutes = new Hono<App>()

slugsRoutes.get(
  '/:slug',
  endpoint({
    access: 1,
    rule: `with cardId: ${cardEditors.words}`,
    query: SlugQuery,
    response: SlugAnswer,
    summary: 'Whether a slug is available, and if not, why, and which similar ones are',
  }),
  async (c) => {
    const { cardId } = c.req.valid('query')
    const db = database(c.env.DB)
    const card = cardId ? orNotFound(await findCard(db, cardId), 'Card not found') : undefined
    if (card) allow(c, cardEditors, card)
    const slug = c.req.param('slug').toLowerCase()
    const checked = await checkSlug(db, slug, card)
    return c.json({ available: checked.reason === null, ...checked } satisfies SlugAnswer)
  },
)

export const geocodeRoutes = new Hono<App>()

geocodeRoutes.get(
  '/',
  endpoint({
    access: 1,
    query: AddressQuery,
    response: Coordinates,
    summary: 'The coordinates of an address',
    errors: {
      404: 'This address could not be found on the map.',
      429: tooManyAttemptsMessage,
      503: "The map service isn't responding. Try again in a moment.",
    },
  }),
  async (c) => {
    const { id } = requireUser(c)
    const wait = await limitLookups(c.env, id)
    if (wait > 0) tooManyRequests(wait)
    const found = await findCoordinates(c.env, c.req.valid('query').address, id)
    if (found === 'unknown') fail(404, 'This address could not be found on the map.')
    if (found === 'unreachable') {
      fail(503, "The map service isn't responding. Try again in a moment.", {
        headers: { 'Retry-After': '2' },
      })
    }
    return c.json(found)
  },
)
