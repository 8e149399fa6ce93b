/** Who looks at a card, what they may see of it, and unlocks, the signed proof of what a visitor may see. */
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
 * Proof that a visitor may see more of a card: after an exchange, in a cookie bound to the browser; at a share point, in the links
 * of its page. `at` is when it was issued, in Unix milliseconds; `via` is `exchange` or the code of the share point.
 */
type Unlock = { cardId: number; at: number; via: string }

/** `unlocks` are verified, but may be for other cards. `code` is the share point whose page is requested. */
export type Viewer = { user?: Actor | undefined; unlocks?: Unlock[]; code?: string | undefined }

type CardRow = {
  id: number
  userId: number
  user: { accessLevel: number }
  lockedAt: string | null
  /** The codes of the share points that show hidden details, as JSON. */
  revealingCodes: string | null
}

/** Returns the reaches that the viewer sees: all of them if they may edit the card. */
export function reachesFor(row: CardRow, { user, unlocks = [], code }: Viewer): readonly Reach[] {
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
  /** Whether the viewer sees more because they sent the contact form. */
  isUnlocked: boolean
  /** The share points that show more than this. */
  revealingCodes: string[]
}

/** Returns the unlock of the share point that revealed this view. */
export function revealingUnlock({ may, card }: Revealed, unlocks: Unlock[]): Unlock | undefined {
  if (!may.includes('share-points')) return undefined
  return unlocks.find(({ cardId, via }) => cardId === card.id && isShareCode(via))
}

/** Returns the unlock of the exchange that revealed this view. */
export function exchangeUnlock(
  { isUnlocked, card }: Revealed,
  unlocks: Unlock[],
): Unlock | undefined {
  if (!isUnlocked) return undefined
  return unlocks.find(({ cardId, via }) => cardId === card.id && via === 'exchange')
}

type WholeCard = {
  card: PublicCard
  locales: CardLocales
  visibility: Visibility | null | undefined
}

/** Returns the card with only what the viewer may see. */
export function revealFor(
  row: CardRow,
  { card, locales, visibility }: WholeCard,
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

/** Whether the view has only what everyone sees, so that it may be cached. */
export function isPublicView({ may }: Pick<Revealed, 'may'>): boolean {
  return may.every((reach) => reach === 'everyone')
}

function parseCodes({ revealingCodes }: CardRow): string[] {
  return revealingCodes ? JSON.parse(revealingCodes) : []
}

const unlockSeconds = (30 * dayMs) / 1000
// Clocks of isolates differ by up to this much.
const maxAheadMs = 60_000

const tokenPattern = /^([1-9]\d{0,14})\.([0-9a-z]{8,9})\.(exchange|[A-HJ-NP-Z2-9]{6})\.([\w-]{22})$/

/** Returns the signed token of an unlock. `userAgent` is the browser's. */
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
  const [, id, time, via, mac] = tokenPattern.exec(token ?? '') ?? []
  if (!id || !time || !via || !mac) return undefined
  const unlock = { cardId: Number(id), at: Number.parseInt(time, 36), via }
  const age = Date.now() - unlock.at
  if (age < -maxAheadMs || age >= unlockSeconds * 1000) return undefined
  const isSigned = peppersOf(keys).some((pepper) =>
    timingSafeEqual(Buffer.from(mac), Buffer.from(sign(pepper, unlock, userAgent))),
  )
  return isSigned ? unlock : undefined
}

// Returns 128 bits. A token for links is not bound to the browser, because another program may open the links.
function sign(pepper: string, { cardId, at, via }: Unlock, userAgent: string): string {
  const holder = via === 'exchange' ? browserOf(userAgent) : ''
  return createHmac('sha256', pepper)
    .update(`pass\n${cardId}\n${at}\n${via}\n${holder}`)
    .digest('base64url')
    .slice(0, 22)
}

// Without the version, which changes within 30 days.
function browserOf(userAgent: string): string {
  const { browser, system } = parseUserAgent(userAgent)
  return `${browser} on ${system}`
}

const cookieName = 'unlock'

/** Whether a request may have an unlock cookie, judging by its `Cookie` header. */
export function mayHaveUnlockCookie(cookies: string | null): boolean {
  return cookies?.includes(`${cookieName}=`) ?? false
}

/** Returns the unlock in the cookie if it is valid; it may be for another card. */
export function unlockInCookie(c: Context<App>): Unlock | undefined {
  return readUnlockToken(c.env, getCookie(c, cookieName, cookiePrefix(c)), userAgentOf(c))
}

/** Returns the valid unlocks in the cookie and in the query `?p=` of links; they may be for other cards. */
export function unlocksOf(c: Context<App>): Unlock[] {
  const inQuery = readUnlockToken(c.env, c.req.query('p'), userAgentOf(c))
  return [unlockInCookie(c), inQuery].filter((unlock) => unlock !== undefined)
}

/**
 * Returns a token for the links of a page. `at` is the time of the unlock that showed the page, so that the token expires with it;
 * it is absent if the visitor has just opened the share point.
 */
export function unlockTokenForLinks(
  c: Context<App>,
  { cardId, via, at }: Omit<Unlock, 'at'> & { at?: number },
): string {
  return issueUnlockToken(c.env, { cardId, via, ...(at !== undefined && { at }) }, userAgentOf(c))
}

/**
 * Unlocks a card in this browser for 30 days from `at`, the time of the exchange, by default now. The cookie is set only for the
 * paths that show this card, so that all other pages still come from the caches.
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
  const options = {
    secure,
    httpOnly: true,
    sameSite: 'Lax',
    maxAge,
    prefix: cookiePrefix(c),
  } as const
  const paths = [
    viewPath(slug),
    `/api/card/${slug}`,
    `/api/vcard/${id}`,
    `/embed/map/${id}`,
    ...(code && isShareCode(code) ? [sharePointPath(code)] : []),
  ]
  for (const path of paths) setCookie(c, cookieName, token, { ...options, path })
}

function cookiePrefix(c: Context<App>): 'secure' | undefined {
  return c.req.url.startsWith('https:') ? 'secure' : undefined
}

function userAgentOf(c: Context<App>): string {
  return c.req.header('User-Agent') ?? ''
}

// Share points that show more than the public page. The cached copies of the page name them in a header, as keyed hashes, so that
// any other code can be answered from a copy, and no code can be learned from the page.

const codesHeaderName = 'Card-Codes'

/** Returns the header of a copy; empty for a card without such share points. */
export function codesHeader({ PEPPER }: Peppers, codes: string[]): Record<string, string> {
  return codes.length > 0
    ? { [codesHeaderName]: codes.map((code) => hashCode(PEPPER, code)).join(' ') }
    : {}
}

/** Whether the page at this code may show more than this copy. If so, the database decides. */
export function mayReveal(
  keys: Peppers,
  { headers }: Pick<Page, 'headers'>,
  code: string,
): boolean {
  const hashes = headers.get(codesHeaderName)?.split(' ')
  return !!hashes && peppersOf(keys).some((pepper) => hashes.includes(hashCode(pepper, code)))
}

// 24 bits, so that only one in 16 million other codes asks the database for no reason.
function hashCode(pepper: string, code: string): string {
  return createHmac('sha256', pepper).update(`code\n${code}`).digest('base64url').slice(0, 4)
}
