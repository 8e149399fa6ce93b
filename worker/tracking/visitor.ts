/** Describes the visitor of a request: shortened IP address, place, device, and whether to count them. */
import { isbot } from 'isbot'
import type { ExclusionReason } from '../../schema/event.ts'
import { deviceKey, placeKey } from '../../schema/place.ts'
import { boundedCache } from '../platform/bounded-cache.ts'
import { networkPrefix } from '../platform/client-network.ts'
import { maxUserAgentLength, parseUserAgent } from '../platform/user-agent.ts'

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
 * Cubot is no bot. A description that names an address or a version of software is that of a program, and stays.
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

// The last is that of Instagram's app: `(33/13; 450dpi; 1080x2177; brand; model; …)`.
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
