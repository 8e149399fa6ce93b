/**
 * Tells devices with a pass in Apple Wallet that it has changed, if the operator bound a way to Apple's push service:
 * docs/wallet.md. Otherwise they find out when they ask.
 */
import { and, eq } from 'drizzle-orm'
import { walletDevices } from '../../schema/wallet-tables.ts'
import type { Bindings } from '../env.ts'
import { database } from '../platform/database.ts'

const pushUrl = 'https://api.push.apple.com/3/device/'
const timeoutMs = 10_000

/** Throws if the service fails. Deletes devices that no longer have the pass. */
export async function pushToDevices(env: Bindings, cardId: number): Promise<void> {
  const { APPLE_WALLET_PUSH: push } = env
  if (!push) return
  // Loaded on use, because cron jobs are a part of every isolate and the library of certificates is not.
  const { readAppleIdentity } = await import('./apple-identity.ts')
  const identity = await readAppleIdentity(env)
  if (typeof identity === 'string') throw new Error(identity)
  const db = database(env.DB)
  const ofCard = eq(walletDevices.cardId, cardId)
  const { device, pushToken } = walletDevices
  const devices = await db.select({ device, pushToken }).from(walletDevices).where(ofCard).all()
  for (const one of devices) {
    // The empty notification that Apple defines for passes.
    const response = await push.fetch(pushUrl + encodeURIComponent(one.pushToken), {
      method: 'POST',
      headers: { 'apns-topic': identity.passTypeId, 'Content-Type': 'application/json' },
      body: '{}',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await response.body?.cancel()
    if (response.status === 410)
      await db.delete(walletDevices).where(and(ofCard, eq(device, one.device)))
    else if (!response.ok) throw new Error(`Apple's push service returned ${response.status}`)
  }
}
