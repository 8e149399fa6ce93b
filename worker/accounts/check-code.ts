/** Checks and uses up the codes of a second factor: those of the authenticator app, and recovery codes. */
import { and, eq, lt, or, type SQL, sql } from 'drizzle-orm'
import { secondFactors } from '../../schema/access-tables.ts'
import { isAppCode } from '../../schema/second-factor.ts'
import type { Bindings } from '../env.ts'
import { type Db, database } from '../platform/database.ts'
import { decrypt } from '../platform/encryption.ts'
import {
  addressFailures,
  codeFailures,
  consumeLimit,
  refundLimit,
  resetLimit,
} from '../platform/rate-limiter.ts'
import { repeatable } from '../platform/repeatable.ts'
import { isUnusedCode, redeemRecoveryCode } from './recovery-codes.ts'
import { findConfirmedSecondFactor, hasSecondFactor } from './second-factor.ts'
import { stepOf } from './totp.ts'

/** A correct code: `unused` is SQL that is true until it is used; `redeem` uses it up if `when` is true. */
export type RedeemableCode = {
  unused: SQL
  redeem: (when: SQL) => ReturnType<typeof redeemStep | typeof redeemRecoveryCode>
}

/** Runs in the transaction that uses up the code; false if the code was used before. */
export type OnRedeem = (code: RedeemableCode) => Promise<boolean>

/** `limitKey` is the known device, the session or the account. Without `onRedeem`, the code is only used up. */
export type CodeAttempt = {
  id: number
  code: string
  limitKey: string
  address: string
  onRedeem?: OnRedeem
}

/** Checks and uses up a code. Returns its kind, `wrong`, or the seconds to wait. */
export async function checkCode(
  env: Bindings,
  attempt: CodeAttempt,
): Promise<'app' | 'recovery' | 'wrong' | number> {
  return isAppCode(attempt.code) ? checkAppCode(env, attempt) : checkRecoveryCode(env, attempt)
}

async function checkAppCode(env: Bindings, { id, code, limitKey, onRedeem }: CodeAttempt) {
  const failures = codeFailures(limitKey)
  const db = database(env.DB)
  const [wait, row] = await Promise.all([
    consumeLimit(env, failures),
    findConfirmedSecondFactor(db, id),
  ])
  if (wait > 0) return wait
  const step = row && stepOf(code, await decrypt(env, id, row.secret))
  if (step === undefined) return 'wrong'
  const unused = sql`exists (select 1 from ${secondFactors} where user_id = ${id} and confirmed_at is not null and last_step < ${step})`
  const redeem = (when: SQL) => redeemStep(db, { id, step, when })
  const used = await (onRedeem ? onRedeem({ unused, redeem }) : isRedeemed(redeem))
  if (!used) return 'wrong'
  await resetLimit(env, failures)
  return 'app'
}

// Of two requests with the same code, only the first advances the step (RFC 6238, section 5.2).
function redeemStep(db: Db, { id, step, when }: { id: number; step: number; when: SQL }) {
  const lastCall = crypto.randomUUID()
  const isRepeat = and(eq(secondFactors.lastStep, step), eq(secondFactors.lastCall, lastCall))
  return db
    .update(secondFactors)
    .set({ lastStep: step, lastCall })
    .where(
      and(eq(secondFactors.userId, id), or(and(lt(secondFactors.lastStep, step), when), isRepeat)),
    )
    .returning({ userId: secondFactors.userId })
}

async function isRedeemed(redeem: RedeemableCode['redeem']): Promise<boolean> {
  const statement = redeem(sql`true`)
  return repeatable(async () => (await statement).length > 0)
}

// 80 bits cannot be guessed, so attempts are counted by address only, and the owner of a code always gets in.
async function checkRecoveryCode(env: Bindings, { id, code, address, onRedeem }: CodeAttempt) {
  const failures = addressFailures(env, address)
  const db = database(env.DB)
  const [wait, isOn] = await Promise.all([consumeLimit(env, failures), hasSecondFactor(db, id)])
  if (wait > 0) return wait
  if (!isOn) return 'wrong'
  const given = { userId: id, code }
  const redeem = (when: SQL) => redeemRecoveryCode(env, db, { ...given, when })
  const unused = isUnusedCode(env, db, given)
  const used = await (onRedeem ? onRedeem({ unused, redeem }) : isRedeemed(redeem))
  if (!used) return 'wrong'
  await refundLimit(env, failures)
  return 'recovery'
}
