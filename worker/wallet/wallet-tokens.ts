/** Secrets of wallet passes, which are signed and not stored: links that add a pass, and the tokens of Apple's devices. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Wallet, wallets } from '../../schema/wallet/wallet.ts'
import { type Peppers, peppersOf } from '../platform/secrets.ts'
import { minuteMs } from '../platform/time.ts'

/** How long a link works: long enough to scan it with a phone. */
export const walletLinkMs = 15 * minuteMs

export type WalletLinkPayload = { cardId: number; wallet: Wallet; expiresAt: number }

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
