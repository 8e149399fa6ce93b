/** The archive of events: what stands beside the parts of a day. */
import * as z from 'zod/mini'
import { eventKinds, exclusionReasons } from './event.ts'

const whole = z.int()

/** Times are ISO 8601, null on a day without events; hashes are SHA-256 of the compressed part, in hex. */
export const Manifest = z.object({
  version: z.literal(1),
  day: z.string(),
  counts: z.object({ view: whole, click: whole, save: whole }),
  first: z.nullable(z.string()),
  last: z.nullable(z.string()),
  parts: z.array(z.object({ key: z.string(), events: whole, bytes: whole, sha256: z.string() })),
})
export type Manifest = z.infer<typeof Manifest>

/** A line of a part. No address and no visitor is in it. */
export const ArchivedEvent = z.object({
  kind: z.enum(eventKinds),
  cardId: whole,
  id: z.string(),
  timestamp: whole,
  source: z.string(),
  leftOut: z.nullable(z.enum(exclusionReasons)),
  burst: whole,
  place: z.string(),
  device: z.string(),
  linkType: z.optional(z.string()),
  linkId: z.optional(z.string()),
  dwellMs: z.optional(whole),
})
export type ArchivedEvent = z.infer<typeof ArchivedEvent>
