/** Codes of a second factor: from the authenticator app, and recovery codes. */

import { createHash, createHmac } from 'node:crypto'
import { and, eq, exists, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { Secret, TOTP } from 'otpauth/bare'
import { isAppCode, wrongCodeMessage } from '../../schema/accounts/second-factor.ts'
import { recoveryCodes, secondFactors } from '../../schema/accounts/tables.ts'
import type { User } from '../../schema/users/user.ts'
import type { App, Bindings } from '../env.ts'
import { noteAudit } from '../http/audit.ts'
import { fail, tooManyRequests } from '../http/errors.ts'
import { type Db, database } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'
import {
  addressFailures,
  codeFailures,
  consumeLimit,
  refundLimit,
  resetLimit,
} from '../platform/rate-limiter.ts'
import { decrypt, type Peppers, peppersOf } from '../platform/secrets.ts'
import { sendNotice } from './email-verification.ts'
import { type Person, secondFactorEmail } from './emails.ts'

/** A correct code: `unused` is SQL that is true until it is used; `redeem` uses it up if `when` is true. */
export type RedeemableCode = {
  unused: SQL
  redeem: (when: SQL) => ReturnType<typeof redeemStep | typeof redeemRecoveryCode>
}

/** Runs in the transaction that uses up the code; false if the code was used before. */
export type OnRedeem = (code: RedeemableCode) => Promise<boolean>

/** `limitKey` is the known device, the session or the account. Without `onRedeem`, the code is only used up. */
type CodeAttempt = {
  id: number
  code: string
  limitKey: string
  address: string
  onRedeem?: OnRedeem
}

/** Checks a code. Fails with 400 `wrong-code` or with 429. Sends an email when a recovery code was used. */
export async function verifyCode(
  c: Context<App>,
  user: Person & Pick<User, 'emailVerified'>,
  attempt: CodeAttempt,
): Promise<void> {
  noteAudit(c, { userId: attempt.id })
  const check = await checkCode(c.env, attempt)
  if (check === 'wrong') fail(400, wrongCodeMessage, { code: 'wrong-code' })
  if (typeof check === 'number') tooManyRequests(check)
  noteAudit(c, { method: check === 'recovery' ? 'recovery-code' : 'code' })
  if (check === 'recovery')
    c.executionCtx.waitUntil(sendNotice(c.env, user, secondFactorEmail(c.env, user, 'used')))
}

/** Checks and uses up a code. Returns its kind, `wrong`, or the seconds to wait. */
async function checkCode(
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

export async function hasSecondFactor(db: Db, id: number): Promise<boolean> {
  return (await findConfirmedSecondFactor(db, id)) !== undefined
}

/** The confirmed factor of the user, with its encrypted secret. */
export function findConfirmedSecondFactor(db: Db, id: number) {
  return db
    .select({ secret: secondFactors.secret, confirmedAt: secondFactors.confirmedAt })
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, id), isNotNull(secondFactors.confirmedAt)))
    .get()
}

// Recovery codes: ten codes of 80 random bits, stored as hashes, each valid once.

const codeCount = 10
const codeBytes = 10

/**
 * New codes as they are displayed, the statements that replace the old codes if `when` is true, and one that reads
 * them back.
 */
export function newRecoveryCodes(db: Db, { userId, when }: { userId: number; when: SQL }) {
  const shown = Array.from({ length: codeCount }, () =>
    new Secret({ size: codeBytes }).base32.toLowerCase(),
  )
  const hashes = JSON.stringify(shown.map((code) => hashCode(userId, code)))
  return {
    shown: shown.map((code) => code.replace(/.{4}(?=.)/g, '$&-')),
    statements: [
      db.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId), when)),
      db
        .insert(recoveryCodes)
        .select(
          sql`select value as hash, ${userId} as user_id, null as used_at, null as last_call from json_each(${hashes}) where ${when}`,
        ),
    ] as const,
    made: db
      .select({ hash: recoveryCodes.hash })
      .from(recoveryCodes)
      .where(sql`${recoveryCodes.hash} in (select value from json_each(${hashes}))`),
  }
}

type Given = { userId: number; code: string }

/** The statement that uses up the code if `when` is true; returns no row for an invalid or used code. */
function redeemRecoveryCode(env: Peppers, db: Db, { when, ...given }: Given & { when: SQL }) {
  const lastCall = crypto.randomUUID()
  const isRepeat = and(isCode(env, given), eq(recoveryCodes.lastCall, lastCall))
  return db
    .update(recoveryCodes)
    .set({ usedAt: Date.now(), lastCall })
    .where(or(and(unusedCode(env, given), when), isRepeat))
    .returning({ hash: recoveryCodes.hash })
}

/** SQL: whether the code is valid and unused, for the statement that depends on it. */
function isUnusedCode(env: Peppers, db: Db, given: Given): SQL {
  return exists(
    db.select({ hash: recoveryCodes.hash }).from(recoveryCodes).where(unusedCode(env, given)),
  )
}

function unusedCode(env: Peppers, given: Given): SQL | undefined {
  return and(isCode(env, given), isNull(recoveryCodes.usedAt))
}

function isCode(env: Peppers, { userId, code }: Given): SQL | undefined {
  return and(
    inArray(recoveryCodes.hash, [hashCode(userId, code), ...legacyHashes(env, userId, code)]),
    eq(recoveryCodes.userId, userId),
  )
}

/** The number of unused codes. */
export function countCodes(db: Db, userId: number): Promise<number> {
  return db.$count(
    recoveryCodes,
    and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)),
  )
}

// 80 random bits cannot be found from their hash, so it needs no pepper and survives its rotation.
function hashCode(userId: number, code: string): string {
  return createHash('sha256').update(`recovery\n${userId}\n${code}`).digest('base64url')
}

function legacyHashes(env: Peppers, userId: number, code: string): string[] {
  return peppersOf(env).map((pepper) =>
    createHmac('sha256', pepper).update(`recovery\n${userId}\n${code}`).digest('base64url'),
  )
}

// The codes of authenticator apps (TOTP, RFC 6238 and RFC 4226): SHA-1, six digits, 30 seconds, as every app supports.

const secretBytes = 20
const period = 30_000
// Allows for clock skew and for a code that changes while it is typed.
const window = 1

export function newTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32
}

/** The time step of the code; undefined unless it is the current, previous or next step. */
export function stepOf(code: string, secret: string, now = Date.now()): number | undefined {
  const delta = new TOTP({ secret, hmac }).validate({ token: code, timestamp: now, window })
  return delta === null ? undefined : Math.floor(now / period) + delta
}

/** The `otpauth:` URI for the QR code. */
export function uriOf(secret: string, { issuer, label }: { issuer: string; label: string }) {
  return new TOTP({ secret, issuer, label, hmac }).toString()
}

function hmac(_: string, key: Uint8Array, message: Uint8Array): Uint8Array {
  return createHmac('sha1', key).update(message).digest()
}
