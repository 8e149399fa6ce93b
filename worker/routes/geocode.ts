/** Where an address is, for the editor that asks whether the map will find it. */
import { Hono } from 'hono'
import { AddressQuestion } from '../../schema/spot.ts'
import { query } from '../body.ts'
import { findSpot } from '../cards/geocode.ts'
import type { App } from '../env.ts'
import { fail, tooMany } from '../http.ts'
import { signedIn } from '../middleware/session.ts'
import { takeTurn } from '../users/throttle.ts'

export const geocodeRoutes = new Hono<App>()

geocodeRoutes.get('/', query(AddressQuestion), async (c) => {
  const who = `${signedIn(c).id}`
  const wait = await takeTurn(c.env, { kind: 'geocode', who, most: 30, window: 60 })
  if (wait > 0) tooMany(wait)
  const spot = await findSpot(c.env, c.req.valid('query').address)
  if (spot === 'unknown') fail(404, 'This address is not on the map.')
  if (spot === 'unreachable') {
    fail(503, 'The map service does not answer now. Try again in a moment.', {
      headers: { 'Retry-After': '2' },
    })
  }
  return c.json(spot)
})
