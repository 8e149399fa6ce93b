/** Cards that were deleted on their own and can be restored for 30 days. */
import * as z from 'zod/mini'
import { PathId } from './text.ts'

/** Which deleted cards: those of one user, or all. */
export const DeletedCardsQuery = z.strictObject({ user: z.optional(PathId) })

/** A card that can be restored for 30 days after `deletedAt`. */
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
