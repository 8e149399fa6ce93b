/** The shape of a row of the policy, and what several rows say. */
import * as z from 'zod/mini'

export type Row = {
  /** `anyone`: the cookie is not read. A number: signed in, at this level or above. */
  who: 'anyone' | 1 | 2 | 3 | 4 | 5
  summary: string
  /** The rule on the object itself, which the route asks of `schema/access.ts`. */
  rule?: string
  /** Readable with an API token, and what that counts as; `security-events` takes a token of that scope. Only for GET. */
  byToken?: 'read' | 'export' | 'security-events'
  /** A file of many rows: at most `EXPORTS_PER_HOUR` of these, of whatever kind, for a person. */
  export?: true
  /** Answered by a replica, which may be seconds behind what others wrote; never behind the caller. */
  lags?: true
  /**
   * Whether it asks for a proof of who one is in the last ten minutes: `true` always, by the middleware; a sentence says
   * when, which the route asks for with `askFresh`. Calls with the password in their body need none.
   */
  fresh?: true | string
  /** Open to who must set up a second factor first. */
  beforeFactor?: true
  /** Bytes a body may have. */
  maxBody?: number
  /** Content types of the body; JSON when absent. */
  types?: string[]
  /** What a 200 or 201 holds, when it is JSON. */
  answer?: z.ZodMiniType
  /** What a success holds when it is not JSON. */
  media?: string
  /** The status of a success; 200 when absent. */
  status?: 201 | 202 | 204
  /** Whether the audit log has it; when absent, if it changes something and asks for somebody signed in. */
  audit?: boolean
  /** Refusals besides those that its kind of call can always give, with what they say. */
  refuses?: Record<number, string>
}

export const kB = 1024
export const message = z.object({ message: z.string() })
export const wait = 'Too many attempts. Wait, then try again.'
/** To who is signed in, or signing in, when the account is no longer what they proved themselves against. */
export const accountChanged = 'Your account changed just now. Sign in again.'
export const meanwhile = 'Changed by somebody else just now'
