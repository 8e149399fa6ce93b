/** Updates passes in the wallets after their cards were saved: an outbox of changed passes, and pushes to Apple's devices. */
import { and, eq, sql } from 'drizzle-orm'
import { walletDevices, walletPasses } from '../../schema/wallet/tables.ts'
import type { Bindings } from '../env.ts'
import { database } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'
import type { StepContext } from '../platform/jobs.ts'
import { log } from '../platform/log.ts'
import { minuteMs } from '../platform/time.ts'
import { hasWallet } from './configured.ts'
import { googleDetails, readGoogleIssuer, updateGooglePass } from './google-pass.ts'
import { readWalletPass, type WalletPassRow } from './wallet-passes.ts'

// Updating a pass may take twenty seconds.
const passesPerStep = 5
// After 1, 2, 4, … 64 minutes, then every hour: about three days.
const maxTries = 75

/** Step of a cron job: updates the next passes that are due; `more` if others may be. */
export async function updateWallets(
  env: Bindings,
  { now }: Pick<StepContext, 'now'>,
): Promise<'more' | undefined> {
  const db = database(env.DB)
  const rows = await db
    .update(walletPasses)
    .set({
      tries: sql`${walletPasses.tries} + 1`,
      dueAt: sql`${now} + ${minuteMs} * (1 << min(${walletPasses.tries}, 6))`,
    })
    .where(
      sql`(card_id, wallet) in (select card_id, wallet from wallet_passes where due_at <= ${now}
        order by due_at limit ${passesPerStep})`,
    )
    .returning()
  for (const row of rows) await updatePass(env, row)
  return rows.length === passesPerStep ? 'more' : undefined
}

async function updatePass(env: Bindings, row: WalletPassRow): Promise<void> {
  const { cardId, wallet, changedAt, tries } = row
  try {
    if (hasWallet(env, wallet)) await notifyWallet(env, row)
  } catch (error) {
    log('warn', 'wallet', { wallet, error })
    if (tries < maxTries) return
  }
  // A pass that changed again meanwhile stays due.
  await repeatable(() =>
    database(env.DB)
      .update(walletPasses)
      .set({ dueAt: null, tries: 0 })
      .where(
        and(
          eq(walletPasses.cardId, cardId),
          eq(walletPasses.wallet, wallet),
          eq(walletPasses.changedAt, changedAt),
        ),
      ),
  )
}

async function notifyWallet(env: Bindings, row: WalletPassRow): Promise<void> {
  if (row.wallet === 'apple') return pushToDevices(env, row.cardId)
  const issuer = readGoogleIssuer(env)
  if (typeof issuer === 'string') throw new Error(issuer)
  const details = await googleDetails(env, issuer)
  await updateGooglePass(await readWalletPass(env, row), issuer, details)
}

const pushUrl = 'https://api.push.apple.com/3/device/'
const timeoutMs = 10_000

/** Pushes to the card's devices, and deletes devices that no longer have the pass. Throws after the last one if any failed. */
async function pushToDevices(env: Bindings, cardId: number): Promise<void> {
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

/** Sends the empty notification that Apple defines for passes. Returns `done`, `gone`, or the status and reason of a failure. */
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
