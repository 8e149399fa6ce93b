/** Sandboxed documents in frames of a card's page: the owner's chat code, and the map. */
import { type Context, Hono } from 'hono'
import { canEditCard } from '../../schema/access.ts'
import { MapQuery } from '../../schema/coordinates.ts'
import { findViewer, sessionToken } from '../auth/session-cookie.ts'
import { pathId, queryParams } from '../body.ts'
import { findCard, findEmbedCodes, findLiveCard } from '../cards/card-queries.ts'
import { findCoordinates } from '../cards/geocode.ts'
import { mapPage } from '../cards/map-page.tsx'
import type { App } from '../env.ts'
import { fail, orNotFound } from '../errors.ts'
import { database } from '../platform/database.ts'

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

embedRoutes.get('/:cardId', async (c) => {
  // In a tab, the owner's page would be shown under our address. Requests without Sec-Fetch-Dest are allowed: every
  // browser since 2023 sends it (Fetch Metadata), and the sandbox protects older ones, too.
  const destination = c.req.header('Sec-Fetch-Dest') ?? 'iframe'
  if (!frames.has(destination)) fail(403, 'Open this chat on the card it belongs to.')
  const codes = await findEmbedCodes(database(c.env.DB), pathId(c.req.param('cardId')))
  return c.body(renderChat(orNotFound(codes, 'This card has no chat.')), 200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy,
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'public, max-age=60',
    'X-Robots-Tag': 'noindex',
    Vary: 'Sec-Fetch-Dest',
  })
})

const frames = new Set(['iframe', 'frame'])

// The only page with foreign HTML: it contains the owner's code unchanged.
function renderChat(codes: string[]): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<title>Chat</title></head><body>',
    ...codes,
    '</body></html>',
  ].join('\n')
}

// The map of a card, with its own Content-Security-Policy.

embedRoutes.get('/map/:id', queryParams(MapQuery), async (c) => {
  const { card, own: canEdit } = await findShownCard(c, pathId(c.req.param('id')))
  const unsaved = canEdit ? c.req.valid('query').address : undefined
  const address = orNotFound(unsaved ?? card.address, 'This card has no address')
  const { pin } = card.customizations
  const spot = pin?.of === address ? pin : await findCoordinates(c.env, address)
  const page = mapPage(c.env, {
    name: card.name ?? card.company ?? card.slug,
    address,
    coordinates: typeof spot === 'object' ? spot : undefined,
  })
  return c.html(page.html, 200, { 'Content-Security-Policy': page.policy })
})

/** A live card; in any state for users who may edit it. */
async function findShownCard(c: Context<App>, id: number) {
  const db = database(c.env.DB)
  const user = sessionToken(c) ? await findViewer(c) : undefined
  const card = user && (await findCard(db, id))
  if (card && canEditCard(user, card)) return { card, own: true }
  return { card: orNotFound(await findLiveCard(db, id), 'Card not found').card, own: false }
}
