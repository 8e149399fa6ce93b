/** From a request to what is kept of its visitor: a shortened address, a place, a device, and whether they count. */

import { createHmac, randomBytes } from 'node:crypto'
import bowser from 'bowser'
import { isbot } from 'isbot'
import type { ExclusionReason } from '../../schema/event.ts'
import { deviceKey, placeKey } from '../../schema/place.ts'
import { boundedCache } from '../platform/bounded-cache.ts'
import { clientNetwork, networkPrefix } from '../platform/client-network.ts'
import { dayMs } from '../platform/time.ts'
import { withTimeout } from '../platform/timeout.ts'

/** `address` and `userAgent` are for counting and hashing in memory only; the rest may be stored. */
export type Visitor = {
  address: string
  userAgent: string
  /** Asked not to be recognised (DNT, Global Privacy Control): no visitor hash, no part of the address, and the country only. */
  discreet: boolean
  ip: string
  place: string
  device: string
  leftOut: ExclusionReason | null
}

/** Never throws, whatever the headers hold. */
export function describeVisitor(request: Request): Visitor {
  const { headers } = request
  const userAgent = (headers.get('User-Agent') ?? '').slice(0, longestUserAgent)
  const address = headers.get('CF-Connecting-IP') ?? ''
  const discreet = headers.get('DNT') === '1' || headers.get('Sec-GPC') === '1'
  const { device, automated } = describeAgent(userAgent)
  const prefetch = /prefetch|prerender/i.test(
    `${headers.get('Sec-Purpose')} ${headers.get('Purpose')}`,
  )
  const leftOut = automated ?? (prefetch ? 'prefetch' : null)
  return {
    address,
    userAgent,
    discreet,
    ip: discreet ? 'Unknown' : networkPrefix(address),
    place: placeOf(request, discreet),
    device,
    leftOut,
  }
}

// The longest of real browsers is under 300 characters; an 8 kB one costs bowser 2 ms, this much 0.2 ms.
const longestUserAgent = 512

type Agent = { device: string; automated: 'bot' | 'preview' | null }
const agents = boundedCache<Agent>({ max: 500 })

function describeAgent(userAgent: string): Agent {
  const known = agents.get(userAgent)
  if (known) return known
  const automated = isbot(userAgent) ? (previews.test(userAgent) ? 'preview' : 'bot') : null
  const agent: Agent = { device: deviceOf(userAgent, automated !== null), automated }
  agents.set(userAgent, agent)
  return agent
}

// Programs that fetch a page because somebody put its link into a message.
const previews =
  /facebookexternalhit|facebot|facebookcatalog|meta-externalfetcher|whatsapp|twitterbot|linkedinbot|slackbot|slack-img|discordbot|telegrambot|skypeuripreview|pinterestbot|viber|vkshare|redditbot|embedly|iframely|snapchat|bluesky|mastodon|line-poker|kakaotalk-scrap|google-?(imageproxy|messages)|msteams|microsoftpreview/i

const types: Record<string, string> = { mobile: 'Mobile', tablet: 'Tablet', desktop: 'Desktop' }

function deviceOf(userAgent: string, automated: boolean): string {
  // bowser refuses an empty text.
  const { platform, os, browser } = bowser.parse(userAgent || ' ')
  const type = automated ? 'Bot' : (types[platform.type ?? ''] ?? 'Desktop')
  return deviceKey(type, listed(systems, os.name), listed(browsers, browser.name))
}

// Of an unknown browser bowser returns whatever the header says.
const browsers = new Set(Object.values(bowser.BROWSER_MAP))
const systems = new Set(Object.values(bowser.OS_MAP))

function listed(names: Set<string>, name: string | undefined): string {
  if (!name) return 'Unknown'
  return names.has(name) ? name : 'Other'
}

function placeOf({ cf }: Request, discreet: boolean): string {
  if (discreet) return placeKey(text(cf?.country))
  return placeKey(text(cf?.country), text(cf?.region), text(cf?.city)).toWellFormed()
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

// Recognising a visitor within one day: a hash keyed with that day's random salt, which is deleted after 48 hours.

/** The characters of a visitor hash that stand for the network. */
export const networkLength = 8
// Of 6 and 10 bytes: 22 characters together.
const networkBytes = 6
const browserBytes = 10
const tagBytes = 4

const patience = 500
const pause = 5000

type Kept = { salt: string | null; until: number }
const salts = new WeakMap<D1Database, Map<number, Kept>>()

/**
 * Two HMAC-SHA256 in base64url, 22 characters: 8 over card and network, so that the visitors of one network stand side by
 * side, and 14 over card, address and User-Agent. Null when the visitor asked not to be recognised, when the day is over
 * for long, or when its salt cannot be had within half a second.
 */
export async function visitorHash(
  db: D1Database,
  { address, userAgent, discreet }: Visitor,
  { cardId, at }: { cardId: number; at: number },
): Promise<string | null> {
  const day = Math.floor(at / dayMs)
  if (discreet || day < Math.floor(Date.now() / dayMs) - 1) return null
  const salt = await saltOf(db, day)
  if (salt === null) return null
  const network = keyed(salt, `network\n${cardId}\n${clientNetwork(address)}`, networkBytes)
  return network + keyed(salt, `${cardId}\n${address}\n${userAgent}`, browserBytes)
}

/**
 * Stands for the visitor's network on a card for one minute, 6 characters: to count what comes from one network, also of
 * visitors who asked not to be recognised. Null when the salt cannot be had.
 */
export async function networkTag(
  db: D1Database,
  { address }: Visitor,
  { cardId, receivedAt }: { cardId: number; receivedAt: number },
): Promise<string | null> {
  const salt = await saltOf(db, Math.floor(receivedAt / dayMs))
  const minute = Math.floor(receivedAt / 60_000)
  return salt && keyed(salt, `minute\n${minute}\n${cardId}\n${clientNetwork(address)}`, tagBytes)
}

function keyed(salt: string, text: string, bytes: number): string {
  return createHmac('sha256', salt).update(text).digest().subarray(0, bytes).toString('base64url')
}

// Values are kept, not promises: a promise of a request that is cut off would hold up all later ones.
async function saltOf(db: D1Database, day: number): Promise<string | null> {
  const days = salts.get(db) ?? new Map<number, Kept>()
  salts.set(db, days)
  const known = days.get(day)
  if (known && known.until > Date.now()) return known.salt
  const salt = await readSalt(db, day)
  // A database that is down is not asked again by every visitor.
  days.set(day, { salt, until: salt === null ? Date.now() + pause : Number.POSITIVE_INFINITY })
  for (const old of days.keys()) if (old < day - 1) days.delete(old)
  return salt
}

async function readSalt(db: D1Database, day: number): Promise<string | null> {
  return withTimeout(patience, makeSalt(db, day)).catch(() => null)
}

/** The day's salt, made by whoever asks first. */
async function makeSalt(db: D1Database, day: number): Promise<string | null> {
  const made = randomBytes(16).toString('base64url')
  const [, answer] = await db.batch<{ salt: string }>([
    db.prepare('insert or ignore into visitor_salts (day, salt) values (?, ?)').bind(day, made),
    db.prepare('select salt from visitor_salts where day = ?').bind(day),
  ])
  return answer?.results[0]?.salt ?? null
}
