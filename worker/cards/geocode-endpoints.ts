/** Geocodes the address of a card while its owner types it. */
import { Hono } from 'hono'
import { AddressQuery, Coordinates } from '../../schema/cards/card-fields.ts'
import { requireUser } from '../accounts/sessions.ts'
import type { App } from '../env.ts'
import { tooManyAttemptsMessage } from '../http/declaration.ts'
import { endpoint } from '../http/endpoint.ts'
import { fail, tooManyRequests } from '../http/errors.ts'
import { findCoordinates, limitLookups } from './geocode.ts'

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
