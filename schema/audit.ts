/** The audit log: `GET /api/audit`, for level 5. */
import * as z from 'zod/mini'
import { PathId } from './text.ts'

/** The kinds of the audit log's entries, each with the kind of its target, if it has one. */
export const auditKinds = {
  'account-deleted': null,
  'app-image-uploaded': null,
  'app-settings-changed': null,
  'archive-imported': 'card',
  'board-changed': 'event',
  'board-created': 'event',
  'board-deleted': 'event',
  'board-points-changed': 'event',
  'card-changed': 'card',
  'card-created': 'card',
  'card-deleted': 'card',
  'card-locked': 'card',
  'card-restored': 'card',
  'cards-handed-over': 'user',
  'contact-fields-changed': null,
  'email-verified': 'user',
  'feed-created': null,
  'feed-revoked': null,
  'handover-accepted': null,
  'handover-offered': null,
  'image-uploaded': null,
  'installation-set-up': null,
  'leads-captured': 'card',
  'mail-settings-changed': null,
  'passkey-added': null,
  'passkey-reauthentication': null,
  'passkey-removed': null,
  'passkey-renamed': null,
  'password-changed': null,
  'password-reset': 'user',
  reauthentication: null,
  'recovery-codes-renewed': null,
  registered: 'user',
  'reply-templates-changed': 'card',
  'second-factor-off': null,
  'second-factor-on': null,
  'second-factor-removed': 'user',
  'second-factor-setup': null,
  'session-ended': null,
  'sessions-ended': null,
  'share-created': null,
  'share-point-changed': 'point',
  'share-point-created': 'card',
  'share-revoked': null,
  'submission-changed': 'entry',
  'submission-deleted': 'entry',
  'submission-split': 'entry',
  'submissions-changed': 'entry',
  'submissions-merged': 'entry',
  'submissions-restored': 'entry',
  'template-applied': null,
  'template-changed': null,
  'template-created': null,
  'template-deleted': null,
  'template-run-continued': null,
  'template-run-undone': null,
  'token-issued': null,
  'token-revoked': null,
  'translation-changed': 'card',
  'translation-removed': 'card',
  'user-created': 'user',
  'user-deactivated': 'user',
  'user-edited': 'user',
  'user-restored': 'user',
  'users-created': 'user',
  'visitor-data-erased': null,
  'visitor-data-read': null,
  'wallet-pass-created': 'card',
} as const satisfies Record<string, 'card' | 'entry' | 'event' | 'point' | 'user' | null>
export type AuditKind = keyof typeof auditKinds

export function isAuditKind(action: string): action is AuditKind {
  return action in auditKinds
}

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
  /** One of `auditKinds`, or the route of an older entry. */
  action: z.string(),
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
