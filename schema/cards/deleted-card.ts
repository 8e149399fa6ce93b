/** Cards deleted individually (not with their owner), which can be restored for 30 days. */
import * as z from 'zod/mini'
import { PathId } from '../text.ts'

/** Filters deleted cards by their owner. */
export const DeletedCardsQuery = z.strictObject({ user: z.optional(PathId) })

/** A deleted card; it can be restored until 30 days after `deletedAt`. */
export const DeletedCard = z
  .object({
    id: z.number(),
    userId: z.number(),
    slug: z.string(),
    name: z.nullable(z.string()),
    deletedAt: z.string(),
  })
  .register(z.globalRegistry, { id: 'DeletedCard' })
export type DeletedCard = z.infer<typeof DeletedCard>
