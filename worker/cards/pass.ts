/**
 * Passes: signed proof of what a visitor may see of a card. That of an exchange is in a cookie and bound to the browser;
 * that of a share point is in the links of its page.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Peppers, peppersOf } from '../platform/peppers.ts'
import { dayMs } from '../platform/time.ts'
import { parseUserAgent } from '../platform/user-agent.ts'

/** `at` is when it was issued, in Unix milliseconds; `via` is `exchange` or the code of a share point. */
export type Pass = { cardId: number; at: number; via: string }

export const passSeconds = (30 * dayMs) / 1000
// Isolates have clocks of their own.
const maxAheadMs = 60_000

const form = /^([1-9]\d{0,14})\.([0-9a-z]{8,9})\.(exchange|[A-HJ-NP-Z2-9]{6})\.([\w-]{22})$/

/** Issues a pass; `userAgent` is that of the browser. */
export function issuePass(
  keys: Peppers,
  { cardId, via, at = Date.now() }: Omit<Pass, 'at'> & { at?: number },
  userAgent: string,
): string {
  const mac = sign(keys.PEPPER, { cardId, via, at }, userAgent)
  return [cardId, at.toString(36), via, mac].join('.')
}

/** The pass that a token is, for 30 days; undefined if it is false, expired, or of another browser. */
export function readPass(
  keys: Peppers,
  token: string | undefined,
  userAgent: string,
): Pass | undefined {
  const [, id, time, via, mac] = form.exec(token ?? '') ?? []
  if (!id || !time || !via || !mac) return undefined
  const pass = { cardId: Number(id), at: Number.parseInt(time, 36), via }
  const age = Date.now() - pass.at
  if (age < -maxAheadMs || age >= passSeconds * 1000) return undefined
  const isSigned = peppersOf(keys).some((pepper) =>
    timingSafeEqual(Buffer.from(mac), Buffer.from(sign(pepper, pass, userAgent))),
  )
  return isSigned ? pass : undefined
}

// 128 bits. The links of a page may be opened by another program, so their pass is not bound to the browser.
function sign(pepper: string, { cardId, at, via }: Pass, userAgent: string): string {
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
