/** Visitor events: requests of the public page and the events in the queue. */
import * as z from 'zod/mini'
import { ShareCode } from '../share-points/share-code.ts'
import { Id } from '../text.ts'

const linkTypes = ['website', 'phone', 'email', 'custom', 'social'] as const

/** How a visitor reached the card; a share point is its six-character code instead. */
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

/** `{cardId}` alone is a view; `leave` with the same `eventId` adds the time spent. */
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
  'bot',
  'preview',
  'prefetch',
  'own',
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
  /** Identifies the network within the minute of receipt; it differs in the next. */
  network: z._default(z.nullable(z.string()), null),
  /** No address is stored. The field is for a release that requires it, in the messages of a rollback. */
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
