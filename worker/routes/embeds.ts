/** The chat of a card: its owner's code, in a document that can reach nothing of ours. */
import { type Context, Hono } from 'hono'
import { canEditCard } from '../../schema/access.ts'
import { MapQuery } from '../../schema/coordinates.ts'
import { findViewer, sessionToken } from '../auth/session-cookie.ts'
import { pathId, query } from '../body.ts'
import { findSpot } from '../cards/geocode.ts'
import { mapPage } from '../cards/map-page.tsx'
import { findCard, findEmbedCodes, findLiveCard } from '../cards/store.ts'
import type { App } from '../env.ts'
import { fail, found } from '../http.ts'
import { database } from '../platform/database.ts'

export const chatRoutes = new Hono<App>()

// Without `allow-same-origin` the document has an origin of its own: no cookie, no storage, no parent (security 3.16).
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

chatRoutes.get('/:cardId', async (c) => {
  // A tab of its own would show the owner's page under our address. Clients that do not say what they ask for are let
  // through: every browser since 2023 says so (Fetch Metadata), and the sandbox holds in the older ones, too.
  const asked = c.req.header('Sec-Fetch-Dest') ?? 'iframe'
  if (!frames.has(asked)) fail(403, 'Open this chat on the card it belongs to.')
  const codes = await findEmbedCodes(database(c.env.DB), pathId(c.req.param('cardId')))
  return c.body(documentOf(found(codes, 'This card has no chat.')), 200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy,
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'public, max-age=60',
    'X-Robots-Tag': 'noindex',
    Vary: 'Sec-Fetch-Dest',
  })
})

const frames = new Set(['iframe', 'frame'])

// The only page whose body is not ours: the code stands in it as the owner wrote it.
function documentOf(codes: string[]): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<title>Chat</title></head><body>',
    ...codes,
    '</body></html>',
  ].join('\n')
}

// Documents that stand in a frame of a card's page, each with a policy of its own.

export const embedsRoutes = new Hono<App>()

embedsRoutes.get('/map/:id', query(MapQuery), async (c) => {
  const { card, own } = await shownCard(c, pathId(c.req.param('id')))
  const typed = own ? c.req.valid('query').address : undefined
  const address = found(typed ?? card.address, 'This card has no address')
  const { pin } = card.customizations
  const spot = pin?.of === address ? pin : await findSpot(c.env, address)
  const page = mapPage(c.env, {
    name: card.name ?? card.company ?? card.slug,
    address,
    spot: typeof spot === 'object' ? spot : undefined,
  })
  return c.html(page.html, 200, { 'Content-Security-Policy': page.policy })
})

/** A live card, or one in any state for who may edit it. */
async function shownCard(c: Context<App>, id: number) {
  const db = database(c.env.DB)
  const user = sessionToken(c) ? await findViewer(c) : undefined
  const any = user && (await findCard(db, id))
  if (any && canEditCard(user, any)) return { card: any, own: true }
  return { card: found(await findLiveCard(db, id), 'Card not found').card, own: false }
}
