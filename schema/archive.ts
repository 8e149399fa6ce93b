/** Event archive: the manifest of a day and the format of its parts. */
import * as z from 'zod/mini'
import { eventKinds, exclusionReasons } from './event.ts'

const integer = z.int()

export const Part = z.object({
  key: z.string(),
  events: integer,
  bytes: integer,
  sha256: z.string(),
})
export type Part = z.infer<typeof Part>

/**
 * Times are ISO 8601, null on a day without events; hashes are SHA-256 of the compressed part, in hex. A day has one for
 * each analytics database; without `shards` it has the events of all.
 */
export const Manifest = z.object({
  version: z.literal(1),
  day: z.string(),
  shards: z.optional(z.array(integer)),
  counts: z.object({ view: integer, click: integer, save: integer }),
  first: z.nullable(z.string()),
  last: z.nullable(z.string()),
  parts: z.array(Part),
})
export type Manifest = z.infer<typeof Manifest>

/** One line of a part. It contains neither IP addresses nor visitor hashes. */
export const ArchivedEvent = z.object({
  kind: z.enum(eventKinds),
  cardId: integer,
  id: z.string(),
  timestamp: integer,
  source: z.string(),
  leftOut: z.nullable(z.enum(exclusionReasons)),
  /** 0 or 1. */
  burst: integer,
  place: z.string(),
  device: z.string(),
  linkType: z.optional(z.string()),
  linkId: z.optional(z.string()),
  dwellMs: z.optional(integer),
})
export type ArchivedEvent = z.infer<typeof ArchivedEvent>
