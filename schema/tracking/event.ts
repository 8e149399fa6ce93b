/** Visitor events: what the public page posts, how events are queued and stored, and the published counting rules. */
import * as z from 'zod/mini'
import { Id } from '../text.ts'

const codePattern = /^[A-HJ-NP-Z2-9]{6}$/

/** The code of a share point, as stored and printed: six characters without the look-alikes I, O, 0 and 1. */
export const ShareCode = z.string().check(z.regex(codePattern))

export function isShareCode(text: string): boolean {
  return codePattern.test(text)
}

const linkTypes = ['website', 'phone', 'email', 'custom', 'social'] as const

/** How a visitor reached the card. For a share point, its code is used instead. */
const viewSources = ['qr', 'link', 'nfc', 'share', 'signature'] as const

/** An event id contains its time: base36 milliseconds, a hyphen, then 64 random bits in base36. */
export const EventId = z.string().check(z.regex(/^[0-9a-z]{1,9}-[0-9a-z]{10,13}$/))

export function makeEventId(now = Date.now()): string {
  const random = crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n
  return `${now.toString(36)}-${random.toString(36).padStart(13, '0')}`
}

/** The source of events whose share point code does not exist or belongs to another card. */
export const unknownSource = 'unknown'

export const Source = z.union([z.enum(viewSources), ShareCode])
const common = {
  cardId: Id,
  eventId: z.optional(EventId),
  source: z.optional(Source),
  own: z.optional(z.boolean()),
}

/** A view; `cardId` alone is enough. `leave` with the same `eventId` adds the time spent. */
export const ViewPost = z.strictObject({
  ...common,
  phase: z.optional(z.enum(['open', 'leave'])),
  dwellMs: z.optional(z.int().check(z.minimum(0), z.maximum(86_400_000))),
})
export const SavePost = z.strictObject(common)
export const ClickPost = z.strictObject({
  ...common,
  linkType: z.enum(linkTypes),
  linkId: z.string().check(z.regex(/^[^\s\u0000-\u001f]{1,40}$/)),
})

export const eventKinds = ['view', 'click', 'save'] as const
export type EventKind = (typeof eventKinds)[number]

/** Reasons why an event is recorded but excluded from the totals. */
const exclusionReasons = [
  // From the headers of the request: `worker/tracking/visitor.ts`.
  'bot',
  'preview',
  'prefetch',
  // From the session: `worker/tracking/endpoints.ts`.
  'own',
  // From the database, when it is recorded: `worker/tracking/exclusions.ts`.
  'unknown card',
  'unpublished',
  'unknown link',
] as const
export type ExclusionReason = (typeof exclusionReasons)[number]

/** An event in the queue, the event inbox and the dead letters; `at` and `receivedAt` are milliseconds. */
export const CardEvent = z.object({
  v: z.literal(1),
  id: z.string().check(z.minLength(1), z.maxLength(40)),
  kind: z.enum(eventKinds),
  cardId: z.int(),
  at: z.int(),
  receivedAt: z.int(),
  dwellMs: z._default(z.int(), 0),
  linkType: z._default(z.string(), ''),
  linkId: z._default(z.string(), ''),
  source: z._default(z.string(), 'link'),
  visitor: z.nullable(z.string()),
  /** Identifies the network within the minute of receipt, and is different in the next minute. */
  network: z._default(z.nullable(z.string()), null),
  /** Always `Unknown`. Kept in messages for an earlier release that requires it, in case of a rollback. */
  ip: z._default(
    z.pipe(
      z.unknown(),
      z.transform(() => 'Unknown' as const),
    ),
    'Unknown',
  ),
  place: z.string(),
  device: z.string(),
  leftOut: z.nullable(z.enum(exclusionReasons)),
  burst: z._default(z.boolean(), false),
})
export type CardEvent = z.infer<typeof CardEvent>

/** The most unique visitors counted per network (IPv4 address or IPv6 /48), card and day. */
export const maxVisitorsPerNetwork = 100

/** This many events of one kind on a card, within a minute and from one network, are a burst. They count as usual. */
export const burstThreshold = 100

/** The longest visit counted, in milliseconds. */
export const maxVisitMs = 30 * 60_000

/** Returns country, region and city as one stored text, e.g. `DE|Bavaria|Munich`; `Unknown` if all are missing. */
export function placeKey(country?: string, region?: string, city?: string): string {
  const parts = [country, region, city].map((part) =>
    (part ?? '').replaceAll('|', ' ').slice(0, 60),
  )
  return parts.some(Boolean) ? parts.join('|') : 'Unknown'
}

/** Returns the display text of a stored place: `Munich, Bavaria, DE`. */
export function placeText(key: string | null): string {
  return (key ?? '').split('|').filter(Boolean).reverse().join(', ') || 'Unknown'
}

export const deviceTypes = ['Mobile', 'Tablet', 'Desktop', 'Bot'] as const

/** Returns device, operating system and browser as one stored text, e.g. `Mobile|iOS|Safari`. */
export function deviceKey(type: string, os?: string, browser?: string): string {
  return [type, os || 'Unknown', browser || 'Unknown']
    .map((part) => part.replaceAll('|', ' ').slice(0, 40))
    .join('|')
}

/** Returns the display text of a stored device: `Mobile, iOS, Safari`. */
export function deviceText(key: string | null): string {
  return (
    (key || 'Unknown')
      .split('|')
      .filter((part) => part !== 'Unknown')
      .join(', ') || 'Unknown'
  )
}
