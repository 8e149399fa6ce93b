/** What a request has at hand: the bindings of `wrangler.toml`, and what the middleware found out. */

import type { SecurityKind, signInMethods } from '../schema/security-event.ts'
import type { User } from '../schema/user.ts'
import type { Page } from './cards/html-document.tsx'

/** Bindings, with those that a deployment may leave out. */
export type Bindings = Env & {
  EMAIL?: SendEmail
  EMAIL_API_KEY?: string
  BACKUPS?: R2Bucket
  PREVIOUS_PEPPER?: string
}

export type App = {
  Bindings: Bindings
  Variables: {
    requestId: string
    /** The body, read within the row's limit by the policy; empty for safe methods. */
    bytes: Uint8Array<ArrayBuffer>
    /** Set on every route that asks for somebody signed in; read it through `signedIn`. */
    user: SessionUser | undefined
    /** What the call changed, for the audit log: never a secret. `id` when the path has none. */
    changed: Record<string, unknown> | undefined
    /** What the route knows of the security event that this call is; written through `noteEvent`. */
    securityEvent: SecurityEventNote | undefined
    /** A public page that the next visitor may be sent, too. */
    page: Page | undefined
  }
}

/** Who is signed in, as the users table says it now. */
export type SessionUser = Omit<User, 'factorDue'> & {
  /** The session this request came with; empty when it came with an API token. */
  sessionId: string
  /** When they last proved in this session who they are, in milliseconds; never with an API token. */
  authAt: number
  /** Whether a second factor is on. */
  secondFactor: boolean
  /** The version of the account that the session was read with. */
  authVersion: number
}

/** What a route knows of its security event and nothing else does. */
export type SecurityEventNote = {
  /** Instead of the kind of the route. */
  kind?: SecurityKind
  /** Whom it concerns, where that is neither who is signed in nor in the path. */
  userId?: number
  /** Several of them, known after the answer. */
  userIds?: Promise<number[]>
  /** As typed at a sign-in: looked up, never stored. */
  username?: string
  method?: (typeof signInMethods)[number]
  /** It was done before: nothing changed, and there is no event. */
  isRepeat?: boolean
}

/** Where the product is public, without a slash at the end; the request's own origin when not configured. */
export function publicOrigin(env: Bindings, request: Request): string {
  return env.PUBLIC_ORIGIN || new URL(request.url).origin
}
