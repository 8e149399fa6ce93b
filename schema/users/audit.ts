/** The audit log: kinds of entries, queries and rows. Exported fields follow the Elastic Common Schema (ECS) 8.17. */
import * as z from 'zod/mini'
import { PathId } from '../text.ts'

type Category = readonly [category: string, type: string]

/** Sign-ins, refusals and exports, with title, ECS `event.category` and ECS `event.type`. Kept for 90 days. */
const accessKinds = {
  'sign-in': { title: 'Signed in', ecs: ['authentication', 'start'] },
  'sign-in-failed': { title: 'Sign-in failed', ecs: ['authentication', 'start'] },
  'second-factor-requested': {
    title: 'Password accepted, code requested',
    ecs: ['authentication', 'info'],
  },
  'second-factor-failed': { title: 'Wrong code entered', ecs: ['authentication', 'info'] },
  'recovery-code-used': { title: 'Recovery code used', ecs: ['authentication', 'info'] },
  reauthentication: { title: 'Identity confirmed', ecs: ['authentication', 'info'] },
  'reauthentication-failed': {
    title: 'Identity not confirmed',
    ecs: ['authentication', 'info'],
  },
  'signed-out': { title: 'Signed out', ecs: ['session', 'end'] },
  'session-ended': { title: 'Signed out on another device', ecs: ['session', 'end'] },
  'sessions-ended': { title: 'Signed out on all other devices', ecs: ['session', 'end'] },
  'rate-limited': { title: 'Too many attempts', ecs: ['authentication', 'info'] },
  'password-reset-requested': { title: 'Password reset requested', ecs: ['iam', 'info'] },
  'link-refused': { title: 'Invalid or expired link used', ecs: ['authentication', 'info'] },
  'token-refused': { title: 'Invalid API token used', ecs: ['authentication', 'info'] },
  'data-exported': { title: 'Data exported', ecs: ['api', 'access'] },
  'access-denied': { title: 'Access denied', ecs: ['api', 'denied'] },
  'cross-site-refused': { title: 'Request from another site refused', ecs: ['api', 'denied'] },
} as const satisfies Record<string, { title: string; ecs: Category }>

/** Security events that change an account or the installation, with the kind of their target. Kept for 24 months. */
const securityChangeKinds = {
  'password-changed': { target: 'user', title: 'Password changed', ecs: ['iam', 'change'] },
  'password-reset': { target: 'user', title: 'Password reset', ecs: ['iam', 'change'] },
  'email-changed': { target: 'user', title: 'Email changed', ecs: ['iam', 'change'] },
  'email-verified': { target: 'user', title: 'Email address confirmed', ecs: ['iam', 'change'] },
  'email-change-undone': { target: 'user', title: 'Email change undone', ecs: ['iam', 'change'] },
  'second-factor-on': { title: 'Two-step verification turned on', ecs: ['iam', 'change'] },
  'second-factor-off': { title: 'Two-step verification turned off', ecs: ['iam', 'change'] },
  'second-factor-removed': {
    target: 'user',
    title: 'Two-step verification turned off by an admin',
    ecs: ['iam', 'change'],
  },
  'recovery-codes-renewed': { title: 'New recovery codes created', ecs: ['iam', 'change'] },
  'passkey-added': { title: 'Passkey added', ecs: ['iam', 'change'] },
  'passkey-removed': { title: 'Passkey removed', ecs: ['iam', 'change'] },
  'token-issued': { title: 'API token created', ecs: ['iam', 'creation'] },
  'token-revoked': { title: 'API token revoked', ecs: ['iam', 'deletion'] },
  'share-created': { title: 'Analytics link created', ecs: ['iam', 'creation'] },
  'share-revoked': { title: 'Analytics link revoked', ecs: ['iam', 'deletion'] },
  'feed-created': { title: 'Feed created', ecs: ['iam', 'creation'] },
  'feed-revoked': { title: 'Feed revoked', ecs: ['iam', 'deletion'] },
  'visitor-data-erased': { title: 'Visitor data erased', ecs: ['api', 'deletion'] },
  registered: { target: 'user', title: 'Registered', ecs: ['iam', 'creation'] },
  'installation-set-up': {
    target: 'user',
    title: 'Installation set up',
    ecs: ['iam', 'creation'],
  },
  'user-created': { target: 'user', title: 'Account created', ecs: ['iam', 'creation'] },
  'user-edited': { target: 'user', title: 'Account details changed', ecs: ['iam', 'change'] },
  'level-changed': { target: 'user', title: 'Access level changed', ecs: ['iam', 'change'] },
  'user-deactivated': {
    target: 'user',
    title: 'Account deleted by an admin',
    ecs: ['iam', 'deletion'],
  },
  'user-restored': { target: 'user', title: 'Account restored', ecs: ['iam', 'change'] },
  'account-recovered': { target: 'user', title: 'First account recovered', ecs: ['iam', 'change'] },
  'account-deleted': { title: 'Account deleted by its owner', ecs: ['iam', 'deletion'] },
  'handover-offered': { title: 'Cards offered to a colleague', ecs: ['api', 'info'] },
  'handover-accepted': { title: 'Cards accepted by a colleague', ecs: ['api', 'change'] },
  'cards-handed-over': { target: 'user', title: 'Cards handed over', ecs: ['api', 'change'] },
  'card-deleted': { target: 'card', title: 'Card deleted', ecs: ['api', 'deletion'] },
  'card-restored': { target: 'card', title: 'Card restored', ecs: ['api', 'change'] },
  'app-settings-changed': {
    title: 'Settings of the installed app changed',
    ecs: ['configuration', 'change'],
  },
  'template-created': { title: 'Template created', ecs: ['configuration', 'creation'] },
  'template-changed': { title: 'Template changed', ecs: ['configuration', 'change'] },
  'template-deleted': { title: 'Template deleted', ecs: ['configuration', 'deletion'] },
  'template-applied': { title: 'Template applied', ecs: ['configuration', 'change'] },
  'template-run-continued': {
    title: 'Template run continued',
    ecs: ['configuration', 'change'],
  },
  'template-run-undone': { title: 'Template run undone', ecs: ['configuration', 'change'] },
} as const satisfies Record<string, { target?: Target; title: string; ecs: Category }>

/** Other changes, with the kind of their target. Kept for 24 months. */
const changeKinds = {
  'app-image-uploaded': {},
  'archive-imported': { target: 'card' },
  'board-changed': { target: 'event' },
  'board-created': { target: 'event' },
  'board-deleted': { target: 'event' },
  'board-points-changed': { target: 'event' },
  'card-changed': { target: 'card' },
  'card-created': { target: 'card' },
  'card-locked': { target: 'card' },
  'contact-fields-changed': {},
  'image-uploaded': {},
  'leads-captured': { target: 'card' },
  'mail-settings-changed': {},
  'passkey-renamed': {},
  'reply-templates-changed': { target: 'card' },
  'second-factor-setup': {},
  'share-point-changed': { target: 'point' },
  'share-point-created': { target: 'card' },
  'submission-changed': { target: 'entry' },
  'submission-deleted': { target: 'entry' },
  'submission-split': { target: 'entry' },
  'submissions-changed': { target: 'entry' },
  'submissions-merged': { target: 'entry' },
  'submissions-restored': { target: 'entry' },
  'translation-changed': { target: 'card' },
  'translation-removed': { target: 'card' },
  'users-created': {},
  'visitor-data-read': {},
  'wallet-pass-created': { target: 'card' },
} as const satisfies Record<string, { target?: Target }>

type Target = 'card' | 'entry' | 'event' | 'point' | 'user'

/** Security events. The user concerned sees them, and the log can be filtered by them. */
export const securityKinds = { ...accessKinds, ...securityChangeKinds }
const auditKinds = { ...securityKinds, ...changeKinds }

export type AuditKind = keyof typeof auditKinds
/** Kinds that are kept for 24 months. */
export type ChangeKind = Exclude<AuditKind, keyof typeof accessKinds>

/** Kinds that are kept for 90 days. */
export const shortLivedKinds = Object.keys(accessKinds)

export function isAuditKind(action: string): action is AuditKind {
  return action in auditKinds
}

/** Returns the kind of record that an entry is about; undefined if there is none. */
export function targetKindOf(kind: AuditKind): Target | undefined {
  const described = auditKinds[kind]
  return 'target' in described ? described.target : undefined
}

/** Returns the title and ECS category of a security event; undefined for other kinds, and for kinds of other releases. */
export function securityKindOf(action: string): { title: string; ecs: Category } | undefined {
  return action in securityKinds ? securityKinds[action as keyof typeof securityKinds] : undefined
}

/** Whether entries of this kind are refusals. */
export function isFailure(action: string): boolean {
  return /-(failed|refused|denied|limited)$/.test(action)
}

export const signInMethods = ['password', 'code', 'recovery-code', 'passkey'] as const
const exportedData = ['account', 'analytics', 'submissions', 'security-events'] as const
export const editedFields = ['username', 'email', 'fullName', 'phone', 'password'] as const

/** Details of a security event: only numbers and values of fixed lists, never user input. */
export const EventDetails = z.object({
  method: z.optional(z.enum(signInMethods)),
  what: z.optional(z.enum([...exportedData, 'app', 'template'])),
  fields: z.optional(z.array(z.enum(editedFields))),
  level: z.optional(z.object({ from: z.number(), to: z.number() })),
  card: z.optional(z.number()),
  /** The number of cards transferred. */
  cards: z.optional(z.number()),
})
export type EventDetails = z.infer<typeof EventDetails>

const limitTo = (most: number) => z.pipe(PathId, z.number().check(z.maximum(most)))

/** The list is newest first; `before` is the `next` of the previous page. `user` and `card` are those an entry concerns. */
export const AuditQuery = z.strictObject({
  before: z.optional(PathId),
  actor: z.optional(PathId),
  user: z.optional(PathId),
  card: z.optional(PathId),
  kind: z.optional(z.custom<AuditKind>((kind) => isAuditKind(String(kind)), 'Unknown kind.')),
  limit: z._default(limitTo(200), 50),
})
export type AuditQuery = z.infer<typeof AuditQuery>

const origin = {
  /** ISO 3166-1 alpha-2; null if unknown, or after 90 days. */
  country: z.nullable(z.string()),
  /** Browser and system, or `Unknown`; null after 90 days. */
  device: z.nullable(z.string()),
}

export const AuditRow = z.object({
  ...{ id: z.number(), at: z.string() },
  actorId: z.nullable(z.number()),
  actor: z.nullable(z.string()),
  /** The kind, such as `card-changed`; in older entries the route. */
  action: z.string(),
  outcome: z.enum(['success', 'failure']),
  /** `user 12`, `card 3`, or a `point`, `event` or `entry` with its id; empty if there is no target. */
  target: z.string(),
  /** The username, or the card's name or slug; null for other targets and erased ones. */
  targetName: z.nullable(z.string()),
  /** The user that a security event concerns; null if unknown. */
  userId: z.nullable(z.number()),
  user: z.nullable(z.string()),
  details: z.record(z.string(), z.unknown()),
  /** The number of equal refusals within the minute; 1 for other entries. */
  count: z.number(),
  ...origin,
  asn: z.nullable(z.number()),
  asOrganization: z.nullable(z.string()),
  /** A keyed hash that is equal for all entries from one network. */
  network: z.nullable(z.string()),
  /** The route, such as `POST /api/login`, and the response status. */
  route: z.nullable(z.string()),
  status: z.nullable(z.number()),
})
export type AuditRow = z.infer<typeof AuditRow>

/** `next` continues the list; null at the end. */
export const AuditPage = z
  .object({ rows: z.array(AuditRow), next: z.nullable(z.number()) })
  .register(z.globalRegistry, { id: 'AuditPage' })
export type AuditPage = z.infer<typeof AuditPage>

export const ActivityQuery = z.strictObject({
  before: z.optional(PathId),
  limit: z._default(limitTo(100), 20),
})
export type ActivityQuery = z.infer<typeof ActivityQuery>

/** A security event of the user's own account. Lists are newest first. */
export const ActivityRow = z.object({
  ...{ id: z.number(), at: z.string(), kind: z.string(), title: z.string() },
  outcome: z.enum(['success', 'failure']),
  count: z.number(),
  ...origin,
  details: EventDetails,
  /** Whether the signed-in user did it; null if unknown. */
  byYou: z.nullable(z.boolean()),
  /** Whether it came from the same network as this request; null if either network is unknown. */
  fromHere: z.nullable(z.boolean()),
})
export type ActivityRow = z.infer<typeof ActivityRow>

export const ActivityPage = z
  .object({ rows: z.array(ActivityRow), next: z.nullable(z.number()) })
  .register(z.globalRegistry, { id: 'ActivityPage' })
export type ActivityPage = z.infer<typeof ActivityPage>

/** The export is oldest first; `after` is the id of the last entry read. */
export const AuditExportQuery = z.strictObject({
  after: z._default(z.pipe(z.string().check(z.regex(/^\d{1,15}$/)), z.transform(Number)), 0),
  limit: z._default(limitTo(1000), 1000),
})
export type AuditExportQuery = z.infer<typeof AuditExportQuery>
