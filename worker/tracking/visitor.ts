/**
 * Describes the visitor of a request: place, device, whether to count them, and hashes that recognize a visitor within a
 * day and a network within a minute, without storing either.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { isbot } from 'isbot'
import { deviceKey, type ExclusionReason, placeKey } from '../../schema/tracking/event.ts'
import type { Bindings } from '../env.ts'
import { boundedCache } from '../platform/bounded-cache.ts'
import {
  clientNetwork,
  maxUserAgentLength,
  networkPrefix,
  parseUserAgent,
} from '../platform/client.ts'
import { repeatable, withTimeout } from '../platform/failures.ts'
import { retentionDays, type StepContext } from '../platform/jobs.ts'
import { dayMs, hourMs, minuteMs } from '../platform/time.ts'

/** `address` and `userAgent` are used for counting and hashing only and never stored; the rest may be stored. */
export type Visitor = {
  address: string
  userAgent: string
  /**
   * Sent DNT or Global Privacy Control: no visitor hash, no part of the IP address, and only the country are stored.
   */
  optedOut: boolean
  /** The network of the address, stored with form submissions only. */
  ip: string
  place: string
  device: string
  leftOut: ExclusionReason | null
}

/** Describes the visitor of a request. Never throws, whatever the headers contain. */
export function describeVisitor(request: Request): Visitor {
  const { headers } = request
  const userAgent = (headers.get('User-Agent') ?? '').slice(0, maxUserAgentLength)
  const address = headers.get('CF-Connecting-IP') ?? ''
  const optedOut = headers.get('DNT') === '1' || headers.get('Sec-GPC') === '1'
  const { device, automated } = describeAgent(userAgent)
  const prefetch = /prefetch|prerender/i.test(
    `${headers.get('Sec-Purpose')} ${headers.get('Purpose')}`,
  )
  const leftOut = automated ?? (prefetch ? 'prefetch' : null)
  return {
    address,
    userAgent,
    optedOut,
    ip: optedOut ? 'Unknown' : networkPrefix(address),
    place: placeOf(request, optedOut),
    device,
    leftOut,
  }
}

type Agent = { device: string; automated: 'bot' | 'preview' | null }
const agents = boundedCache<Agent>({ max: 500 })

function describeAgent(userAgent: string): Agent {
  const known = agents.get(userAgent)
  if (known) return known
  const plain = withoutNames(userAgent)
  const automated = isbot(plain) ? (previews.test(plain) ? 'preview' : 'bot') : null
  const agent: Agent = { device: deviceOf(userAgent, automated !== null), automated }
  agents.set(userAgent, agent)
  return agent
}

// Clients that fetch a page for the preview of a link in a message.
const previews =
  /facebookexternalhit|facebot|facebookcatalog|meta-externalfetcher|whatsapp|twitterbot|linkedinbot|slackbot|slack-img|discordbot|telegrambot|skypeuripreview|pinterestbot|viber|vkshare|redditbot|embedly|iframely|snapchat|bluesky|mastodon|line-poker|kakaotalk-scrap|google-?(imageproxy|messages)|msteams|microsoftpreview/i

/**
 * The User-Agent without what Facebook's app and network monitors add, and without the names of phones and their builds: a
 * Cubot is not a bot. A description that names an address or a software version describes a program, and stays.
 */
function withoutNames(userAgent: string): string {
  return userAgent
    .replace(/\[(?:FBAN|FB_IAB)\/[^\]]*\]?| \|\|\| .*$/g, '')
    .replace(/\((?:[^()]|\([^()]*\))*\)?/g, (comment) =>
      device.test(comment) && !program.test(comment.replace(/\bBuild\/[^;)]*/g, ''))
        ? '(Linux; Android 10; K)'
        : comment,
    )
    .trim()
}

// The last is the form of Instagram's app: `(33/13; 450dpi; 1080x2177; brand; model; …)`.
const device =
  /^\((?:Linux;(?: U;)?(?: [\w-]+;)? ?Android|Android|Mobile;|Linux; Tizen|Windows Phone|Phone; OpenHarmony|\d+\/[\d.]+; \d+dpi;)/i
const program = /compatible|https?:|@|[a-z]\/\d/i

const types: Record<string, string> = { mobile: 'Mobile', tablet: 'Tablet', desktop: 'Desktop' }

function deviceOf(userAgent: string, automated: boolean): string {
  const { type = '', system, browser } = parseUserAgent(userAgent)
  // The app of Facebook sends only its own description.
  const other = userAgent.startsWith('[FB') ? 'Mobile' : 'Desktop'
  return deviceKey(automated ? 'Bot' : (types[type] ?? other), system, browser)
}

function placeOf({ cf }: Request, optedOut: boolean): string {
  if (optedOut) return placeKey(text(cf?.country))
  return placeKey(text(cf?.country), text(cf?.region), text(cf?.city)).toWellFormed()
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** The length of the network part of a visitor hash. */
export const networkLength = 8
// In base64url: 8 and 14 characters.
const networkBytes = 6
const browserBytes = 10
const tagBytes = 4

/**
 * Returns a hash that recognizes a visitor of a card within one day, keyed with the day's random key, which is
 * deleted 48 hours after the day began. It consists of two HMAC-SHA256 values in base64url, 22 characters: 8 of card
 * and network, so that visitors of a network sort together, and 14 of card, IP address and User-Agent. Returns null if
 * the visitor opted out, for days before yesterday, or if the key cannot be read within 3 s.
 */
export async function visitorHash(
  db: D1Database,
  { address, userAgent, optedOut }: Visitor,
  { cardId, at }: { cardId: number; at: number },
): Promise<string | null> {
  const day = Math.floor(at / dayMs)
  if (optedOut || day < Math.floor(Date.now() / dayMs) - 1) return null
  const key = await visitorKey(db, day)
  if (key === null) return null
  const network = keyed(key, `network\n${cardId}\n${clientNetwork(address)}`, networkBytes)
  return network + keyed(key, `${cardId}\n${address}\n${userAgent}`, browserBytes)
}

/**
 * Returns a tag of 6 characters for the visitor's network on a card within one minute, to count events per network,
 * also of visitors who opted out. Null if the key cannot be read.
 */
export async function networkTag(
  db: D1Database,
  { address }: Visitor,
  { cardId, receivedAt }: { cardId: number; receivedAt: number },
): Promise<string | null> {
  const key = await visitorKey(db, Math.floor(receivedAt / dayMs))
  const minute = Math.floor(receivedAt / minuteMs)
  return key && keyed(key, `minute\n${minute}\n${cardId}\n${clientNetwork(address)}`, tagBytes)
}

function keyed(key: string, text: string, bytes: number): string {
  return createHmac('sha256', key).update(text).digest().subarray(0, bytes).toString('base64url')
}

// A day's key exists from two hours before the day.
const aheadMs = 2 * hourMs
// The page sends the visit in the background, so no visitor waits for this.
const timeoutMs = 3000
const backoffMs = 5000

type CachedKey = { key: string | null; until: number }
const keys = new WeakMap<D1Database, Map<number, CachedKey>>()

/**
 * Cron job: makes the keys of today and, in its last two hours, tomorrow, unless they exist, and deletes those of days
 * before yesterday.
 */
export async function rotateVisitorKeys(
  { ANALYTICS }: Pick<Bindings, 'ANALYTICS'>,
  { now }: Pick<StepContext, 'now'>,
): Promise<void> {
  const today = Math.floor(now / dayMs)
  const days = new Set([today, Math.floor((now + aheadMs) / dayMs)])
  await repeatable(() =>
    ANALYTICS.batch([
      ...[...days].map((day) => insertKey(ANALYTICS, day)),
      ANALYTICS.prepare('delete from visitor_salts where day < ?').bind(
        today - retentionDays.visitorKeys + 1,
      ),
    ]),
  )
}

/** Returns the key of a day (since 1970-01-01), or null if the database does not respond within 3 s. */
export async function visitorKey(db: D1Database, day: number): Promise<string | null> {
  // Caches values, not promises: the promise of a request that the runtime ended may never settle.
  const days = keys.get(db) ?? new Map<number, CachedKey>()
  keys.set(db, days)
  const known = days.get(day)
  if (known && known.until > Date.now()) return known.key
  const key = await withTimeout(timeoutMs, findOrMakeKey(db, day)).catch(() => null)
  // After a failure, the database is not queried for 5 s.
  days.set(day, { key, until: key === null ? Date.now() + backoffMs : Number.POSITIVE_INFINITY })
  for (const old of days.keys()) if (old < day - 1) days.delete(old)
  return key
}

async function findOrMakeKey(db: D1Database, day: number): Promise<string | null> {
  const known = await findKey(db, day)
  if (known !== null) return known
  await repeatable(() => insertKey(db, day).run())
  return findKey(db, day)
}

async function findKey(db: D1Database, day: number): Promise<string | null> {
  return db.prepare('select salt from visitor_salts where day = ?').bind(day).first<string>('salt')
}

function insertKey(db: D1Database, day: number): D1PreparedStatement {
  return db
    .prepare('insert or ignore into visitor_salts (day, salt) values (?, ?)')
    .bind(day, randomBytes(16).toString('base64url'))
}

// At a conference, thousands of phones share one IP address: above the limit, the rate limiter is not called every
// time.
const overLimit = boundedCache<true>({ max: 1000, ttl: 10_000 })

/** True if the IP address exceeds the rate limit `BURST` of `wrangler.toml` for the card, and for 10 s after. */
export async function exceedsEventRate(
  limit: RateLimit,
  { address }: Visitor,
  cardId: number,
): Promise<boolean> {
  const key = `${address} ${cardId}`
  if (overLimit.has(key)) return true
  const { success } = await limit.limit({ key }).catch(() => ({ success: true }))
  if (success) return false
  overLimit.set(key, true)
  return true
}
