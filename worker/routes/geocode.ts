/** Geocodes the address of a card while its owner types it. */
import { Hono } from 'hono'
import { AddressQuery } from '../../schema/coordinates.ts'
import { requireUser } from '../auth/session-cookie.ts'
import { queryParams } from '../body.ts'
import { findCoordinates } from '../cards/geocode.ts'
import type { App } from '../env.ts'
import { fail, tooManyRequests } from '../errors.ts'
import { consumeLimit } from '../platform/rate-limiter.ts'

export const geocodeRoutes = new Hono<App>()

geocodeRoutes.get('/', queryParams(AddressQuery), async (c) => {
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
