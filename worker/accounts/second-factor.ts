/** Second factors: set up, remove and re-encrypt. Each change is one batch with all that it ends. */
import { and, eq, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { SecondFactor, SecondFactorSetup } from '../../schema/accounts/second-factor.ts'
import { recoveryCodes, secondFactors, users } from '../../schema/accounts/tables.ts'
import type { Bindings, SessionUser } from '../env.ts'
import { type Db, database, deleteSome } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'
import type { StepContext } from '../platform/jobs.ts'
import { log } from '../platform/log.ts'
import { decrypt, encrypt, pepperId } from '../platform/secrets.ts'
import { dayMs } from '../platform/time.ts'
import { canManage, canSetCredentialsOf, type UserTarget } from '../users/rules.ts'
import { isStillSignedIn, isUnchanged, revokeAccess } from './auth-version.ts'
import {
  countCodes,
  findConfirmedSecondFactor,
  newRecoveryCodes,
  newTotpSecret,
  stepOf,
  uriOf,
} from './second-factor-codes.ts'

export const secondFactorOffMessage = 'Two-step verification is off.'

/** Whether the user must set up a second factor first (`SECOND_FACTOR`). */
export function mustSetUpSecondFactor(
  env: Bindings,
  { accessLevel, secondFactor }: { accessLevel: number; secondFactor: boolean },
): boolean {
  return isRequired(env, accessLevel) && !secondFactor
}

export async function findSecondFactor(
  env: Bindings,
  { id, accessLevel }: { id: number; accessLevel: number },
): Promise<SecondFactor> {
  const db = database(env.DB)
  const row = await findConfirmedSecondFactor(db, id)
  return {
    on: row !== undefined,
    since: row?.confirmedAt ? new Date(row.confirmedAt).toISOString() : null,
    recoveryCodes: row ? await countCodes(db, id) : 0,
    required: isRequired(env, accessLevel),
  }
}

/**
 * Starts the setup: the secret for the authenticator app, valid for a day until it is confirmed. Undefined if a factor
 * is on or the session has ended.
 */
export async function startSecondFactorSetup(
  env: Bindings,
  user: SessionUser,
): Promise<SecondFactorSetup | undefined> {
  const { id, username } = user
  const secret = newTotpSecret()
  const row = { secret: await encrypt(env, id, secret), startedAt: Date.now(), lastStep: 0 }
  const begun = await repeatable(() =>
    database(env.DB)
      .insert(secondFactors)
      .select(
        sql`select ${id}, ${row.secret}, ${row.startedAt}, null, ${row.lastStep}, null where ${isStillSignedIn(user)}`,
      )
      .onConflictDoUpdate({
        target: secondFactors.userId,
        set: row,
        setWhere: isNull(secondFactors.confirmedAt),
      })
      .returning({ userId: secondFactors.userId }),
  )
  if (begun.length === 0) return undefined
  return { secret, uri: uriOf(secret, { issuer: env.PRODUCT_NAME, label: username }) }
}

/**
 * Turns the factor on with a first code and ends the user's other sessions. Returns the recovery codes, `wrong`, or
 * undefined if no setup was started or the session has ended.
 */
export async function confirmSecondFactor(
  env: Bindings,
  user: SessionUser,
  { code }: { code: string },
): Promise<string[] | 'wrong' | undefined> {
  const db = database(env.DB)
  const ofUser = eq(secondFactors.userId, user.id)
  const row = await db.select().from(secondFactors).where(ofUser).get()
  if (!row || row.confirmedAt !== null) return undefined
  const step = stepOf(code, await decrypt(env, user.id, row.secret))
  if (step === undefined) return 'wrong'
  const begun = and(ofUser, eq(secondFactors.secret, row.secret), isNull(secondFactors.confirmedAt))
  const may = sql`(exists ${db.select({ userId: secondFactors.userId }).from(secondFactors).where(begun)} and ${isStillSignedIn(user)})`
  // The codes come first: they identify this call, also when the response is lost and the batch is retried.
  const { shown, statements, made } = newRecoveryCodes(db, { userId: user.id, when: may })
  const done = sql`exists ${made}`
  const [, , stored] = await repeatable(() =>
    db.batch([
      ...statements,
      made,
      db
        .update(secondFactors)
        .set({ confirmedAt: Date.now(), lastStep: step })
        .where(and(begun, done)),
      ...revokeAccess(db, user.id, { when: done, keep: { session: user.sessionId } }),
    ]),
  )
  return stored.length > 0 ? shown : undefined
}

/** Replaces all recovery codes; undefined if no factor is on or the session has ended. */
export async function renewRecoveryCodes(
  env: Bindings,
  user: SessionUser,
): Promise<string[] | undefined> {
  const db = database(env.DB)
  const when = sql`(${isOn(user.id)} and ${isStillSignedIn(user)})`
  const { shown, statements, made } = newRecoveryCodes(db, { userId: user.id, when })
  const [, , stored] = await repeatable(() => db.batch([...statements, made]))
  return stored.length > 0 ? shown : undefined
}

/** Turns off the user's own factor with an unused code and ends the other sessions; false if it is still on. */
export async function removeOwnSecondFactor(
  db: Db,
  user: SessionUser,
  { unused }: { unused: SQL },
): Promise<boolean> {
  const { id, sessionId } = user
  const off = sql`not exists (select 1 from ${secondFactors} where user_id = ${id})`
  const [, left] = await repeatable(() =>
    db.batch([
      db
        .delete(secondFactors)
        .where(and(eq(secondFactors.userId, id), isStillSignedIn(user), unused)),
      db
        .select({ userId: secondFactors.userId })
        .from(secondFactors)
        .where(eq(secondFactors.userId, id)),
      db.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, id), off)),
      ...revokeAccess(db, id, {
        when: and(off, isUnchanged(user)),
        keep: { session: sessionId },
      }),
    ]),
  )
  return left.length === 0
}

/**
 * Turns off another user's factor, ends their sessions and revokes their tokens; false if the actor is not allowed to.
 */
export async function removeSecondFactorOf(db: Db, { actor, id }: UserTarget): Promise<boolean> {
  const may = and(
    eq(users.id, id),
    ne(users.id, actor.id),
    isNull(users.deletedAt),
    isStillSignedIn(actor),
    canManage(actor.id),
    canSetCredentialsOf(actor.id),
  )
  const allowed = sql`(exists (select 1 from ${users} where ${may}) and ${isOn(id)})`
  const [mayDrop] = await repeatable(() =>
    db.batch([
      db.select({ id: users.id }).from(users).where(may),
      ...revokeAccess(db, id, { when: allowed }),
      ...deleteSecondFactor(db, id, allowed),
    ]),
  )
  return mayDrop.length > 0
}

/** The statements that delete the factor and its recovery codes, for a batch. */
export function deleteSecondFactor(db: Db, id: number, when: SQL) {
  return [
    db.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, id), when)),
    db.delete(secondFactors).where(and(eq(secondFactors.userId, id), when)),
  ] as const
}

/** The statement that deletes setups started a day ago and never confirmed, for the cron job's batch. */
export function deleteUnconfirmedSecondFactors(db: Db, now = Date.now()) {
  const isAbandoned = and(
    isNull(secondFactors.confirmedAt),
    lt(secondFactors.startedAt, now - dayMs),
  )
  return deleteSome(db, secondFactors, isAbandoned)
}

function isRequired(env: Bindings, accessLevel: number): boolean {
  return env.SECOND_FACTOR === 'required-for-admins' && accessLevel >= 4
}

function isOn(id: number): SQL {
  return sql`exists (select 1 from ${secondFactors} where user_id = ${id} and confirmed_at is not null)`
}

const batchSize = 100

/**
 * Step of a cron job: re-encrypts the secrets of the next hundred users. Returns the id of the last one; undefined at the
 * end. Secrets that neither pepper decrypts stay unchanged, and their number is logged.
 */
export async function reencryptSecondFactors(
  env: Bindings,
  { from }: Partial<StepContext> = {},
): Promise<number | undefined> {
  const { results } = await env.DB.prepare(
    'select user_id as id, secret from second_factors where secret not like ? and user_id > ? order by user_id limit ?',
  )
    .bind(`${pepperId(env.PEPPER)}.%`, typeof from === 'number' ? from : 0, batchSize)
    .all<{ id: number; secret: string }>()
  const outcomes = await Promise.all(results.map((row) => reencrypt(env, row)))
  const lost = outcomes.filter((done) => !done).length
  if (lost > 0) log('warn', 'renew sealed secrets', { lost })
  return results.length === batchSize ? results.at(-1)?.id : undefined
}

// Does nothing if the user set up another factor in the meantime.
async function reencrypt(env: Bindings, { id, secret }: { id: number; secret: string }) {
  const plain = await decrypt(env, id, secret).catch(() => undefined)
  if (plain === undefined) return false
  const statement = env.DB.prepare(
    'update second_factors set secret = ? where user_id = ? and secret = ?',
  ).bind(await encrypt(env, id, plain), id, secret)
  await repeatable(() => statement.run())
  return true
}
