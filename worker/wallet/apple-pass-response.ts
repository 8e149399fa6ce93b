/** The response with a pass for Apple Wallet: shared by its link and the web service of Apple's devices. */
import type { Context } from 'hono'
import type { App } from '../env.ts'
import { fail, tooManyRequests } from '../http/errors.ts'
import { contentDisposition } from '../platform/download.ts'
import { consumeLimit } from '../platform/rate-limiter.ts'
import { hourSeconds } from '../platform/time.ts'
import type { WalletPass } from './wallet-passes.ts'

export const walletBrokenMessage =
  "The pass can't be signed right now. Ask the administrator to check the wallet certificates."

export async function applePassResponse(c: Context<App>, pass: WalletPass): Promise<Response> {
  // The library of signatures is used nowhere else, so it is loaded on the first response.
  const { applePassFile } = await import('./apple-file.ts')
  const file = (await applePassFile(c.env, pass)) ?? fail(503, walletBrokenMessage)
  const stem = `${c.env.PRODUCT_SHORT_NAME}-${pass.name}`
  c.header('Content-Type', 'application/vnd.apple.pkpass')
  c.header('Content-Disposition', contentDisposition({ stem, extension: 'pkpass' }))
  c.header('X-Robots-Tag', 'noindex')
  return c.body(file)
}

/** Counts a request for a card's passes; fails with 429 above the limit per hour. */
export async function limitPasses(
  c: Context<App>,
  { kind, cardId, max }: { kind: string; cardId: number; max: number },
): Promise<void> {
  const limit = { kind, subject: `${cardId}`, max, window: hourSeconds }
  const wait = await consumeLimit(c.env, limit)
  if (wait > 0) tooManyRequests(wait)
}
