/** Documents in frames on the page of a card: the owner's chat code, in a sandbox, and the map. */
import { type Context, Hono } from 'hono'
import { renderToStaticMarkup } from 'react-dom/server.edge'
import { fill, type PageWords } from '../../card/words/en.ts'
import { canEditCard } from '../../schema/access.ts'
import { type Coordinates, MapQuery } from '../../schema/cards/card-fields.ts'
import { LanguageQuery } from '../../schema/language.ts'
import { findCoordinates, limitLookups } from '../cards/geocode.ts'
import { findCard } from '../cards/queries.ts'
import type { App, Bindings } from '../env.ts'
import { tooManyAttemptsMessage } from '../http/declaration.ts'
import { fail, orNotFound, tooManyRequests } from '../http/errors.ts'
import { pathId, publicEndpoint } from '../http/input.ts'
import { database } from '../platform/database.ts'
import { htmlAttributes, languageAttributes } from './html-document.tsx'
import { preferredLanguages, wordsIn } from './languages.ts'
import { findEmbedCodes, findLiveCard } from './public-card-queries.ts'
import { inLanguage } from './public-page.ts'
import { findViewer } from './session-viewer.ts'
import { unlocksOf } from './viewer.ts'

export const embedRoutes = new Hono<App>()

// The chat. Without `allow-same-origin`, its document has an opaque origin: no cookies, no storage, no access to the page.
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
    // In a tab, the owner's HTML would appear under our address. A request without Sec-Fetch-Dest is allowed: browsers since
    // 2023 send it (Fetch Metadata), and the sandbox also protects older ones.
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

// The only document with HTML that is not ours: the owner's code, unchanged.
function renderChat(codes: string[], { language, chat }: PageWords): string {
  return [
    `<!doctype html><html${htmlAttributes(language)}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${chat}</title></head><body>`,
    ...codes,
    '</body></html>',
  ].join('\n')
}

// The map, with a `Content-Security-Policy` for the script of its provider.

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
    // A translated address is the same place, and geocoders know fewer addresses in a foreign script.
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

/** Returns a live card, or a card in any state to a user who may edit it, whose id is then `editorId`. */
async function findShownCard(c: Context<App>, id: number) {
  const db = database(c.env.DB)
  const user = await findViewer(c)
  const card = user && (await findCard(db, id))
  if (card && canEditCard(user, card))
    return { card, locales: card.locales, ownerId: card.userId, editorId: user.id }
  const live = orNotFound(await findLiveCard(db, id, { unlocks: unlocksOf(c) }), 'Card not found')
  return { card: live.card, locales: live.locales, ownerId: live.userId, editorId: undefined }
}

type Place = {
  name: string
  address: string
  coordinates: Coordinates | undefined
  words: PageWords
}

/**
 * Returns the document and its policy. The map is Google's if there is an API key, or else Leaflet's. Without coordinates, there
 * is a message above a map of the world.
 */
export function mapPage(env: Bindings, place: Place) {
  const google = env.GOOGLE_MAPS_API_KEY !== ''
  const nonce = google ? crypto.randomUUID() : undefined
  const html = renderToStaticMarkup(
    <html {...languageAttributes(place.words.language)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{fill(place.words.mapOf, { name: place.name })}</title>
        <base target="_blank" />
        <link rel="stylesheet" href="/assets/map.css" nonce={nonce} />
        <script
          type="module"
          src={google ? '/assets/google-map.js' : '/assets/map.js'}
          nonce={nonce}
        />
      </head>
      <Body env={env} place={place} />
    </html>,
  )
  return { html: `<!doctype html>${html}`, policy: nonce ? googlePolicy(nonce) : tilesPolicy(env) }
}

function Body({ env, place }: { env: Bindings; place: Place }) {
  const { name, address, coordinates, words } = place
  return (
    <body>
      {!coordinates && (
        <p className="banner" role="alert" dir="auto">
          {fill(words.mapNotFound, { address })}
        </p>
      )}
      <section
        id="map"
        aria-label={fill(words.mapOf, { name })}
        data-name={name}
        data-address={address}
        data-latitude={coordinates?.latitude}
        data-longitude={coordinates?.longitude}
        data-key={env.GOOGLE_MAPS_API_KEY || undefined}
        data-tiles={env.MAP_TILE_URL}
        data-attribution={env.MAP_ATTRIBUTION}
        data-words={JSON.stringify(mapWords(words))}
      >
        <p className="wait">{words.loadingMap}</p>
      </section>
    </body>
  )
}

/** The words that the map's script shows. */
function mapWords({ mapFailed, mapUnreachable, zoomIn, zoomOut, close }: PageWords) {
  return { mapFailed, mapUnreachable, zoomIn, zoomOut, close }
}

// Without Trusted Types, because Leaflet creates its controls with `innerHTML`. It positions elements through the CSSOM, which a
// policy does not restrict.
function tilesPolicy({ MAP_TILE_URL }: Bindings): string {
  const host = URL.parse(MAP_TILE_URL.replace('{s}', '_'))?.origin.replace('//_', '//*') ?? ''
  return [...common, "script-src 'self'", "style-src 'self'", `img-src 'self' data: ${host}`].join(
    '; ',
  )
}

// From the guide of the Maps JavaScript API: Content Security Policy Guide, "Strict CSP".
function googlePolicy(nonce: string): string {
  return [
    ...common,
    `script-src 'nonce-${nonce}' 'strict-dynamic' https: 'unsafe-eval' blob:`,
    `style-src 'nonce-${nonce}' https://fonts.googleapis.com`,
    "img-src 'self' https://*.googleapis.com https://*.gstatic.com https://*.google.com https://*.googleusercontent.com data:",
    'frame-src https://*.google.com',
    "connect-src 'self' https://*.googleapis.com https://*.google.com https://*.gstatic.com data: blob:",
    'font-src https://fonts.gstatic.com',
    'worker-src blob:',
  ].join('; ')
}

const common = [
  "default-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
]
