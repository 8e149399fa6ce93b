/**
 * Unlocks: signed proof of what a visitor may see of a card. That of an exchange is in a cookie and bound to the browser;
 * that of a share point is in the links of its page.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { sharePointPath, viewPath } from '../../schema/screens.ts'
import { isShareCode } from '../../schema/share-points/share-code.ts'
import type { App } from '../env.ts'
import { type Peppers, peppersOf } from '../platform/peppers.ts'
import { dayMs } from '../platform/time.ts'
import { parseUserAgent } from '../platform/user-agent.ts'

/** `at` is when it was issued, in Unix milliseconds; `via` is `exchange` or the code of a share point. */
export type Unlock = { cardId: number; at: number; via: string }

const unlockSeconds = (30 * dayMs) / 1000
// Isolates have clocks of their own.
const maxAheadMs = 60_000

const form = /^([1-9]\d{0,14})\.([0-9a-z]{8,9})\.(exchange|[A-HJ-NP-Z2-9]{6})\.([\w-]{22})$/

/** Issues the token of an unlock; `userAgent` is that of the browser. */
export function issueUnlockToken(
  keys: Peppers,
  { cardId, via, at = Date.now() }: Omit<Unlock, 'at'> & { at?: number },
  userAgent: string,
): string {
  const mac = sign(keys.PEPPER, { cardId, via, at }, userAgent)
  return [cardId, at.toString(36), via, mac].join('.')
}

// Undefined if the token is false, older than 30 days, or of another browser.
function readUnlockToken(
  keys: Peppers,
  token: string | undefined,
  userAgent: string,
): Unlock | undefined {
  const [, id, time, via, mac] = form.exec(token ?? '') ?? []
  if (!id || !time || !via || !mac) return undefined
  const unlock = { cardId: Number(id), at: Number.parseInt(time, 36), via }
  const age = Date.now() - unlock.at
  if (age < -maxAheadMs || age >= unlockSeconds * 1000) return undefined
  const isSigned = peppersOf(keys).some((pepper) =>
    timingSafeEqual(Buffer.from(mac), Buffer.from(sign(pepper, unlock, userAgent))),
  )
  return isSigned ? unlock : undefined
}

// 128 bits. The links of a page may be opened by another program, so their tokens are not bound to the browser.
function sign(pepper: string, { cardId, at, via }: Unlock, userAgent: string): string {
  const holder = via === 'exchange' ? browserOf(userAgent) : ''
  return createHmac('sha256', pepper)
    .update(`pass\n${cardId}\n${at}\n${via}\n${holder}`)
    .digest('base64url')
    .slice(0, 22)
}

// Without its version, which changes within 30 days.
function browserOf(userAgent: string): string {
  const { browser, system } = parseUserAgent(userAgent)
  return `${browser} on ${system}`
}

const name = 'unlock'

/** Whether a request may have an unlock cookie, by the text of its cookies. */
export function mayHaveUnlockCookie(cookies: string | null): boolean {
  return cookies?.includes(`${name}=`) ?? false
}

/** The unlock in the cookie, if it is genuine; it may be that of another card. */
export function unlockInCookie(c: Context<App>): Unlock | undefined {
  return readUnlockToken(c.env, getCookie(c, name, prefix(c)), userAgentOf(c))
}

/** The unlocks in the cookie and in the query, which the links of a share point's page have; see `unlockInCookie`. */
export function unlocksOf(c: Context<App>): Unlock[] {
  const inQuery = readUnlockToken(c.env, c.req.query('p'), userAgentOf(c))
  return [unlockInCookie(c), inQuery].filter((unlock) => unlock !== undefined)
}

/**
 * A token for the links of a page; `at` is that of the unlock by which the page was shown, so that it lasts no longer. Absent
 * only where the visitor has just opened the share point.
 */
export function unlockTokenForLinks(
  c: Context<App>,
  { cardId, via, at }: Omit<Unlock, 'at'> & { at?: number },
): string {
  return issueUnlockToken(c.env, { cardId, via, ...(at !== undefined && { at }) }, userAgentOf(c))
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
  const age = at === undefined ? 0 : Math.ceil((Date.now() - at) / 1000)
  const maxAge = unlockSeconds - age
  if (maxAge <= 0) return
  const unlock = { cardId: id, via: 'exchange', ...(at !== undefined && { at }) }
  const token = issueUnlockToken(c.env, unlock, userAgentOf(c))
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
