/** Visitor events: what the public page posts, and what travels through the queue. */
import * as z from 'zod'
import { Id } from './text.ts'

export const linkTypes = ['website', 'phone', 'email', 'custom', 'social'] as const

/** Where a visitor came from; a share point is its six-character code. */
export const sources = ['qr', 'link', 'nfc', 'share', 'signature'] as const

/** An event id carries its own time: base36 milliseconds, a hyphen, then 64 random bits as base36. */
export const EventId = z.string().regex(/^[0-9a-z]{1,9}-[0-9a-z]{10,13}$/)

export const Source = z.enum(sources).or(z.string().regex(/^[A-HJ-NP-Z2-9]{6}$/))
const common = {
  cardId: Id,
  eventId: EventId.optional(),
  source: Source.optional(),
  own: z.boolean().optional(),
}

/** A bare `{cardId}` is one view; `leave` with the same `eventId` adds the time spent. */
export const ViewPost = z.strictObject({
  ...common,
  phase: z.enum(['open', 'leave']).optional(),
  dwellMs: z.number().int().min(0).max(86_400_000).optional(),
})
export const SavePost = z.strictObject(common)
export const ClickPost = z.strictObject({
  ...common,
  linkType: z.enum(linkTypes),
  linkId: z.string().regex(/^[^\s\u0000-\u001f]{1,40}$/),
})

export const eventKinds = ['view', 'click', 'save'] as const
export type EventKind = (typeof eventKinds)[number]

/** Why an event is recorded but left out of the totals. */
export const leftOutReasons = [
  'bot',
  'preview',
  'prefetch',
  'own',
  'unknown card',
  'unpublished',
  'unknown link',
] as const
export type LeftOutReason = (typeof leftOutReasons)[number]

/** One event as it travels through the queue, the inbox and the dead letters; `at` and `receivedAt` are milliseconds. */
export const CardEvent = z.object({
  v: z.literal(1),
  id: z.string().min(1).max(40),
  kind: z.enum(eventKinds),
  cardId: z.number().int(),
  at: z.number().int(),
  receivedAt: z.number().int(),
  dwellMs: z.number().int().default(0),
  linkType: z.string().default(''),
  linkId: z.string().default(''),
  source: z.string().default('link'),
  visitor: z.string().nullable(),
  /** Stands for the network during the minute of receipt; another in the next. */
  network: z.string().nullable().default(null),
  ip: z.string(),
  place: z.string(),
  device: z.string(),
  leftOut: z.enum(leftOutReasons).nullable(),
  burst: z.boolean().default(false),
})
export type CardEvent = z.infer<typeof CardEvent>
