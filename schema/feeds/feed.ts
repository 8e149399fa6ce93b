/** Feeds: secret addresses from which spreadsheets and other programs read figures, events and contacts. */
import * as z from 'zod/mini'
import { ClientId, Id, requiredText } from '../text.ts'

/** `days`: figures per card and day. `points`: figures per share point. `entries`: the inbox. */
const feedKinds = ['days', 'points', 'events', 'entries'] as const
export type FeedKind = (typeof feedKinds)[number]

/** The lifetimes an owner can choose for a feed, in days. */
const feedDays = [30, 90, 365] as const

const nameMessage = 'Give the feed a name of at most 60 characters.'

/** The name by which an owner tells feeds apart. */
export const FeedName = z.object({
  name: requiredText(60, nameMessage, 'Give the feed a name').check(
    z.refine((name) => name.isWellFormed(), nameMessage),
  ),
})

/** `card` is null for all cards, and `days` is null for a feed that does not expire. */
export const NewFeed = z.strictObject({
  ...FeedName.shape,
  kind: z.enum(feedKinds, 'Select what the feed contains'),
  card: z.nullable(Id),
  days: z.nullable(z.literal(feedDays)),
  clientId: ClientId,
})
export type NewFeed = z.infer<typeof NewFeed>

/**
 * A feed as its owner sees it. `address`, followed by a file name, is the URL; only the response that creates the feed has
 * it.
 */
export const Feed = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: z.enum(feedKinds),
    card: z.nullable(z.number()),
    /** The first characters of its secret, to tell feeds apart. */
    hint: z.string(),
    createdAt: z.string(),
    expiresAt: z.nullable(z.string()),
    lastReadAt: z.nullable(z.string()),
    address: z.optional(z.string()),
  })
  .register(z.globalRegistry, { id: 'Feed' })
export type Feed = z.infer<typeof Feed>

/** The files of a feed, by kind. */
export const feedFiles = {
  days: ['days.csv', 'days.ndjson', 'days.parquet'],
  points: ['points.csv', 'points.ndjson', 'points.parquet'],
  events: ['events.csv', 'events.ndjson', 'events.parquet'],
  entries: [
    'entries.csv',
    'entries.ndjson',
    'entries.parquet',
    'contacts.atom',
    'contacts.json',
    'follow-ups.ics',
  ],
} as const satisfies Record<FeedKind, string[]>
export type FeedFile = (typeof feedFiles)[FeedKind][number]

/**
 * `days` limits a table to this many days (UTC), including today; by default, events cover 30 days and other tables everything.
 * The Atom, JSON Feed and calendar files ignore it. With `cursor` (empty for the first request), a feed of one card's events
 * returns up to `limit` events that follow the last response.
 */
export const FeedQuery = z.strictObject({
  days: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(4000))),
  cursor: z.optional(z.string().check(z.maxLength(200))),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000)), 1000),
})
export type FeedQuery = z.infer<typeof FeedQuery>
