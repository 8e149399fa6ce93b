/** Sandboxed documents in frames of a card's page: the owner's chat code, and the map. */
import { type Context, Hono } from 'hono'
import type { PageWords } from '../../card/words/en.ts'
import { canEditCard } from '../../schema/access.ts'
import { MapQuery } from '../../schema/coordinates.ts'
import { LanguageQuery } from '../../schema/language.ts'
import { findCoordinates, limitLookups } from '../cards/geocode.ts'
import { findCard } from '../cards/queries.ts'
import type { App } from '../env.ts'
import { tooManyAttemptsMessage } from '../http/declaration.ts'
import { fail, orNotFound, tooManyRequests } from '../http/errors.ts'
import { pathId } from '../http/input.ts'
import { publicEndpoint } from '../http/public-endpoint.ts'
import { database } from '../platform/database.ts'
import { preferredLanguages } from './choose-language.ts'
import { htmlAttributes } from './html-document.tsx'
import { mapPage } from './map-page.tsx'
import { wordsIn } from './page-words.ts'
import { findEmbedCodes, findLiveCard } from './public-card-queries.ts'
import { inLanguage } from './public-page.ts'
import { findViewer } from './session-viewer.ts'
import { unlocksOf } from './unlock.ts'

export const embedRoutes = new Hono<App>()

// The chat. Without `allow-same-origin` the document has an opaque origin: no cookies, no storage, no access to the parent.
const policy = [
  'sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  "script-src 'unsafe-inline' https:",
  'connect-src https: wss:',
  'img-src https: data:',
  "style-src 'unsafe-inline' https:",
  'font-src https: data:',
  'frame-src https:',
  "frame-ancestors 'self'",
].join('; ')

embedRoutes.get(
  '/:cardId',
  publicEndpoint({
    access: 'anyone',
    rule: 'the card is live, and its owner has level 3 or above',
    query: LanguageQuery,
    responseType: 'text/html',
    summary: "A card's chat, in a sandbox",
    errors: { 404: 'This card has no chat.' },
  }),
  async (c) => {
    // In a tab, the owner's page would be shown under our address. Requests without Sec-Fetch-Dest are allowed: every
    // browser since 2023 sends it (Fetch Metadata), and the sandbox protects older ones, too.
    const destination = c.req.header('Sec-Fetch-Dest') ?? 'iframe'
    if (!frames.has(destination)) fail(403, 'Open this chat on the card it belongs to.')
    const id = pathId(c.req.param('cardId'))
    const found = await findEmbedCodes(database(c.env.DB), id, { unlocks: unlocksOf(c) })
    const { codes, isPublic } = orNotFound(found, 'This card has no chat.')
    const words = wordsIn(c.req.valid('query').l ?? 'en')
    return c.body(renderChat(codes, words), 200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': isPublic ? 'public, max-age=60' : 'private, no-store',
      'X-Robots-Tag': 'noindex',
      Vary: 'Sec-Fetch-Dest',
    })
  },
)

const frames = new Set(['iframe', 'frame'])

// The only page with foreign HTML: it contains the owner's code unchanged.
function renderChat(codes: string[], { language, chat }: PageWords): string {
  return [
    `<!doctype html><html${htmlAttributes(language)}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${chat}</title></head><body>`,
    ...codes,
    '</body></html>',
  ].join('\n')
}

// The map of a card, with its own Content-Security-Policy.

embedRoutes.get(
  '/map/:id',
  publicEndpoint({
    access: 'anyone',
    rule: 'a live card; with address, or in another state: the card owner, or level 4 and not below the owner',
    query: MapQuery,
    responseType: 'text/html',
    summary: "A map of a card's address, for an iframe",
    errors: { 429: tooManyAttemptsMessage },
  }),
  async (c) => {
    const { card, locales, ownerId, editorId } = await findShownCard(c, pathId(c.req.param('id')))
    const shown = inLanguage(card, locales, preferredLanguages(c.req.raw))
    const unsaved = editorId === undefined ? undefined : c.req.valid('query').address
    const address = orNotFound(unsaved ?? shown.address, 'This card has no address')
    // A translation is of the same place, and geocoders know fewer addresses in a foreign script.
    const located = unsaved ?? card.address ?? address
    const { pin } = card.customizations
    const isPinned = pin?.of === located
    if (unsaved !== undefined && editorId !== undefined && !isPinned) {
      const wait = await limitLookups(c.env, editorId)
      if (wait > 0) tooManyRequests(wait)
    }
    const spot = isPinned ? pin : await findCoordinates(c.env, located, editorId ?? ownerId)
    const page = mapPage(c.env, {
      name: shown.name ?? shown.company ?? card.slug,
      address,
      coordinates: typeof spot === 'object' ? spot : undefined,
      words: wordsIn(shown.language),
    })
    return c.html(page.html, 200, { 'Content-Security-Policy': page.policy })
  },
)

/** A live card; in any state for users who may edit it, one of whom is `editorId`. */
async function findShownCard(c: Context<App>, id: number) {
  const db = database(c.env.DB)
  const user = await findViewer(c)
  const card = user && (await findCard(db, id))
  if (card && canEditCard(user, card))
    return { card, locales: card.locales, ownerId: card.userId, editorId: user.id }
  const live = orNotFound(await findLiveCard(db, id, { unlocks: unlocksOf(c) }), 'Card not found')
  return { card: live.card, locales: live.locales, ownerId: live.userId, editorId: undefined }
}
