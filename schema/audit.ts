/** The audit log: `GET /api/audit`, for level 5. */
import * as z from 'zod/mini'
import { PathId } from './text.ts'

/** Newest first, before an id of `next`; of one actor, or about one user or card. */
export const AuditQuery = z.strictObject({
  before: z.optional(PathId),
  actor: z.optional(PathId),
  user: z.optional(PathId),
  card: z.optional(PathId),
  limit: z._default(z.pipe(PathId, z.number().check(z.maximum(200))), 50),
})
export type AuditQuery = z.infer<typeof AuditQuery>

export const AuditRow = z.object({
  id: z.number(),
  at: z.string(),
  actorId: z.nullable(z.number()),
  actor: z.nullable(z.string()),
  /** The call, such as `PATCH /api/users/:id`, and what the policy says it does. */
  action: z.string(),
  summary: z.string(),
  /** `user 12`, `card 3`; empty when the call is about nothing with a number. */
  target: z.string(),
  details: z.record(z.string(), z.unknown()),
})
export type AuditRow = z.infer<typeof AuditRow>

/** `next` is where the list goes on, null at its end. */
export const AuditPage = z
  .object({ rows: z.array(AuditRow), next: z.nullable(z.number()) })
  .register(z.globalRegistry, { id: 'AuditPage' })
export type AuditPage = z.infer<typeof AuditPage>
