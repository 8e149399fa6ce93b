/** Endpoints for everybody: no session, no guard, no log. */
import type { MiddlewareHandler } from 'hono'
import type { App } from '../env.ts'
import { type Declaration, declared, hasBegun, safeMethods } from './declaration.ts'
import {
  type Contract,
  type Parsed,
  parseInput,
  rejectCrossSite,
  rejectTooLarge,
  withBody,
} from './input.ts'

/** Declares a page, a file or a call of cards: its body is limited in size, and its input parsed by the contracts. */
export function publicEndpoint<
  Body extends Contract = undefined,
  Form extends Contract = undefined,
  Query extends Contract = undefined,
>(
  declaration: Omit<Declaration, 'access'> & {
    access: 'anyone'
    body?: Body
    form?: Form
    query?: Query
  },
): MiddlewareHandler<App, string, Parsed<Body, Form, Query>> {
  const run: MiddlewareHandler<App> = async (c, next) => {
    if (hasBegun(c)) return next()
    const parseAndRun = async () => {
      await parseInput(c, declaration)
      await next()
    }
    if (safeMethods.has(c.req.method)) return parseAndRun()
    rejectTooLarge(c.req.raw, declaration)
    rejectCrossSite(c.req.raw)
    return withBody(c, declaration, parseAndRun)
  }
  return declared(run, declaration)
}
