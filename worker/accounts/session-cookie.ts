/** Session and device cookies. */
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { App, SessionUser } from '../env.ts'
import { database } from '../platform/database.ts'
import { parseUserAgent } from '../platform/user-agent.ts'
import { findSession, parseToken, sessionLifetime } from './sessions.ts'

/** The user of the request's session, read from D1; undefined if there is none. */
export async function findSessionUser(c: Context<App>): Promise<SessionUser | undefined> {
  const token = sessionToken(c)
  return token ? findSession(database(c.env.DB), token) : undefined
}

/** The value of the session cookie, unverified. */
export function sessionToken(c: Context<App>): string | undefined {
  return getCookie(c, 'sid', prefix(c))
}

/** The id in the session cookie, unverified; undefined if the cookie is malformed. */
export function sessionIdOf(c: Context<App>): string | undefined {
  return parseToken(sessionToken(c))?.id
}

/** Sets the session cookie, and the readable `signed-in` cookie for the landing page. */
export function setSessionCookie(c: Context<App>, token: string, accessLevel: number): void {
  const maxAge = sessionLifetime(accessLevel).absolute / 1000
  setCookie(c, 'sid', token, { ...cookieOptions(c), prefix: prefix(c), httpOnly: true, maxAge })
  setCookie(c, 'signed-in', '1', { ...cookieOptions(c), maxAge })
}

/** Deletes the session cookies. */
export function clearSessionCookie(c: Context<App>): void {
  deleteCookie(c, 'sid', { ...cookieOptions(c), prefix: prefix(c) })
  deleteCookie(c, 'signed-in', cookieOptions(c))
}

/** Sets the cookie of a known device, for a year. */
export function setDeviceCookie(c: Context<App>, token: string): void {
  const options = { ...cookieOptions(c), prefix: prefix(c), httpOnly: true, maxAge: 31_536_000 }
  setCookie(c, 'dev', token, options)
}

export function deviceToken(c: Context<App>): string | undefined {
  return getCookie(c, 'dev', prefix(c))
}

/** Browser and system, to tell sessions apart. The User-Agent itself is not stored. */
export function deviceName(c: Context<App>): string {
  const { browser, system } = parseUserAgent(c.req.header('User-Agent') ?? '')
  return [browser, system].filter((name) => name && name !== 'Other').join(', ') || 'Unknown'
}

/** The user of an endpoint that requires one. */
export function requireUser(c: Context<App>): SessionUser {
  const user = c.get('user')
  if (!user) throw new Error('requireUser() was called on a route without required authentication')
  return user
}

function cookieOptions(c: Context<App>) {
  return { path: '/', sameSite: 'Lax', secure: isHttps(c) } as const
}

// `__Host-` cookies must be Secure, and browsers drop Secure cookies of a plain http site on the local network.
function prefix(c: Context<App>): 'host' | undefined {
  return isHttps(c) ? 'host' : undefined
}

function isHttps(c: Context<App>): boolean {
  return c.req.url.startsWith('https:')
}
