/** The public data of cards: JSON, contact files, and the key for maps. The only cookie read here is the unlock cookie. */
import { type Context, Hono } from 'hono'
import { etag } from 'hono/etag'
import * as z from 'zod/mini'
import { contactFile } from '../../card/contact/vcard.ts'
import { PublicCard } from '../../schema/cards/card.ts'
import { PathSlug } from '../../schema/cards/slug.ts'
import { LanguageQuery } from '../../schema/language.ts'
import { type App, publicOrigin } from '../env.ts'
import { orNotFound } from '../http/errors.ts'
import { pathId, publicEndpoint } from '../http/input.ts'
import { database } from '../platform/database.ts'
import { contentDisposition } from '../platform/download.ts'
import { codeOfReferrer, findMetLabel } from '../share-points/queries.ts'
import { ContactFileQuery, findContactPhoto, metText, opensContactsInline } from './contact-file.ts'
import { wordsIn } from './languages.ts'
import { type FoundCard, findCardBySlug, findCardInAnyState } from './public-card-queries.ts'
import { inPreferredLanguage } from './public-page.ts'
import { isPublicView, unlockInCookie, unlocksOf } from './viewer.ts'

export const publicRoutes = new Hono<App>()

publicRoutes.get(
  '/card/:slug',
  publicEndpoint({
    access: 'anyone',
    rule: 'a moved card: 302 to its successor',
    query: LanguageQuery,
    response: PublicCard,
    summary: 'The public fields of a live card',
  }),
  etag(),
  async (c) => {
    const slug = PathSlug.safeParse(c.req.param('slug')).data
    const unlock = unlockInCookie(c)
    const viewer = { unlocks: unlock ? [unlock] : [] }
    const found = slug ? await findCardBySlug(database(c.env.DB), slug, viewer) : undefined
    const successor = successorOf(found)
    if (successor) return redirectOnce(c, `/api/card/${successor.slug}${new URL(c.req.url).search}`)
    const live = orNotFound(liveOnly(found), 'Card not found')
    c.header('Cache-Control', cacheControlOf(live))
    return c.json(inLanguage(live, c.req.valid('query').l).card)
  },
)

publicRoutes.get(
  '/vcard/:id',
  publicEndpoint({
    access: 'anyone',
    rule: 'a moved card: 302 to its successor',
    query: ContactFileQuery,
    responseType: 'text/vcard',
    summary: 'The contact file of a live card',
  }),
  etag(),
  async (c) => {
    const db = database(c.env.DB)
    const cardId = pathId(c.req.param('id'))
    const { v: variant, l: language, s: code = codeOfReferrer(c) } = c.req.valid('query')
    const [found, metAt] = await Promise.all([
      findCardInAnyState(db, cardId, { unlocks: unlocksOf(c) }),
      code ? findMetLabel(db, { cardId, code }) : undefined,
    ])
    const successor = successorOf(found)
    if (successor) return redirectOnce(c, `/api/vcard/${successor.id}${new URL(c.req.url).search}`)
    const live = orNotFound(liveOnly(found), 'Card not found')
    const { card, uid, contactPhoto } = inLanguage(live, language)
    const words = wordsIn(card.language)
    const userAgent = c.req.header('User-Agent') ?? ''
    const file = contactFile(card, {
      uid,
      url: `${publicOrigin(c.env, c.req.raw)}/view/${card.slug}`,
      variant,
      met: metAt && metText(metAt, { request: c.req.raw, words }),
      photo: await findContactPhoto(c.env.MEDIA, contactPhoto),
      product: c.env.PRODUCT_NAME,
      words,
    })
    const stem = card.customizations.nameParts?.latinName || card.name || card.company || card.slug
    return c.body(file, 200, {
      'Content-Type': 'text/vcard; charset=utf-8',
      'Content-Disposition': contentDisposition({
        stem,
        extension: 'vcf',
        inline: opensContactsInline(userAgent),
      }),
      'Cache-Control': cacheControlOf(live),
      Vary: 'User-Agent',
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex',
    })
  },
)

// A response with more than everyone sees must not be stored.
function cacheControlOf(found: FoundCard): string {
  return isPublicView(found) ? 'no-cache' : 'private, no-store'
}

function inLanguage(found: FoundCard, language: string | undefined): FoundCard {
  return inPreferredLanguage(found, language ? [language] : [])
}

publicRoutes.get(
  '/config/maps',
  publicEndpoint({
    access: 'anyone',
    response: z.object({ googleMapsApiKey: z.string() }),
    summary: 'The browser key for the maps script',
  }),
  (c) => {
    c.header('Cache-Control', 'private, max-age=300')
    return c.json({ googleMapsApiKey: c.env.GOOGLE_MAPS_API_KEY })
  },
)

function liveOnly(found: FoundCard | undefined): FoundCard | undefined {
  return found?.state === 'live' ? found : undefined
}

/** Returns the card that a moved card redirects to. */
function successorOf(found: FoundCard | undefined) {
  return found?.state === 'moved' ? found.successor : null
}

// Not cached, like the redirect of the page: the card may move again.
function redirectOnce(c: Context<App>, path: string): Response {
  c.header('Cache-Control', 'no-store')
  return c.redirect(path)
}
