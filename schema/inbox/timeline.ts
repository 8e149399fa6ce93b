/** The timeline of a contact: what its visitor sent, and what was done with it. */
import * as z from 'zod/mini'

const timelineKinds = [
  'sent',
  'captured',
  'corrected',
  'note',
  'status',
  'followUpOn',
  'tags',
  'fields',
  'assigned',
  'unassigned',
  'merged',
  'split',
] as const

/**
 * `actor` is who did it, null for the visitor. `detail` is where they met, the new status, or the colleague it was
 * assigned to. `entryId` is the submission.
 */
const TimelineItem = z.object({
  at: z.string(),
  kind: z.enum(timelineKinds),
  entryId: z.number(),
  actor: z.nullable(z.string()),
  detail: z.nullable(z.string()),
})
export type TimelineItem = z.infer<typeof TimelineItem>

/** Newest first, at most 100. */
export const Timeline = z.array(TimelineItem).register(z.globalRegistry, { id: 'Timeline' })
