/** Sending reset links, after the caller has already been answered. */

import { and, desc, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { resetTokens } from '../../schema/access-tables.ts'
import { users } from '../../schema/tables.ts'
import { AccountEmail } from '../../schema/text.ts'
import type { User } from '../../schema/user.ts'
import type { Bindings } from '../env.ts'
import { type Db, database } from '../platform/database.ts'
import { log } from '../platform/log.ts'
import { sendMail } from '../platform/mail.ts'
import { limitMail } from '../platform/mail-limits.ts'
import { consumeLimit } from '../platform/rate-limiter.ts'
import { hashToken, newToken } from '../platform/tokens.ts'
import { sendVerification } from '../users/email-verification.ts'
import { resetEmail } from '../users/emails.ts'
import { passwordPrint, userColumns } from '../users/store.ts'
import { revokeAccess } from './auth-version.ts'
import { dropPasskeysOf } from './passkeys.ts'
import { knownDevice } from './sign-in.ts'

const hour = 3600
const perEmail = 5
const perAddress = 60
// Less than the mailbox gets in a day, so that one network does not use that up.
const perEmailAndAddress = 4
const perDevice = 3
const tries = 3
const pause = 500
// The answer is on its way by then, so that what is done for a known address holds nothing up.
const headStart = 100

/** `device` is the cookie of `deviceCookie`. */
type Asked = { email: string; address: string; device: string | undefined; origin: string }

/**
 * A link for each account whose confirmed email that is, or else one to confirm it for each that has it; none beyond 60 an
 * hour for a network address, 5 an hour for an email and 4 a day for both together. A device that its user signed in on
 * has 3 an hour of its own, so strangers cannot keep the owner from a link. Never fails: whoever asked was told that a
 * link comes, so storage in trouble is asked three times, and then it is one line in the log.
 * Resolves to the ids of the accounts that links were sent to.
 */
export async function sendResetLinks(env: Bindings, asked: Asked): Promise<number[]> {
  await scheduler.wait(headStart)
  for (let turn = 1; turn <= tries; turn += 1) {
    const outcome = await send(env, asked).then(
      (sent) => ({ sent }),
      (error: unknown) => ({ error }),
    )
    if ('sent' in outcome) return outcome.sent
    if (turn < tries) await scheduler.wait(pause * 4 ** (turn - 1))
    else log('warn', 'reset links', { error: outcome.error })
  }
  return []
}

async function send(env: Bindings, asked: Asked): Promise<number[]> {
  const { email, origin } = asked
  const db = database(env.DB)
  const owner = await findOwner(env, db, asked)
  if (owner ? await isBeyondOwn(env, owner) : await isBeyond(env, asked)) return []
  const issued = await issueResetTokens(db, email)
  // Whoever gets no link is told how to get one, unless the address is somebody's who confirmed it.
  const others = issued.length > 0 ? [] : await findUnverified(db, email)
  await Promise.all(
    issued.map(({ email: to, username, token }) =>
      sendMail(env, {
        ...resetEmail(env, { to, username, link: `${origin}/auth#t=${token}` }),
        ...(owner && { kind: 'notice' }),
      }),
    ),
  )
  await Promise.all(others.map((user) => sendVerification(env, user, { origin })))
  return issued.map(({ id }) => id)
}

/** What the device is counted by, when the email is that of a user who signed in on it. */
async function findOwner(env: Bindings, db: Db, { email, device }: Asked) {
  const userId = Number(device?.split('.')[0])
  const known = userId ? knownDevice(env, device, userId) : undefined
  return known && (await hasConfirmedEmail(db, userId, email)) ? known : undefined
}

async function isBeyondOwn(env: Bindings, who: string): Promise<boolean> {
  return (await consumeLimit(env, { kind: 'reset device', who, most: perDevice, window: hour })) > 0
}

async function isBeyond(env: Bindings, { email, address }: Asked): Promise<boolean> {
  const who = (AccountEmail.safeParse(email).data ?? email).toLowerCase()
  const turns = [
    { kind: 'reset address', who: address, most: perAddress, window: hour },
    { kind: 'reset pair', who: `${who} ${address}`, most: perEmailAndAddress, window: 24 * hour },
    { kind: 'reset', who, most: perEmail, window: hour },
  ]
  for (const turn of turns) if (await consumeLimit(env, turn)) return true
  // Before a link is made: one that is not sent would void those that were.
  return !(await limitMail(env, { to: email, kind: 'reset' }))
}

// Links that set a new password: random, hashed, good for an hour and for one use (security.md 3.5).

const lifetime = 3_600_000
// Several accounts may share an address; each gets a link of its own.
const mostAccounts = 5
// Of an account: the owner's link stays good when a stranger asks for another.
const mostTokens = 3

/** A new token for each account whose confirmed address that still is when they are stored. The three newest of an account are good. */
export async function issueResetTokens(
  db: Db,
  email: string,
  now = Date.now(),
): Promise<{ id: number; email: string; username: string; token: string }[]> {
  const owners = await db
    .select({ id: users.id, username: users.username, email: users.email })
    .from(users)
    .where(isConfirmed(email))
    .limit(mostAccounts)
    .all()
  if (owners.length === 0) return []
  const issued = owners.map((owner) => ({
    ...owner,
    token: newToken(),
  }))
  const rows = JSON.stringify(issued.map(({ id, token }) => [id, hashToken(token)]))
  const ids = owners.map(({ id }) => id)
  const [, , stored] = await db.batch([
    db
      .delete(resetTokens)
      .where(
        sql`${inArray(resetTokens.userId, ids)} and (select count(*) from reset_tokens as newer where newer.user_id = ${resetTokens.userId} and (newer.expires_at, newer.hash) > (${resetTokens.expiresAt}, ${resetTokens.hash})) >= ${mostTokens - 1}`,
      ),
    db
      .insert(resetTokens)
      .select(
        sql`select value ->> 1 as hash, ${users.id} as user_id, ${passwordPrint} as password_print, ${now + lifetime} as expires_at, null as used_at from json_each(${rows}) join ${users} on ${users.id} = value ->> 0 where ${isConfirmed(email)}`,
      )
      .onConflictDoNothing(),
    db
      .select({ userId: resetTokens.userId })
      .from(resetTokens)
      .where(sql`${resetTokens.hash} in (select value ->> 1 from json_each(${rows}))`),
  ])
  return issued.filter(({ id }) => stored.some(({ userId }) => userId === id))
}

async function hasConfirmedEmail(db: Db, userId: number, email: string): Promise<boolean> {
  return (await db.$count(users, and(eq(users.id, userId), isConfirmed(email)))) > 0
}

/** The newest accounts that have the address and did not confirm it. */
async function findUnverified(db: Db, email: string) {
  return db
    .select({ id: users.id, username: users.username, email: users.email })
    .from(users)
    .where(and(hasAddress(email), isNull(users.emailVerifiedAt)))
    .orderBy(desc(users.id))
    .limit(mostAccounts)
    .all()
}

/** Whether the token would be accepted now: asked before the costly hash of the new password is made. */
export async function isSpendable(db: Db, token: string, now = Date.now()): Promise<boolean> {
  const row = await db
    .select({ userId: resetTokens.userId })
    .from(resetTokens)
    .where(spendable(token, now))
    .get()
  return row !== undefined
}

/** Uses the token up, sets the password, ends every session and removes every passkey: the user, or undefined for a token that is no good. */
export async function redeemResetToken(
  db: Db,
  { token, password }: { token: string; password: string },
  now = Date.now(),
): Promise<User | undefined> {
  const row = await db
    .select({ userId: resetTokens.userId })
    .from(resetTokens)
    .where(eq(resetTokens.hash, hashToken(token)))
    .get()
  if (!row) return undefined
  const may = sql`exists (select 1 from ${resetTokens} where ${spendable(token, now)})`
  const reset = sql`exists (select 1 from ${users} where id = ${row.userId} and password = ${password})`
  const [, spent] = await db.batch([
    db
      .update(users)
      .set({ password, mustChangePassword: false })
      .where(and(eq(users.id, row.userId), may)),
    // The hash is this call's own: its salt is random.
    db
      .select(userColumns)
      .from(users)
      .where(and(eq(users.id, row.userId), reset)),
    dropPasskeysOf(db, row.userId, reset),
    ...revokeAccess(db, row.userId, { when: reset }),
  ])
  return spent[0]
}

/** The statement that drops tokens nobody can use any more, for the cron's batch. */
export function deleteExpiredResetTokens(db: Db, now = Date.now()) {
  return db.delete(resetTokens).where(lt(resetTokens.expiresAt, now))
}

function isConfirmed(email: string) {
  return and(hasAddress(email), isNotNull(users.emailVerifiedAt))
}

// In the spelling of now, or as it is typed, for an account from before addresses had one.
function hasAddress(email: string) {
  const spelled = AccountEmail.safeParse(email).data ?? email
  const matches = sql`(${users.email} = ${spelled} collate nocase or ${users.email} = ${email} collate nocase)`
  return and(matches, isNull(users.deletedAt))
}

function spendable(token: string, now: number) {
  return and(
    eq(resetTokens.hash, hashToken(token)),
    isNull(resetTokens.usedAt),
    sql`${resetTokens.expiresAt} > ${now}`,
    sql`${resetTokens.passwordPrint} = (select ${passwordPrint} from ${users} where ${users.id} = ${resetTokens.userId} and ${users.deletedAt} is null)`,
  )
}
