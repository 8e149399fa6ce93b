/** The archive of events: what stands beside the parts of a day. */
import * as z from 'zod'
import { eventKinds, leftOutReasons } from './event.ts'

const whole = z.number().int()

/** Times are ISO 8601, null on a day without events; hashes are SHA-256 of the compressed part, in hex. */
export const Manifest = z.object({
  version: z.literal(1),
  day: z.string(),
  counts: z.object({ view: whole, click: whole, save: whole }),
  first: z.string().nullable(),
  last: z.string().nullable(),
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
  leftOut: z.enum(leftOutReasons).nullable(),
  burst: whole,
  place: z.string(),
  device: z.string(),
  linkType: z.string().optional(),
  linkId: z.string().optional(),
  dwellMs: whole.optional(),
})
export type ArchivedEvent = z.infer<typeof ArchivedEvent>
