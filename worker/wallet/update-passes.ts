/** Brings passes that changed into the wallets: an outbox of the passes whose cards were saved. */
import { and, eq, sql } from 'drizzle-orm'
import { walletPasses } from '../../schema/wallet/tables.ts'
import type { Bindings } from '../env.ts'
import { database } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'
import type { StepContext } from '../platform/jobs.ts'
import { log } from '../platform/log.ts'
import { minuteMs } from '../platform/time.ts'
import { pushToDevices } from './apple-push.ts'
import { hasWallet } from './configured.ts'
import { googleDetails, readGoogleIssuer } from './google-issuer.ts'
import { updateGooglePass } from './google-pass.ts'
import { readWalletPass, type WalletPassRow } from './wallet-passes.ts'

// Each may take twenty seconds.
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
  for (const row of rows) await updateOne(env, row)
  return rows.length === passesPerStep ? 'more' : undefined
}

async function updateOne(env: Bindings, row: WalletPassRow): Promise<void> {
  const { cardId, wallet, changedAt, tries } = row
  try {
    if (hasWallet(env, wallet)) await tellWallet(env, row)
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

async function tellWallet(env: Bindings, row: WalletPassRow): Promise<void> {
  if (row.wallet === 'apple') return pushToDevices(env, row.cardId)
  const issuer = readGoogleIssuer(env)
  if (typeof issuer === 'string') throw new Error(issuer)
  const details = await googleDetails(env, issuer)
  await updateGooglePass(await readWalletPass(env, row), issuer, details)
}
