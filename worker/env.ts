/** What a request has at hand: the bindings of `wrangler.toml`, and what the middleware found out. */

import type { SessionUser } from './auth/sessions.ts'
import type { Page } from './cards/html-document.tsx'
import type { SecurityEventNote } from './ops/security-events/kinds.ts'

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

/** Where the product is public, without a slash at the end; the request's own origin when not configured. */
export function publicOrigin(env: Bindings, request: Request): string {
  return env.PUBLIC_ORIGIN || new URL(request.url).origin
}
