/** Ten codes that stand in for a lost app: 80 random bits each, stored as hashes, good for one use. */
import { createHash, createHmac } from 'node:crypto'
import { and, eq, exists, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { Secret } from 'otpauth/bare'
import { recoveryCodes } from '../../schema/access-tables.ts'
import type { Db } from '../platform/database.ts'
import { type Peppers, peppersOf } from '../platform/peppers.ts'

const codes = 10
const codeBytes = 10

/** New codes as they are shown, the statements that put them in place of the former ones, `when` that holds, and one that finds them. */
export function newRecoveryCodes(db: Db, { userId, when }: { userId: number; when: SQL }) {
  const shown = Array.from({ length: codes }, () =>
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
          sql`select value as hash, ${userId} as user_id, null as used_at from json_each(${hashes}) where ${when}`,
        ),
    ] as const,
    made: db
      .select({ hash: recoveryCodes.hash })
      .from(recoveryCodes)
      .where(sql`${recoveryCodes.hash} in (select value from json_each(${hashes}))`),
  }
}

type Given = { userId: number; code: string }

/** The statement that uses the code up `when` that holds; no row when it is none of the user's, or was used. */
export function redeemRecoveryCode(
  env: Peppers,
  db: Db,
  { when, ...given }: Given & { when: SQL },
) {
  return db
    .update(recoveryCodes)
    .set({ usedAt: Date.now() })
    .where(and(unspent(env, given), when))
    .returning({ hash: recoveryCodes.hash })
}

/** Whether it could be used up, for a statement that uses it. */
export function isUnspent(env: Peppers, db: Db, given: Given): SQL {
  return exists(
    db.select({ hash: recoveryCodes.hash }).from(recoveryCodes).where(unspent(env, given)),
  )
}

function unspent(env: Peppers, { userId, code }: Given): SQL | undefined {
  return and(
    inArray(recoveryCodes.hash, [hashCode(userId, code), ...formerHashes(env, userId, code)]),
    eq(recoveryCodes.userId, userId),
    isNull(recoveryCodes.usedAt),
  )
}

/** How many are left. */
export function countCodes(db: Db, userId: number): Promise<number> {
  return db.$count(
    recoveryCodes,
    and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)),
  )
}

// Nobody finds 80 random bits by their hash, so it needs no pepper, and outlives one.
function hashCode(userId: number, code: string): string {
  return createHash('sha256').update(`recovery\n${userId}\n${code}`).digest('base64url')
}

function formerHashes(env: Peppers, userId: number, code: string): string[] {
  return peppersOf(env).map((pepper) =>
    createHmac('sha256', pepper).update(`recovery\n${userId}\n${code}`).digest('base64url'),
  )
}
