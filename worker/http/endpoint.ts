/** Endpoints of people who sign in. */
import type { MiddlewareHandler } from 'hono'
import type { App } from '../env.ts'
import { recordAudit } from './audit.ts'
import { type Declaration, declared, hasBegun } from './declaration.ts'
import { guard } from './guard.ts'
import { type Contract, type Parsed, parseInput } from './input.ts'
import { readReplica } from './read-replica.ts'

/**
 * Declares an endpoint: checks the request as `guard` does, parses its input by the contracts, and logs the change. Everything
 * about the call stands in the declaration, beside its handler.
 */
export function endpoint<
  Body extends Contract = undefined,
  Form extends Contract = undefined,
  Query extends Contract = undefined,
>(
  declaration: Declaration & { body?: Body; form?: Form; query?: Query },
): MiddlewareHandler<App, string, Parsed<Body, Form, Query>> {
  const run: MiddlewareHandler<App> = (c, next) => {
    if (hasBegun(c)) return next()
    return guard(c, declaration, () =>
      readReplica(c, declaration, () =>
        recordAudit(c, declaration, async () => {
          await parseInput(c, declaration)
          await next()
        }),
      ),
    )
  }
  return declared(run, declaration)
}
