/** The security log: kinds of events, queries and rows. Exported fields follow the Elastic Common Schema (ECS) 8.17. */
import * as z from 'zod/mini'
import { PathId } from './text.ts'

/**
 * Every kind of event with its title and its `event.category` and `event.type` in ECS. A kind that ends in `-failed`,
 * `-refused`, `-denied` or `-limited` is a failure.
 */
export const securityKinds = {
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
  'rate-limited': { title: 'Too many attempts', ecs: ['authentication', 'info'] },

  'password-changed': { title: 'Password changed', ecs: ['iam', 'change'] },
  'password-reset-requested': { title: 'Password reset requested', ecs: ['iam', 'info'] },
  'password-reset': { title: 'Password reset', ecs: ['iam', 'change'] },
  'link-refused': { title: 'Invalid or expired link used', ecs: ['authentication', 'info'] },
  'email-changed': { title: 'Email changed', ecs: ['iam', 'change'] },
  'email-verified': { title: 'Email address confirmed', ecs: ['iam', 'change'] },
  'email-change-undone': { title: 'Email change undone', ecs: ['iam', 'change'] },
  'second-factor-on': { title: 'Two-step verification turned on', ecs: ['iam', 'change'] },
  'second-factor-off': { title: 'Two-step verification turned off', ecs: ['iam', 'change'] },
  'second-factor-removed': {
    title: 'Two-step verification turned off by an administrator',
    ecs: ['iam', 'change'],
  },
  'recovery-codes-renewed': { title: 'New recovery codes created', ecs: ['iam', 'change'] },
  'passkey-added': { title: 'Passkey added', ecs: ['iam', 'change'] },
  'passkey-removed': { title: 'Passkey removed', ecs: ['iam', 'change'] },
  'token-issued': { title: 'API token created', ecs: ['iam', 'creation'] },
  'token-revoked': { title: 'API token revoked', ecs: ['iam', 'deletion'] },
  'token-refused': { title: 'Invalid API token used', ecs: ['authentication', 'info'] },
  'share-created': { title: 'Analytics link created', ecs: ['iam', 'creation'] },
  'share-revoked': { title: 'Analytics link revoked', ecs: ['iam', 'deletion'] },
  'feed-created': { title: 'Feed created', ecs: ['iam', 'creation'] },
  'feed-revoked': { title: 'Feed revoked', ecs: ['iam', 'deletion'] },

  'data-exported': { title: 'Data exported', ecs: ['api', 'access'] },
  'data-erased': { title: 'Visitor data erased', ecs: ['api', 'deletion'] },
  'access-denied': { title: 'Access denied', ecs: ['api', 'denied'] },
  'cross-site-refused': { title: 'Request from another site refused', ecs: ['api', 'denied'] },

  'user-created': { title: 'Account created', ecs: ['iam', 'creation'] },
  'user-edited': { title: 'Account details changed', ecs: ['iam', 'change'] },
  'level-changed': { title: 'Access level changed', ecs: ['iam', 'change'] },
  'user-deactivated': { title: 'Account deleted by an administrator', ecs: ['iam', 'deletion'] },
  'user-restored': { title: 'Account restored', ecs: ['iam', 'change'] },
  'account-recovered': { title: 'First account recovered', ecs: ['iam', 'change'] },
  'account-deleted': { title: 'Account deleted by its owner', ecs: ['iam', 'deletion'] },
  'handover-offered': { title: 'Cards offered to a colleague', ecs: ['api', 'info'] },
  'cards-handed-over': { title: 'Cards handed over', ecs: ['api', 'change'] },
  'card-deleted': { title: 'Card deleted', ecs: ['api', 'deletion'] },
  'card-restored': { title: 'Card restored', ecs: ['api', 'change'] },
  'settings-changed': { title: 'Settings changed', ecs: ['configuration', 'change'] },
} as const satisfies Record<string, { title: string; ecs: readonly [string, string] }>

export type SecurityKind = keyof typeof securityKinds

const known = new Set<string>(Object.keys(securityKinds))
const isKind = (kind: unknown): kind is SecurityKind => known.has(String(kind))
export const SecurityKind = z.custom<SecurityKind>(isKind, 'Unknown kind of event.')

export const signInMethods = ['password', 'code', 'recovery-code', 'passkey'] as const
const exportedData = ['account', 'analytics', 'submissions', 'security-events'] as const
export const editedFields = ['username', 'email', 'fullName', 'phone', 'password'] as const

/** Details of an event: numbers and values of closed lists, never user input. */
export const SecurityDetails = z.strictObject({
  method: z.optional(z.enum(signInMethods)),
  what: z.optional(z.enum([...exportedData, 'app', 'template'])),
  fields: z.optional(z.array(z.enum(editedFields))),
  level: z.optional(z.strictObject({ from: z.number(), to: z.number() })),
  card: z.optional(z.number()),
  /** The number of cards transferred. */
  cards: z.optional(z.number()),
})
export type SecurityDetails = z.infer<typeof SecurityDetails>

export const outcomes = ['success', 'failure'] as const

const shown = {
  id: z.number(),
  at: z.string(),
  kind: z.string(),
  title: z.string(),
  outcome: z.enum(outcomes),
  /** Occurrences within the minute. */
  count: z.number(),
  /** ISO 3166-1 alpha-2; null if unknown. */
  country: z.nullable(z.string()),
  device: z.string(),
  details: SecurityDetails,
}

const page = {
  before: z.optional(PathId),
  limit: z._default(z.pipe(PathId, z.number().check(z.maximum(100))), 20),
}

export const ActivityQuery = z.strictObject(page)
export type ActivityQuery = z.infer<typeof ActivityQuery>

/** An event of the user's own account; lists are newest first. */
export const ActivityRow = z.object({
  ...shown,
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

/** Filters by user id, as the actor or the user concerned, and by kind. */
export const SecurityQuery = z.strictObject({
  ...page,
  user: z.optional(PathId),
  kind: z.optional(SecurityKind),
})
export type SecurityQuery = z.infer<typeof SecurityQuery>

const Person = z.nullable(z.object({ id: z.number(), username: z.nullable(z.string()) }))

export const SecurityRow = z.object({
  ...shown,
  /** The user concerned and the one who acted; null if unknown. */
  user: Person,
  actor: Person,
  asn: z.nullable(z.number()),
  asOrganization: z.nullable(z.string()),
  /** A hash, equal for all events from one network, that does not reveal its address. */
  network: z.nullable(z.string()),
  /** The route, such as `POST /api/login`, and the response status. */
  route: z.string(),
  status: z.number(),
})
export type SecurityRow = z.infer<typeof SecurityRow>

export const SecurityPage = z
  .object({ rows: z.array(SecurityRow), next: z.nullable(z.number()) })
  .register(z.globalRegistry, { id: 'SecurityPage' })
export type SecurityPage = z.infer<typeof SecurityPage>

/** The export is oldest first; `after` is the id of the last event read. */
export const SecurityExportQuery = z.strictObject({
  after: z._default(z.pipe(z.string().check(z.regex(/^\d{1,15}$/)), z.transform(Number)), 0),
  limit: z._default(z.pipe(PathId, z.number().check(z.maximum(1000))), 1000),
})
export type SecurityExportQuery = z.infer<typeof SecurityExportQuery>
