/** The type of a policy row, and values shared by several rows. */
import * as z from 'zod/mini'

export type PolicyRow = {
  /** `anyone`: the cookie is not read. A number: requires a session at this level or above. */
  access: 'anyone' | 1 | 2 | 3 | 4 | 5
  summary: string
  /** The rule on the object itself, which the route checks with `schema/access.ts`. */
  rule?: string
  /**
   * Readable with an API token, and the limit it counts against; `security-events` and `metrics` require a token of
   * that scope. Only for GET.
   */
  apiToken?: 'read' | 'export' | 'security-events' | 'metrics'
  /** A download of many rows: all of these together are limited to `EXPORTS_PER_HOUR` per user. */
  export?: true
  /** Served by a read replica, which may be seconds behind other users' writes but never behind the caller's. */
  allowsReplica?: true
  /** Read together with the session, in one trip: the card, event or user's cards with the id in the path, or the caller's. */
  prefetch?: 'card' | 'cards-of-user' | 'own-cards' | 'own-card-names' | 'event' | 'event-data'
  /**
   * Whether it requires authentication in the last ten minutes. `true`: always, checked by the middleware. A sentence:
   * when, checked by the route with `requireRecentAuth`. Calls with the password in their body need none.
   */
  requiresRecentAuth?: true | string
  /** Allowed for users who must set up a second factor first. */
  allowedBeforeSecondFactor?: true
  /** Maximum size of the body in bytes. */
  maxBody?: number
  /** Content types of the body; JSON if absent. */
  requestTypes?: string[]
  /** The schema of a 200 or 201 response that is JSON. */
  response?: z.ZodMiniType
  /** The content type of a successful response that is not JSON. */
  responseType?: string
  /** The status of a successful response; 200 if absent. */
  status?: 201 | 202 | 204
  /** Whether calls are written to the audit log. If absent: if it changes something and requires a session. */
  audit?: boolean
  /** Errors besides those of every call of its kind, with their messages. */
  errors?: Record<number, string>
}

export const kB = 1024
export const messageResponse = z.object({ message: z.string() })
export const tooManyAttemptsMessage = 'Too many attempts. Try again later.'
/** For a signed-in user, or one signing in, when the account has changed since it was checked. */
export const accountChangedMessage = 'Your account just changed. Sign in again.'
export const conflictMessage = 'Someone else just changed this'
