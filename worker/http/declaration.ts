/** What an endpoint declares beside its handler: guard, validation, documentation and logs are derived from it. */
import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { RouterRoute } from 'hono/types'
import * as z from 'zod/mini'
import type { AuditKind, EventDetails } from '../../schema/users/audit.ts'
import type { App } from '../env.ts'
import type { Db } from '../platform/database.ts'
import type { Rule } from './rules.ts'

/** Reads what a call is about, such as the card with the id in the path. */
export type Load<T = unknown> = (c: Context<App>, db: Db) => Promise<T>

export type Declaration = {
  /** `anyone`: the cookie is not read. A number: requires a session at this level or above. */
  access: 'anyone' | 1 | 2 | 3 | 4 | 5
  summary: string
  /** Who may use the record that it is about. The handler applies each rule with `allow`; a sentence says what else holds. */
  rule?: Rule | string | (Rule | string)[]
  /**
   * Readable with an API token, and the limit it counts against; `security-events` requires a token of that scope.
   * Only for GET.
   */
  apiToken?: 'read' | 'export' | 'security-events'
  /** A download of many rows: all of these together are limited to `EXPORTS_PER_HOUR` per user. */
  export?: true
  /** Served by a read replica, which may be seconds behind other users' writes but never behind the caller's. */
  allowsReplica?: true
  /** Read together with the session, in one trip; the handler gets it with `loaded`. */
  load?: Load
  /**
   * Whether it requires authentication in the last ten minutes. `true`: always, checked by the middleware. A sentence:
   * when, checked by the route with `requireRecentAuth`. Calls with the password in their body need none.
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
  /** Keys and items of lists in a JSON body, if more than by default. */
  maxKeys?: number
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
  /** An example of the body or the form. */
  example?: object
  /** The kind of a successful call's entry in the audit log; null for a write that leaves none. */
  audit?: AuditKind | DeclaredAudit | null
  /** The kinds of failed calls, by status. */
  failures?: Record<number, AuditKind>
  /** Errors that other calls of its kind do not have, with their messages. */
  errors?: Record<number, string>
}

/** A method in the details is also logged with a failed sign-in. */
export type DeclaredAudit = {
  kind: AuditKind
  details: EventDetails
  /** Calls with an API token leave no entry: a program that polls would write one every minute. */
  onlyWithSession?: true
}

const declarations = new WeakMap<object, Declaration>()

/** Marks a middleware as an endpoint. */
export function declared<T extends object>(middleware: T, declaration: Declaration): T {
  declarations.set(middleware, declaration)
  return middleware
}

/** `key` is the method and the path, such as `GET /view/:slug`. */
export type Endpoint = { key: string; method: string; path: string; declaration: Declaration }

/** The endpoints among the routes of an app. */
export function listEndpoints(routes: RouterRoute[]): Endpoint[] {
  return routes.flatMap(({ method, path, handler }) => {
    const declaration = declarations.get(handler)
    return declaration ? [{ key: `${method} ${path}`, method, path, declaration }] : []
  })
}

/** The endpoint that a request matched. */
export function endpointOf(c: Context): Endpoint | undefined {
  return listEndpoints(matchedRoutes(c))[0]
}

const begun = new WeakSet<Context>()

/** Whether the endpoint of the request has begun: the router lists it repeatedly for a literal `/:id` in the path. */
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
/** For a signed-in user, or one signing in, when the account has changed since it was checked. */
export const accountChangedMessage = 'Your account just changed. Sign in again.'
export const conflictMessage = 'Someone else just changed this'
