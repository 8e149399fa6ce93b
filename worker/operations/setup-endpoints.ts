/** Creates the first user in the browser: once, and with the secret of the installation. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import * as z from 'zod/mini'
import { commonPasswordMessage, NewUser } from '../../schema/users/user.ts'
import { hashNewPassword, requireAllowedUsername } from '../accounts/credentials.ts'
import type { App } from '../env.ts'
import { noteAudit } from '../http/audit.ts'
import { kB, tooManyAttemptsMessage } from '../http/declaration.ts'
import { endpoint } from '../http/endpoint.ts'
import { fail, HttpError, tooManyRequests } from '../http/errors.ts'
import { mediaType, parseJson } from '../http/input.ts'
import { clientAddress } from '../platform/client.ts'
import { database } from '../platform/database.ts'
import { limitSetups } from '../platform/rate-limiter.ts'
import { isWeakPepper } from '../platform/secrets.ts'
import { hashOf } from '../public/html-document.tsx'
import { createUser, hasUsers, noUsers } from '../users/queries.ts'
import { alreadySetUpPage, readyPage, type Setup, setupPage, setupStyle } from './SetupPage.tsx'

const { username, email, fullName, password } = NewUser.shape

const wrongSecretMessage = 'This is not the secret of this installation.'

const FirstUser = z.strictObject({
  ...{ username, email, fullName, password },
  secret: z
    .string(wrongSecretMessage)
    .check(z.minLength(1, wrongSecretMessage), z.maxLength(256, wrongSecretMessage)),
})

const plainForm = 'application/x-www-form-urlencoded'
const setUpAlreadyMessage = 'This installation is already set up. Sign in at /auth.'
const weakSecretMessage =
  'The secret PEPPER of this installation is an example or shorter than 32 characters. Set another one in the dashboard, then try again.'

export const setupRoutes = new Hono<App>()

setupRoutes.get(
  '/',
  endpoint({
    access: 'anyone',
    responseType: 'text/html',
    summary: 'The form that creates the first user; once there is one, a page that says so',
  }),
  async (c) => {
    const isSetUp = await hasUsers(database(c.env.DB))
    return c.html(isSetUp ? alreadySetUpPage(c.env) : setupPage(c.env, {}), 200, pageHeaders)
  },
)

/** Replaces an error by the form with its message and what was typed, but without the secret and the password. */
const showForm = createMiddleware<App>(async (c, next) => {
  await next()
  if (!(c.error instanceof HttpError) || mediaType(c) !== plainForm) return
  const { username, email, fullName } = formOf(c)
  const setup: Setup = { error: c.error.message, username, email, fullName }
  const headers = { ...pageHeaders, 'Content-Type': 'text/html; charset=utf-8' }
  c.res = new Response(setupPage(c.env, setup), { status: c.error.status, headers })
})

setupRoutes.post(
  '/',
  showForm,
  endpoint({
    access: 'anyone',
    rule: 'with the secret PEPPER, while there is no user',
    body: FirstUser,
    readBody,
    maxBody: 4 * kB,
    requestTypes: ['application/json', plainForm],
    responseType: 'text/html',
    status: 201,
    summary: 'Create the first user, with level 5',
    example: {
      secret: '64 random characters',
      username: 'ada.lovelace',
      email: 'ada@example.com',
      fullName: 'Ada Lovelace',
      password: 'correct horse',
    },
    errors: {
      400: commonPasswordMessage,
      403: wrongSecretMessage,
      409: setUpAlreadyMessage,
      429: tooManyAttemptsMessage,
      503: weakSecretMessage,
    },
    audit: 'installation-set-up',
  }),
  async (c) => {
    const db = database(c.env.DB)
    const { secret, ...fields } = c.req.valid('json')
    if (await hasUsers(db)) fail(409, setUpAlreadyMessage)
    if (isWeakPepper(c.env.PEPPER)) fail(503, weakSecretMessage, { code: 'weak-secret' })
    const wait = await limitSetups(c.env, clientAddress(c.req.raw))
    if (wait > 0) tooManyRequests(wait)
    if (!isSame(secret.trim(), c.env.PEPPER))
      fail(403, wrongSecretMessage, { code: 'wrong-secret' })
    requireAllowedUsername(fields.username)
    const password = await hashNewPassword(c, fields.password)
    // Counted and inserted in one statement, so that one of two concurrent calls fails.
    const rights = { accessLevel: 5, emailVerified: true, may: noUsers }
    const user = await createUser(db, { ...fields, ...rights, password })
    if (typeof user === 'string') return fail(409, setUpAlreadyMessage)
    c.set('changed', { id: user.id, username: user.username })
    noteAudit(c, { userId: user.id })
    return c.html(readyPage(c.env), 201, pageHeaders)
  },
)

const pageHeaders = {
  'Cache-Control': 'private, no-store',
  'Content-Security-Policy': `default-src 'none'; style-src '${hashOf(setupStyle)}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
}

function readBody(c: Context<App>): unknown {
  if (mediaType(c) === 'application/json') return parseJson(c.get('bytes'))
  if (mediaType(c) !== plainForm) fail(415, 'Send the request as application/json or as a form.')
  return formOf(c)
}

function formOf(c: Context<App>): Record<string, string> {
  return Object.fromEntries(
    new URLSearchParams(new TextDecoder().decode(c.get('bytes') ?? new Uint8Array())),
  )
}

// Hashes have the same length, which `timingSafeEqual` requires.
function isSame(left: string, right: string): boolean {
  const [a, b] = [left, right].map((text) => createHash('sha256').update(text).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
}
