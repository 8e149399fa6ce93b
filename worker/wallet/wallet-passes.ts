/** Wallet passes of cards: creating and finding them, what a pass shows, and the signed secrets of links and devices. */

import { createHmac, timingSafeEqual } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { LogoTone } from '../../schema/images/image.ts'
import { safeImage } from '../../schema/link.ts'
import { sharePointPath } from '../../schema/screens.ts'
import { walletPasses } from '../../schema/wallet/tables.ts'
import { type Wallet, walletNames, wallets } from '../../schema/wallet/wallet.ts'
import type { Bindings } from '../env.ts'
import { type Db, database } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'
import { type Peppers, peppersOf } from '../platform/secrets.ts'
import { minuteMs } from '../platform/time.ts'
import { findCardInAnyState } from '../public/public-card-queries.ts'
import { createSharePoint } from '../share-points/queries.ts'

export type WalletPassRow = typeof walletPasses.$inferSelect

type PassKey = { cardId: number; wallet: Wallet }

/**
 * Creates the pass of a card with its share point, unless there is one. Returns the reason instead if the card has too
 * many share points, or is deleted.
 */
export async function createWalletPass(
  env: Bindings,
  { cardId, wallet, userId, origin }: PassKey & { userId: number; origin: string },
): Promise<'done' | 'too many active' | 'too many' | 'no card'> {
  const db = database(env.DB)
  if (await findRow(db, { cardId, wallet })) return 'done'
  // The id makes concurrent calls create one share point.
  const point = await createSharePoint(
    env,
    { cardId, userId },
    { ...plainPoint, label: walletNames[wallet], clientId: `wallet-pass-${wallet}` },
  )
  if (typeof point === 'string') return point
  const now = Date.now()
  const row = { cardId, wallet, code: point.code, origin, createdAt: now, changedAt: now }
  await repeatable(() => db.insert(walletPasses).values(row).onConflictDoNothing())
  return 'done'
}

const plainPoint = {
  kind: 'link' as const,
  activeFrom: null,
  activeTo: null,
  note: null,
  metNote: false,
  showsHidden: false,
}

/** What a pass shows: for a live card, what everyone sees; for a paused or moved card, its name; for others, nothing. */
export type WalletPass = {
  cardId: number
  isLive: boolean
  /** In the card's base language; empty if the card is not public. */
  name: string
  title: string | null
  company: string | null
  language: string
  theme: string
  logoTone: LogoTone | null
  /** Paths of stored images, or URLs of other sites. */
  images: { photo: string | undefined; logo: string | undefined; cover: string | undefined }
  /** The URL in its code. */
  url: string
  origin: string
  changedAt: number
}

/** The pass of a card; undefined if none was created. */
export async function findWalletPass(env: Bindings, key: PassKey): Promise<WalletPass | undefined> {
  const db = database(env.DB)
  const row = await findRow(db, key)
  return row && readWalletPass(env, row)
}

/** What the pass of a row shows now. */
export async function readWalletPass(env: Bindings, row: WalletPassRow): Promise<WalletPass> {
  const { cardId, code, changedAt } = row
  const origin = env.PUBLIC_ORIGIN || row.origin
  const found = await findCardInAnyState(database(env.DB), cardId)
  const card = found?.state === 'live' ? found.card : undefined
  const isNamed = found && found.state !== 'draft' && found.state !== 'left'
  const named = isNamed ? found.card : undefined
  return {
    cardId,
    isLive: card !== undefined,
    name: oneLine(named ? (named.name ?? named.slug) : ''),
    title: oneLine(card?.title) || null,
    company: oneLine(card?.company) || null,
    language: named?.language ?? 'en',
    theme: named?.theme ?? '',
    logoTone: card?.logoTone ?? null,
    images: {
      photo: safeImage(card?.profilePicture),
      logo: safeImage(card?.logoUrl),
      cover: safeImage(card?.coverPhoto),
    },
    url: origin + sharePointPath(code),
    origin,
    changedAt,
  }
}

/** The statement that deletes the passes of a card, for its erasure. */
export function deleteWalletPassesOf(db: Db, cardId: number) {
  return db.delete(walletPasses).where(eq(walletPasses.cardId, cardId))
}

function findRow(db: Db, { cardId, wallet }: PassKey): Promise<WalletPassRow | undefined> {
  return db
    .select()
    .from(walletPasses)
    .where(and(eq(walletPasses.cardId, cardId), eq(walletPasses.wallet, wallet)))
    .get()
}

/** Fields of passes have one line. */
function oneLine(text: string | null | undefined): string {
  return (text ?? '')
    .toWellFormed()
    .replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
}

/** How long a link works: long enough to scan it with a phone. */
export const walletLinkMs = 15 * minuteMs

type WalletLinkPayload = { cardId: number; wallet: Wallet; expiresAt: number }

const linkPattern = /^(apple|google)\.([1-9]\d{0,14})\.([0-9a-z]{8,9})\.([\w-]{22})$/

/** The token of a link; `expiresAt` is in milliseconds. */
export function issueWalletLink({ PEPPER }: Peppers, link: WalletLinkPayload): string {
  const { wallet, cardId, expiresAt } = link
  return [wallet, cardId, expiresAt.toString(36), linkMac(PEPPER, link)].join('.')
}

/** Returns the payload of a link token; undefined if the signature is wrong or the link has expired. */
export function readWalletLink(
  keys: Peppers,
  token: string,
  now = Date.now(),
): WalletLinkPayload | undefined {
  const [, name, id, time, mac = ''] = linkPattern.exec(token) ?? []
  const wallet = wallets.find((one) => one === name)
  if (!wallet || !time) return undefined
  const link = { wallet, cardId: Number(id), expiresAt: Number.parseInt(time, 36) }
  const isSigned = peppersOf(keys).some((pepper) => isEqual(mac, linkMac(pepper, link)))
  return isSigned && now < link.expiresAt ? link : undefined
}

/** The authentication token in the pass of a card for Apple Wallet. */
export function deviceToken({ PEPPER }: Pick<Peppers, 'PEPPER'>, cardId: number): string {
  return mac(PEPPER, `wallet device\n${cardId}`)
}

/** Returns whether the token is the one in the card's pass. After a rotation of PEPPER, tokens made with the previous one remain valid. */
export function isDeviceToken(keys: Peppers, cardId: number, token: string): boolean {
  return peppersOf(keys).some((PEPPER) => isEqual(token, deviceToken({ PEPPER }, cardId)))
}

// 128 bits.
function linkMac(pepper: string, { cardId, wallet, expiresAt }: WalletLinkPayload): string {
  return mac(pepper, `wallet link\n${wallet}\n${cardId}\n${expiresAt}`).slice(0, 22)
}

function mac(pepper: string, text: string): string {
  return createHmac('sha256', pepper).update(text).digest('base64url')
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
