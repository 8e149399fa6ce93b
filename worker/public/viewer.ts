/** Who looks at a card, what they may see of it, and the signed proof of it: unlocks. */

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { type Actor, canEditCard } from '../../schema/access.ts'
import type { PublicCard } from '../../schema/cards/card.ts'
import type { CardLocales } from '../../schema/cards/card-texts.ts'
import { type Reach, type ReachField, reaches, type Visibility } from '../../schema/cards/reach.ts'
import { hiddenFields, reveal, revealTexts } from '../../schema/cards/reveal.ts'
import { sharePointPath, viewPath } from '../../schema/screens.ts'
import { isShareCode } from '../../schema/tracking/event.ts'
import type { App } from '../env.ts'
import { parseUserAgent } from '../platform/client.ts'
import { type Peppers, peppersOf } from '../platform/secrets.ts'
import { dayMs } from '../platform/time.ts'
import type { Page } from './html-document.tsx'

/**
 * Proof of what a visitor may see of a card: from an exchange, in a cookie bound to the browser; from a share point, in the
 * links of its page. `at` is when it was issued, in Unix milliseconds; `via` is `exchange` or the code of a share point.
 */
type Unlock = { cardId: number; at: number; via: string }

/** `unlocks` are verified, but perhaps for other cards; `code` is the share point whose page is requested. */
export type Viewer = { user?: Actor | undefined; unlocks?: Unlock[]; code?: string | undefined }

type Row = {
  id: number
  userId: number
  user: { accessLevel: number }
  lockedAt: string | null
  /** As JSON. */
  revealingCodes: string | null
}

/** The reaches that the viewer may see. Those who may edit the card see all. */
export function reachesFor(row: Row, { user, unlocks = [], code }: Viewer): readonly Reach[] {
  if (user && canEditCard(user, row)) return reaches
  const lockedAt = row.lockedAt ? Date.parse(row.lockedAt) : 0
  const ways = unlocks
    .filter(({ cardId, at }) => cardId === row.id && at > lockedAt)
    .map(({ via }) => via)
  const revealing = parseCodes(row)
  const isRevealing = [code, ...ways].some((way) => way && revealing.includes(way))
  return [
    'everyone',
    ...(ways.includes('exchange') ? (['exchange'] as const) : []),
    ...(isRevealing ? (['share-points'] as const) : []),
  ]
}

/** A card with only what its viewer may see. */
export type Revealed = {
  /** In its base language. */
  card: PublicCard
  locales: CardLocales
  may: readonly Reach[]
  /** The fields that not everyone sees, for those who may edit the card; else empty. */
  hidden: ReachField[]
  /** Whether the viewer sees more because they exchanged contacts. */
  isUnlocked: boolean
  /** The share points whose pages show more than this. */
  revealingCodes: string[]
}

/** The unlock by a share point that revealed this view. */
export function revealingUnlock({ may, card }: Revealed, unlocks: Unlock[]): Unlock | undefined {
  if (!may.includes('share-points')) return undefined
  return unlocks.find(({ cardId, via }) => cardId === card.id && isShareCode(via))
}

/** The unlock by an exchange of contacts that revealed this view. */
export function exchangeUnlock(
  { isUnlocked, card }: Revealed,
  unlocks: Unlock[],
): Unlock | undefined {
  if (!isUnlocked) return undefined
  return unlocks.find(({ cardId, via }) => cardId === card.id && via === 'exchange')
}

type Whole = {
  card: PublicCard
  locales: CardLocales
  visibility: Visibility | null | undefined
}

export function revealFor(
  row: Row,
  { card, locales, visibility }: Whole,
  viewer: Viewer,
): Revealed {
  const may = reachesFor(row, viewer)
  const shown = reveal(card, { visibility, may })
  const afterExchange = hiddenFields(card, visibility, 'exchange')
  const isOffered = !may.includes('exchange') && shown.formConfig.fields.length > 0
  const hasMore =
    !may.includes('share-points') && hiddenFields(card, visibility, 'share-points').length > 0
  return {
    card: isOffered && afterExchange.length > 0 ? { ...shown, afterExchange } : shown,
    locales: revealTexts(locales, { visibility, may }),
    may,
    hidden: may === reaches ? hiddenFields(card, visibility) : [],
    isUnlocked: may !== reaches && may.includes('exchange') && afterExchange.length > 0,
    revealingCodes: hasMore ? parseCodes(row) : [],
  }
}

/** Whether the view may be cached: it has only what everyone sees. */
export function isPublicView({ may }: Pick<Revealed, 'may'>): boolean {
  return may.every((reach) => reach === 'everyone')
}

function parseCodes({ revealingCodes }: Row): string[] {
  return revealingCodes ? JSON.parse(revealingCodes) : []
}

const unlockSeconds = (30 * dayMs) / 1000
// Isolates have clocks of their own.
const maxAheadMs = 60_000

const form = /^([1-9]\d{0,14})\.([0-9a-z]{8,9})\.(exchange|[A-HJ-NP-Z2-9]{6})\.([\w-]{22})$/

/** Issues the token of an unlock; `userAgent` is the browser's. */
export function issueUnlockToken(
  keys: Peppers,
  { cardId, via, at = Date.now() }: Omit<Unlock, 'at'> & { at?: number },
  userAgent: string,
): string {
  const mac = sign(keys.PEPPER, { cardId, via, at }, userAgent)
  return [cardId, at.toString(36), via, mac].join('.')
}

// Returns undefined if the token is forged, older than 30 days, or from another browser.
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

/** The unlock in the cookie, if it is genuine; perhaps for another card. */
export function unlockInCookie(c: Context<App>): Unlock | undefined {
  return readUnlockToken(c.env, getCookie(c, name, prefix(c)), userAgentOf(c))
}

/** The unlocks in the cookie and in the query of links on a share point's page; see `unlockInCookie`. */
export function unlocksOf(c: Context<App>): Unlock[] {
  const inQuery = readUnlockToken(c.env, c.req.query('p'), userAgentOf(c))
  return [unlockInCookie(c), inQuery].filter((unlock) => unlock !== undefined)
}

/**
 * Issues a token for the links of a page. `at` comes from the unlock that showed the page, so that the token lasts no longer;
 * it is absent if the visitor has just opened the share point.
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

// Share points that show more of a card than its public page does. The copies of the page name them in a header, as keyed
// hashes: a code that is not among them is answered from a copy, and none can be learned from the page.

const header = 'Card-Codes'

/** The header of a copy; none for a card without such share points. */
export function codesHeader({ PEPPER }: Peppers, codes: string[]): Record<string, string> {
  return codes.length > 0 ? { [header]: codes.map((code) => hashCode(PEPPER, code)).join(' ') } : {}
}

/** Whether the page at this code may show more than this copy; the database decides. */
export function mayReveal(
  keys: Peppers,
  { headers }: Pick<Page, 'headers'>,
  code: string,
): boolean {
  const hashes = headers.get(header)?.split(' ')
  return !!hashes && peppersOf(keys).some((pepper) => hashes.includes(hashCode(pepper, code)))
}

// 24 bits: one of 16 million other codes is answered without a copy for no reason.
function hashCode(pepper: string, code: string): string {
  return createHmac('sha256', pepper).update(`code\n${code}`).digest('base64url').slice(0, 4)
}
