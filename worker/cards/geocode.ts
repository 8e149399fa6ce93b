/** Where addresses are: asked of the geocoder once, then known from KV. Nothing waits on it for long, or fails with it. */
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { Card, CardInput } from '../../schema/card.ts'
import { Spot } from '../../schema/coordinates.ts'
import type { Bindings } from '../env.ts'
import { log } from '../platform/log.ts'
import { consumeLimit } from '../platform/rate-limiter.ts'
import { retentionDays } from '../platform/retention.ts'

const patience = 2000
const day = 86_400
const keptFor = { found: retentionDays.places * day, unknown: day }

/** Where the address is; `unknown` when the geocoder has no answer, `unreachable` when it gives none now. */
export async function findSpot(
  env: Bindings,
  address: string,
): Promise<Spot | 'unknown' | 'unreachable'> {
  const plain = address.replace(/\s+/g, ' ').trim()
  const key = keyOf(plain)
  const kept = Kept.safeParse(await env.PLACES.get(key, 'json').catch(() => undefined))
  if (kept.success) return kept.data
  const found = await ask(env, plain).catch((error) => {
    log('warn', 'geocoder', { error })
    return 'unreachable' as const
  })
  if (found !== 'unreachable') await keep(env, key, found)
  return found
}

/** The card with its pin: the one that belongs to its address already, else looked up, else none. */
export async function withPin(env: Bindings, stored: Card, input: CardInput): Promise<CardInput> {
  const { address, customizations } = input
  const known = [customizations.pin, stored.customizations.pin].find((pin) => pin?.of === address)
  return {
    ...input,
    customizations: { ...customizations, pin: known ?? (await pinOf(env, address)) },
  }
}

const Kept = z.union([Spot, z.literal('unknown')])

function keyOf(address: string): string {
  const same = address.normalize('NFC').toLowerCase()
  return `geo:${createHash('sha256').update(same).digest('hex')}`
}

const Answer = z.array(z.object({ lat: z.coerce.number(), lon: z.coerce.number() }))

async function ask(env: Bindings, address: string): Promise<Spot | 'unknown' | 'unreachable'> {
  // Nominatim's usage policy: at most one question a second from a whole application, which says who it is.
  const wait = await consumeLimit(env, { kind: 'geocoder', who: 'everyone', most: 1, window: 1 })
  if (wait > 0) return 'unreachable'
  const url = new URL(env.GEOCODER_URL)
  for (const [name, value] of Object.entries({ q: address, format: 'jsonv2', limit: '1' }))
    url.searchParams.set(name, value)
  const product = env.PRODUCT_NAME.replace(/[^ -~]/g, '') || 'Cards'
  const answer = await fetch(url, {
    headers: { 'User-Agent': `${product} (${env.SUPPORT_EMAIL})`, Accept: 'application/json' },
    signal: AbortSignal.timeout(patience),
  })
  if (!answer.ok) throw new Error(`The geocoder answered ${answer.status}`)
  const [first] = Answer.parse(await answer.json())
  return first ? Spot.parse({ latitude: first.lat, longitude: first.lon }) : 'unknown'
}

async function keep(env: Bindings, key: string, found: Spot | 'unknown'): Promise<void> {
  const expirationTtl = found === 'unknown' ? keptFor.unknown : keptFor.found
  await env.PLACES.put(key, JSON.stringify(found), { expirationTtl }).catch((error) => {
    log('warn', 'geocoder', { error })
  })
}

async function pinOf(env: Bindings, address: string | null) {
  const found = address ? await findSpot(env, address) : 'unknown'
  return address && typeof found === 'object' ? { ...found, of: address } : null
}
