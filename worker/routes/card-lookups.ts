/** Lookups for the card editor: geocoding an address, and whether a slug is available. */
import { Hono } from 'hono'
import { canEditCard } from '../../schema/access.ts'
import { AddressQuery } from '../../schema/coordinates.ts'
import { type SlugAnswer, SlugQuery } from '../../schema/slug.ts'
import { requireUser } from '../auth/session-cookie.ts'
import { query } from '../body.ts'
import { findCard } from '../cards/card-queries.ts'
import { findCoordinates } from '../cards/geocode.ts'
import { slugError } from '../cards/slugs.ts'
import type { App } from '../env.ts'
import { fail, orNotFound, requirePermission, tooManyRequests } from '../errors.ts'
import { database } from '../platform/database.ts'
import { consumeLimit } from '../platform/rate-limiter.ts'

export const geocodeRoutes = new Hono<App>()

geocodeRoutes.get('/', query(AddressQuery), async (c) => {
  const subject = `${requireUser(c).id}`
  const wait = await consumeLimit(c.env, { kind: 'geocode', subject, max: 30, window: 60 })
  if (wait > 0) tooManyRequests(wait)
  const found = await findCoordinates(c.env, c.req.valid('query').address)
  if (found === 'unknown') fail(404, 'This address could not be found on the map.')
  if (found === 'unreachable') {
    fail(503, "The map service isn't responding. Try again in a moment.", {
      headers: { 'Retry-After': '2' },
    })
  }
  return c.json(found)
})

// Whether a slug is available, checked while the owner types it.

export const slugsRoutes = new Hono<App>()

slugsRoutes.get('/:slug', query(SlugQuery), async (c) => {
  const { cardId } = c.req.valid('query')
  const db = database(c.env.DB)
  if (cardId) {
    const card = orNotFound(await findCard(db, cardId), 'Card not found')
    requirePermission(
      canEditCard(requireUser(c), card),
      "You don't have permission to edit this card",
    )
  }
  const reason = await slugError(db, c.req.param('slug'), cardId)
  return c.json({ available: reason === null, reason } satisfies SlugAnswer)
})
