/** The declaration of an endpoint, from which its checks, validation, documentation and log entries are derived. */
import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { RouterRoute } from 'hono/types'
import * as z from 'zod/mini'
import type { AuditKind, EventDetails } from '../../schema/users/audit.ts'
import type { App } from '../env.ts'
import type { Db } from '../platform/database.ts'
import type { Rule } from './rules.ts'

/** Reads the record that a call is about, such as the card with the id in the path. */
export type Load<T = unknown> = (c: Context<App>, db: Db) => Promise<T>

export type Declaration = {
  /** A number requires a session at this level or above. For `anyone`, the session cookie is not read. */
  access: 'anyone' | 1 | 2 | 3 | 4 | 5
  summary: string
  /** Who may use the record that the call is about. The handler applies each rule with `allow`. A sentence only documents. */
  rule?: Rule | string | (Rule | string)[]
  /**
   * Allows API tokens, and names the limit that calls count against. `security-events` requires a token of that scope. Only
   * for GET.
   */
  apiToken?: 'read' | 'export' | 'security-events'
  /** Marks a download of many rows. A user may make `EXPORTS_PER_HOUR` of these calls, all endpoints together. */
  export?: true
  /** Reads from a replica, which may be seconds behind the writes of other users, but never behind the caller's own. */
  allowsReplica?: true
  /** A read sent with the read of the session, in one round trip to the database. The handler gets its result with `loaded`. */
  load?: Load
  /**
   * Requires authentication in the last ten minutes. `true`: always, checked by the middleware. A sentence says when; the route
   * then checks it with `requireRecentAuth`. A call with the password in its body needs neither.
   */
  requiresRecentAuth?: true | string
  /** Allowed for users who must set up a second factor first. */
  allowedBeforeSecondFactor?: true
  /** The contract of a JSON body, parsed for `c.req.valid('json')`. */
  body?: z.ZodMiniType<object>
  /** The contract of a multipart form, parsed for `c.req.valid('form')`. */
  form?: z.ZodMiniType<object>
  /** The contract of the query, parsed for `c.req.valid('query')`. */
  query?: z.ZodMiniType
  /** Reads `body` from another format than JSON. */
  readBody?: (c: Context<App>, declaration: Declaration) => unknown
  /** The most keys and list items in a JSON body, if more than the default. */
  maxKeys?: number
  /** Maximum size of the body in bytes. */
  maxBody?: number
  /** Content types of the body; JSON if absent. */
  requestTypes?: string[]
  /** The contract of a successful JSON response. */
  response?: z.ZodMiniType
  /** The content type of a successful response that is not JSON. */
  responseType?: string
  /** The status of a successful response; 200 if absent. */
  status?: 201 | 202 | 204
  /** An example of the body or the form. */
  example?: object
  /** The kind of entry that a successful call leaves in the audit log; null for a write that leaves none. */
  audit?: AuditKind | DeclaredAudit | null
  /** The kinds of entries that failed calls leave, by status. */
  failures?: Record<number, AuditKind>
  /** Errors that only this endpoint returns, with their messages. */
  errors?: Record<number, string>
}

/** An audit kind with details. A `method` in the details is also logged with a failed sign-in. */
export type DeclaredAudit = {
  kind: AuditKind
  details: EventDetails
  /** Calls with an API token leave no entry, because a program that polls would leave one every minute. */
  onlyWithSession?: true
}

const declarations = new WeakMap<object, Declaration>()

/** Registers a middleware as an endpoint with this declaration. */
export function declared<T extends object>(middleware: T, declaration: Declaration): T {
  declarations.set(middleware, declaration)
  return middleware
}

/** `key` is the method and the path, such as `GET /view/:slug`. */
export type Endpoint = { key: string; method: string; path: string; declaration: Declaration }

/** Returns the endpoints among the routes of an app. */
export function listEndpoints(routes: RouterRoute[]): Endpoint[] {
  return routes.flatMap(({ method, path, handler }) => {
    const declaration = declarations.get(handler)
    return declaration ? [{ key: `${method} ${path}`, method, path, declaration }] : []
  })
}

/** Returns the endpoint that a request matched. */
export function endpointOf(c: Context): Endpoint | undefined {
  return listEndpoints(matchedRoutes(c))[0]
}

const begun = new WeakSet<Context>()

/**
 * Marks the endpoint of the request as begun. Returns false at the first call and true at later ones: Hono's router runs an
 * endpoint repeatedly if the path of the request is literally the pattern of the route, such as `/:id`.
 */
export function hasBegun(c: Context): boolean {
  if (begun.has(c)) return true
  begun.add(c)
  return false
}

/** Safe methods (RFC 9110, section 9.2.1). */
export const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

export const kB = 1024
export const messageResponse = z.object({ message: z.string() })
export const tooManyAttemptsMessage = 'Too many attempts. Try again later.'
/** For a call whose account changed after the session, the password or the passkey was checked. */
export const accountChangedMessage = 'Your account just changed. Sign in again.'
export const conflictMessage = 'Someone else just changed this'
