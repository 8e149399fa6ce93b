/** The cookie of visitors who exchanged contacts with a card, and the passes that a request brings. */
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { sharePointPath, viewPath } from '../../schema/screens.ts'
import { isShareCode } from '../../schema/share-code.ts'
import type { App } from '../env.ts'
import { issuePass, type Pass, passSeconds, readPass } from './pass.ts'
import type { Revealed } from './viewer.ts'

const name = 'unlock'

/** Whether a request may bring a pass, by the text of its cookies. */
export function mayHavePass(cookies: string | null): boolean {
  return cookies?.includes(`${name}=`) ?? false
}

/** The pass in the cookie, if it is genuine; it may be that of another card. */
export function passInCookie(c: Context<App>): Pass | undefined {
  return readPass(c.env, getCookie(c, name, prefix(c)), userAgentOf(c))
}

/** The passes in the cookie and in the query, which the links of a share point's page have; see `passInCookie`. */
export function passesOf(c: Context<App>): Pass[] {
  const inQuery = readPass(c.env, c.req.query('p'), userAgentOf(c))
  return [passInCookie(c), inQuery].filter((pass) => pass !== undefined)
}

/** A pass for the links of a page. */
export function passForLinks(c: Context<App>, cardId: number, via: string): string {
  return issuePass(c.env, { cardId, via }, userAgentOf(c))
}

/** The share point that a view was revealed by through a pass. */
export function revealingCode({ may, card }: Revealed, passes: Pass[]): string | undefined {
  if (!may.includes('share-points')) return undefined
  return passes.find(({ cardId, via }) => cardId === card.id && isShareCode(via))?.via
}

/**
 * Unlocks a card in this browser for 30 days from the exchange, `at`, by default now. The cookie is sent to what shows
 * the card, and to no other page: so every other page is answered from the caches.
 */
export function setUnlockCookie(
  c: Context<App>,
  { id, slug }: { id: number; slug: string },
  { code, at }: { code?: string | undefined; at?: number } = {},
): void {
  const maxAge = at === undefined ? passSeconds : passSeconds - Math.ceil((Date.now() - at) / 1000)
  if (maxAge <= 0) return
  const pass = { cardId: id, via: 'exchange', ...(at !== undefined && { at }) }
  const token = issuePass(c.env, pass, userAgentOf(c))
  const secure = c.req.url.startsWith('https:')
  const options = { secure, httpOnly: true, sameSite: 'Lax', maxAge, prefix: prefix(c) } as const
  const paths = [
    viewPath(slug),
    `/api/card/${slug}`,
    `/api/vcard/${id}`,
    `/embed/map/${id}`,
    ...(code && isShareCode(code) ? [sharePointPath(code)] : []),
  ]
  for (const path of paths) setCookie(c, name, token, { ...options, path })
}

function prefix(c: Context<App>): 'secure' | undefined {
  return c.req.url.startsWith('https:') ? 'secure' : undefined
}

function userAgentOf(c: Context<App>): string {
  return c.req.header('User-Agent') ?? ''
}
