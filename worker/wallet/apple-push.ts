/**
 * Tells devices with a pass in Apple Wallet that it has changed, if the operator bound a way to Apple's push service:
 * docs/wallet.md. Otherwise they find out when they ask.
 */
import { and, eq } from 'drizzle-orm'
import { walletDevices } from '../../schema/wallet/tables.ts'
import type { Bindings } from '../env.ts'
import { database } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'

const pushUrl = 'https://api.push.apple.com/3/device/'
const timeoutMs = 10_000

/** Deletes devices that no longer have the pass. Throws after the last device if the service failed for one. */
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
  const failures: string[] = []
  for (const one of devices) {
    const outcome = await pushTo(push, one.pushToken, identity.passTypeId).catch(String)
    if (outcome === 'gone')
      await repeatable(() => db.delete(walletDevices).where(and(ofCard, eq(device, one.device))))
    else if (outcome !== 'done') failures.push(outcome)
  }
  if (failures.length > 0)
    throw new Error(`Pushing to Apple failed: ${[...new Set(failures)].join(', ')}`)
}

/** Sends the empty notification that Apple defines for passes. Returns the status and reason of a failure. */
async function pushTo(push: Fetcher, token: string, topic: string): Promise<string> {
  const response = await push.fetch(pushUrl + encodeURIComponent(token), {
    method: 'POST',
    headers: { 'apns-topic': topic, 'Content-Type': 'application/json' },
    body: '{}',
    signal: AbortSignal.timeout(timeoutMs),
  })
  const text = await response.text()
  if (response.ok) return 'done'
  const reason = /"reason":\s*"(\w{1,40})"/.exec(text)?.[1]
  if (response.status === 410 || reason === 'BadDeviceToken') return 'gone'
  return reason ? `${response.status} ${reason}` : `${response.status}`
}
