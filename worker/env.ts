/** The bindings of `wrangler.toml`, and the variables of a request. */

import type { AuditKind, signInMethods } from '../schema/users/audit.ts'
import type { User } from '../schema/users/user.ts'
import type { Page } from './public/html-document.tsx'

/** The bindings, with those a deployment may omit. */
export type Bindings = Omit<Env, 'IMAGES'> & {
  IMAGES?: ImagesBinding
  EMAIL?: SendEmail
  EMAIL_API_KEY?: string
  BACKUPS?: R2Bucket
  PREVIOUS_PEPPER?: string
  APPLE_WALLET_CERTIFICATE?: string
  APPLE_WALLET_KEY?: string
  APPLE_WALLET_WWDR?: string
  APPLE_WALLET_PUSH?: Fetcher
  GOOGLE_WALLET_KEY?: string
  GOOGLE_WALLET_ISSUER?: string
  /** `eu`, `us` or `fedramp`, where all stores are; set by `npm run deploy`. */
  JURISDICTION?: string
}

export type App = {
  Bindings: Bindings
  Variables: {
    requestId: string
    /** The body, read within the limit of the endpoint; empty for safe methods. */
    bytes: Uint8Array<ArrayBuffer>
    /** Set on routes that require a session; read it with `requireUser`. */
    user: SessionUser | undefined
    /** What the call changed, for the audit log; never a secret. Includes `id` if the path has none. */
    changed: Record<string, unknown> | undefined
    /** What the route knows about its entry in the audit log; set with `noteAudit`. */
    auditNote: AuditNote | undefined
    /** The D1 session of a call by a signed-in user. */
    d1Session: D1DatabaseSession | undefined
    /** The read that began with the session: see `startLoading` in `http/endpoint.ts`. */
    loading: { load: unknown; result: Promise<unknown> } | undefined
    /** A public page that may be cached for the next visitors. */
    page: Page | undefined
    /** The path of that page, if it is not the request's. */
    pagePath: string | undefined
    /** The cache that the response comes from, for the log. */
    cache: Page['cache']
  }
}

/** The signed-in user, as the users table has it now. */
export type SessionUser = Omit<User, 'factorDue'> & {
  /** The session of the request; empty with an API token. */
  sessionId: string
  /** When the user last authenticated in this session, in milliseconds; 0 with an API token. */
  authAt: number
  /** Whether a second factor is on. */
  secondFactor: boolean
  /** The account version that was read with the session. */
  authVersion: number
}

/** What only the route knows about its entry in the audit log. */
export type AuditNote = {
  /** Replaces the declared kind. */
  kind?: AuditKind
  /** The user concerned, if it is neither the caller nor in the path. */
  userId?: number
  /** Several users, known after the response. */
  userIds?: Promise<number[]>
  /** As typed at sign-in; looked up, never stored. */
  username?: string
  method?: (typeof signInMethods)[number]
  /** The call changed nothing, or the route logs the change itself in the batch that makes it. */
  isSkipped?: boolean
}

/** The public origin without a trailing slash; the request's origin if none is configured. */
export function publicOrigin(env: Bindings, request: Request): string {
  return env.PUBLIC_ORIGIN || new URL(request.url).origin
}
