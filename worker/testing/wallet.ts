/** Wallet passes as phones get them. Only tests import this. */

import { env } from 'cloudflare:workers'
import { createHash } from 'node:crypto'
import { strFromU8, unzipSync } from 'fflate'
import * as z from 'zod/mini'
import { walletPasses } from '../../schema/wallet/tables.ts'
import { type Wallet, WalletLink } from '../../schema/wallet/wallet.ts'
import type { Bindings } from '../env.ts'
import { issueWalletLink } from '../wallet/wallet-passes.ts'
import { cardsPath, db, origin, request } from './app.ts'
import { startSession } from './sessions.ts'

/** The variables of the worker, with those of wallets. */
export const walletEnv: Bindings = env

const Manifest = z.record(z.string(), z.string())

export type PassFile = Awaited<ReturnType<typeof readPassFile>>

/** The files of a pass, its pass.json and manifest; throws unless the response is one. */
export async function readPassFile(response: Response) {
  if (response.headers.get('Content-Type') !== 'application/vnd.apple.pkpass')
    throw new Error(`${response.status} ${await response.text()}`)
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  const textOf = (name: string) => strFromU8(files[name] ?? new Uint8Array())
  const json: unknown = JSON.parse(textOf('pass.json'))
  return {
    files,
    json,
    text: textOf('pass.json'),
    manifest: Manifest.parse(JSON.parse(textOf('manifest.json'))),
  }
}

/** The owner's link to the pass of their card, as a path. */
export async function makeWalletLink(
  card: { id: number; userId: number },
  wallet: Wallet = 'apple',
): Promise<string> {
  const Cookie = `sid=${await startSession(db, card.userId, 'Unknown')}`
  const path = `${cardsPath}/${card.id}/wallet`
  const response = await request('POST', path, { wallet }, { Cookie })
  if (response.status !== 201) throw new Error(await response.text())
  return new URL(WalletLink.parse(await response.json()).url).pathname
}

/** The path of a card's pass, without its owner and share point. */
export async function storePass(cardId: number, wallet: Wallet): Promise<string> {
  const now = Date.now()
  const row = { cardId, wallet, code: 'AAAAAA', origin, createdAt: now, changedAt: now }
  await db.insert(walletPasses).values(row).onConflictDoNothing()
  return `/wallet/${issueWalletLink(walletEnv, { cardId, wallet, expiresAt: now + 60_000 })}`
}

/** The pass of a card for Google Wallet, as JSON in the link to it; the signature is not verified. */
export async function googlePassText(path: string): Promise<string> {
  const location = (await request('GET', path)).headers.get('Location') ?? ''
  return Buffer.from(location.split('.').at(-2) ?? '', 'base64url').toString()
}

/** The pass of a card for Apple Wallet. */
export async function downloadPass(card: { id: number; userId: number }) {
  return readPassFile(await request('GET', await makeWalletLink(card)))
}

export function sha1(bytes: Uint8Array | undefined): string {
  return createHash('sha1')
    .update(bytes ?? '')
    .digest('hex')
}

/** What OpenSSL says about the signature of a pass: 200 with its structure, or 400. */
export function verifyWithOpenssl({ files }: PassFile): Promise<Response> {
  const base64 = (name: string) => Buffer.from(files[name] ?? '').toString('base64')
  const body = JSON.stringify({
    manifest: base64('manifest.json'),
    signature: base64('signature'),
    trusted: walletEnv.APPLE_WALLET_WWDR,
  })
  return fetch('http://openssl.test/', { method: 'POST', body })
}
