/** The audit log: `GET /api/audit`, for level 5. */
import * as z from 'zod/mini'
import { PathId } from './text.ts'

/** Newest first; `before` is the `next` of the previous page. Filters by actor, or by the user or card concerned. */
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
  /** The route, such as `PATCH /api/users/:id`, and its summary in the policy table. */
  action: z.string(),
  summary: z.string(),
  /** `user 12`, `card 3`, also `point`, `event` and `entry`; empty for anything else. */
  target: z.string(),
  /** The username, or the card's name or slug; null for another target, or one that was erased. */
  targetName: z.nullable(z.string()),
  details: z.record(z.string(), z.unknown()),
})
export type AuditRow = z.infer<typeof AuditRow>

/** `next` continues the list; null at its end. */
export const AuditPage = z
  .object({ rows: z.array(AuditRow), next: z.nullable(z.number()) })
  .register(z.globalRegistry, { id: 'AuditPage' })
export type AuditPage = z.infer<typeof AuditPage>
