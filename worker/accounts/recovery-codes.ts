/** Recovery codes: ten codes of 80 random bits, stored as hashes, each valid once. */
import { createHash, createHmac } from 'node:crypto'
import { and, eq, exists, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { Secret } from 'otpauth/bare'
import { recoveryCodes } from '../../schema/access-tables.ts'
import type { Db } from '../platform/database.ts'
import { type Peppers, peppersOf } from '../platform/peppers.ts'

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
export function redeemRecoveryCode(
  env: Peppers,
  db: Db,
  { when, ...given }: Given & { when: SQL },
) {
  const lastCall = crypto.randomUUID()
  const isRepeat = and(isCode(env, given), eq(recoveryCodes.lastCall, lastCall))
  return db
    .update(recoveryCodes)
    .set({ usedAt: Date.now(), lastCall })
    .where(or(and(unusedCode(env, given), when), isRepeat))
    .returning({ hash: recoveryCodes.hash })
}

/** SQL: whether the code is valid and unused, for the statement that depends on it. */
export function isUnusedCode(env: Peppers, db: Db, given: Given): SQL {
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
