/**
 * Describes the visitor of a request: shortened IP address, place, device and whether to count them; hashes visitors.
 */
import { createHmac } from 'node:crypto'
import bowser from 'bowser'
import { isbot } from 'isbot'
import type { ExclusionReason } from '../../schema/event.ts'
import { deviceKey, placeKey } from '../../schema/place.ts'
import { boundedCache } from '../platform/bounded-cache.ts'
import { clientNetwork, networkPrefix } from '../platform/client-network.ts'
import { dayMs } from '../platform/time.ts'
import { visitorKey } from './visitor-keys.ts'

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

// Real browsers stay under 300 characters. Parsing takes 2 ms for 8 kB and 0.2 ms for this length.
const maxUserAgentLength = 512

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

// Clients that fetch a page for the preview of a link in a message.
const previews =
  /facebookexternalhit|facebot|facebookcatalog|meta-externalfetcher|whatsapp|twitterbot|linkedinbot|slackbot|slack-img|discordbot|telegrambot|skypeuripreview|pinterestbot|viber|vkshare|redditbot|embedly|iframely|snapchat|bluesky|mastodon|line-poker|kakaotalk-scrap|google-?(imageproxy|messages)|msteams|microsoftpreview/i

const types: Record<string, string> = { mobile: 'Mobile', tablet: 'Tablet', desktop: 'Desktop' }

function deviceOf(userAgent: string, automated: boolean): string {
  // bowser throws for an empty string.
  const { platform, os, browser } = bowser.parse(userAgent || ' ')
  const type = automated ? 'Bot' : (types[platform.type ?? ''] ?? 'Desktop')
  return deviceKey(type, listed(systems, os.name), listed(browsers, browser.name))
}

// For an unknown browser, bowser returns text from the header.
const browsers = new Set(Object.values(bowser.BROWSER_MAP))
const systems = new Set(Object.values(bowser.OS_MAP))

function listed(names: Set<string>, name: string | undefined): string {
  if (!name) return 'Unknown'
  return names.has(name) ? name : 'Other'
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
  const minute = Math.floor(receivedAt / 60_000)
  return key && keyed(key, `minute\n${minute}\n${cardId}\n${clientNetwork(address)}`, tagBytes)
}

function keyed(key: string, text: string, bytes: number): string {
  return createHmac('sha256', key).update(text).digest().subarray(0, bytes).toString('base64url')
}
