/** Geocoding of card addresses (Nominatim API), cached in KV. */

import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { Card, CardInput } from '../../schema/cards/card.ts'
import { Coordinates, type MapError } from '../../schema/cards/card-fields.ts'
import type { Bindings } from '../env.ts'
import { retentionDays } from '../platform/jobs.ts'
import { log } from '../platform/log.ts'
import { consumeLimit, refundLimit } from '../platform/rate-limiter.ts'
import { daySeconds } from '../platform/time.ts'

const timeoutMs = 2000
const ttlSeconds = { found: retentionDays.places * daySeconds, unknown: daySeconds }

/**
 * Returns the coordinates of an address; `unknown` if the geocoder has no result, `unreachable` if it fails, takes
 * longer than 2 s, or the rate limit is used up. The lookup counts against the limit of `userId`. Never throws.
 */
export async function findCoordinates(
  env: Bindings,
  address: string,
  userId: number,
): Promise<Coordinates | MapError> {
  const normalized = address.replace(/\s+/g, ' ').trim()
  const key = geocodeCacheKey(normalized)
  const cached = CachedResult.safeParse(await env.PLACES.get(key, 'json').catch(() => undefined))
  if (cached.success) return cached.data
  const found = await geocode(env, normalized, userId).catch((error) => {
    log('warn', 'geocoder', { error })
    return 'unreachable' as const
  })
  if (found !== 'unreachable') await cache(env, key, found)
  return found
}

/** Counts a lookup that the user asks for while typing. Returns 0, or the seconds to wait. */
export function limitLookups(env: Bindings, userId: number): Promise<number> {
  return consumeLimit(env, { kind: 'geocode', subject: `${userId}`, max: 30, window: 60 })
}

/**
 * Returns the card with its map pin: the stored pin if the address is unchanged, otherwise a new one. Without a pin,
 * `mapError` says why there is none.
 */
export async function withPin(
  env: Bindings,
  { stored, input }: { stored: Card; input: CardInput },
  userId: number,
): Promise<{ pinned: CardInput; mapError?: MapError | undefined }> {
  const { address, customizations } = input
  const known = [customizations.pin, stored.customizations.pin].find((pin) => pin?.of === address)
  const withIt = (pin: typeof known | null) => ({
    ...input,
    customizations: { ...customizations, pin },
  })
  if (known || !address) return { pinned: withIt(known ?? null) }
  const found = await findCoordinates(env, address, userId)
  return typeof found === 'string'
    ? { pinned: withIt(null), mapError: found }
    : { pinned: withIt({ ...found, of: address }) }
}

const CachedResult = z.union([Coordinates, z.literal('unknown')])

function geocodeCacheKey(address: string): string {
  const normalized = address.normalize('NFC').toLowerCase()
  return `geo:${createHash('sha256').update(normalized).digest('hex')}`
}

const Results = z.array(z.object({ lat: z.coerce.number(), lon: z.coerce.number() }))

async function geocode(
  env: Bindings,
  address: string,
  userId: number,
): Promise<Coordinates | MapError> {
  // One request in two seconds per user, so that half of the limit below stays for other users.
  const own = { kind: 'geocoder', subject: `${userId}`, max: 1, window: 2 }
  if ((await consumeLimit(env, own)) > 0) return 'unreachable'
  // Nominatim Usage Policy: at most one request per second per application, with an identifying User-Agent.
  const wait = await consumeLimit(env, { kind: 'geocoder', subject: 'everyone', max: 1, window: 1 })
  if (wait > 0) {
    await refundLimit(env, own)
    return 'unreachable'
  }
  const url = new URL(env.GEOCODER_URL)
  for (const [name, value] of Object.entries({ q: address, format: 'jsonv2', limit: '1' }))
    url.searchParams.set(name, value)
  const product = env.PRODUCT_NAME.replace(/[^ -~]/g, '') || 'Cards'
  const response = await fetch(url, {
    headers: { 'User-Agent': `${product} (${env.SUPPORT_EMAIL})`, Accept: 'application/json' },
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!response.ok) throw new Error(`The geocoder answered ${response.status}`)
  const [first] = Results.parse(await response.json())
  return first ? Coordinates.parse({ latitude: first.lat, longitude: first.lon }) : 'unknown'
}

async function cache(env: Bindings, key: string, found: Coordinates | 'unknown'): Promise<void> {
  const expirationTtl = found === 'unknown' ? ttlSeconds.unknown : ttlSeconds.found
  await env.PLACES.put(key, JSON.stringify(found), { expirationTtl }).catch((error) => {
    log('warn', 'geocoder', { error })
  })
}
