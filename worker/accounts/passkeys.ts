/** Stored passkeys: list, add, rename, remove. */
import { randomBytes } from 'node:crypto'
import { and, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { maxPasskeys, type Passkey, type transports } from '../../schema/accounts/passkey.ts'
import { passkeys, users } from '../../schema/accounts/tables.ts'
import type { SessionUser } from '../env.ts'
import type { Db } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'
import { timeText } from '../platform/time.ts'
import { userColumns } from '../users/queries.ts'
import { isStillSignedIn, revokeAccess } from './auth-version.ts'

/** The user's passkeys, newest first. */
export async function listPasskeys(db: Db, userId: number): Promise<Passkey[]> {
  const rows = await db
    .select(listed)
    .from(passkeys)
    .where(ofUser(userId))
    .orderBy(...newest)
  return rows.map(withIsoTimes)
}

/** Everything stored about the user's passkeys. Private keys never leave the authenticator. */
export async function exportPasskeys(db: Db, userId: number) {
  const { credentialId, publicKey, counter, transports: reached } = passkeys
  const rows = await db
    .select({ ...listed, credentialId, publicKey, counter, transports: reached })
    .from(passkeys)
    .where(ofUser(userId))
    .orderBy(...newest)
  return rows.map(withIsoTimes)
}

/** The user's passkeys as WebAuthn credential descriptors. */
export async function credentialDescriptors(db: Db, userId: number) {
  const { credentialId: id, transports: reached } = passkeys
  const rows = await db.select({ id, transports: reached }).from(passkeys).where(ofUser(userId))
  return rows.map((row) => ({ type: 'public-key' as const, ...row }))
}

type VerifiedPasskey = {
  name: string
  credentialId: string
  publicKey: string
  counter: number
  transports: (typeof transports)[number][]
}

/**
 * Stores a passkey. Returns `full` if the user has ten, `known` if it is already registered, `signed out` if the
 * session has ended.
 */
export async function storePasskey(
  db: Db,
  user: SessionUser,
  { transports: reached, ...made }: VerifiedPasskey,
  now = Date.now(),
): Promise<Passkey | 'full' | 'known' | 'signed out'> {
  const userId = user.id
  const id = randomBytes(10).toString('base64url')
  const { name, credentialId, publicKey, counter } = made
  const [, inserted, [all], signedIn] = await repeatable(() =>
    db.batch([
      db
        .insert(passkeys)
        .select(sql`
      select ${id}, ${userId}, ${name}, ${credentialId}, ${publicKey}, ${counter}, ${JSON.stringify(reached)}, ${now}, null, null
      where (select count(*) from passkeys where user_id = ${userId}) < ${maxPasskeys}
      and ${isStillSignedIn(user)}`)
        .onConflictDoNothing(),
      db.select(listed).from(passkeys).where(eq(passkeys.id, id)),
      db.select({ count: sql<number>`count(*)` }).from(passkeys).where(ofUser(userId)),
      db.select({ id: users.id }).from(users).where(isStillSignedIn(user)).limit(1),
    ]),
  )
  if (inserted[0]) return withIsoTimes(inserted[0])
  if (signedIn.length === 0) return 'signed out'
  return (all?.count ?? 0) >= maxPasskeys ? 'full' : 'known'
}

/** The renamed passkey; undefined if the user has no such passkey. */
export async function renamePasskey(
  db: Db,
  { userId, id, name }: { userId: number; id: string; name: string },
): Promise<Passkey | undefined> {
  const ownPasskey = and(ofUser(userId), eq(passkeys.id, id))
  const [row] = await repeatable(() =>
    db.update(passkeys).set({ name }).where(ownPasskey).returning(listed),
  )
  return row && withIsoTimes(row)
}

/**
 * Removes the passkey and ends the user's other sessions. Returns its name, or undefined if the user has no such
 * passkey.
 */
export async function removePasskey(
  db: Db,
  { id: userId, sessionId }: SessionUser,
  id: string,
): Promise<string | undefined> {
  const ownPasskey = and(ofUser(userId), eq(passkeys.id, id))
  const found = sql`exists (select 1 from ${passkeys} where ${ownPasskey})`
  const row = await db.select({ name: passkeys.name }).from(passkeys).where(ownPasskey).get()
  if (!row) return undefined
  await repeatable(() =>
    db.batch([
      ...revokeAccess(db, userId, { when: found, keep: { session: sessionId } }),
      db.delete(passkeys).where(ownPasskey),
    ]),
  )
  return row.name
}

/** The statement that removes all passkeys of the user, for the batch of an account recovery or erasure. */
export function deletePasskeysOf(db: Db, userId: number, when: SQL) {
  return db.delete(passkeys).where(and(ofUser(userId), when))
}

/** The passkey with this credential id and its user; undefined if it is unknown or the user is deactivated. */
export async function findPasskey(db: Db, credentialId: string) {
  const { id, publicKey, counter } = passkeys
  return db
    .select({ user: userColumns, authVersion: users.authVersion, id, publicKey, counter })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(and(eq(passkeys.credentialId, credentialId), isNull(users.deletedAt)))
    .get()
}

/** Updates the signature counter; false if a concurrent assertion was first or the passkey is gone. Repeatable. */
export async function updateCounter(
  db: Db,
  { id, from, to }: { id: string; from: number; to: number },
  now = Date.now(),
): Promise<boolean> {
  const lastCall = crypto.randomUUID()
  const isFirst = or(eq(passkeys.counter, from), eq(passkeys.lastCall, lastCall))
  const update = db
    .update(passkeys)
    .set({ counter: to, lastUsedAt: now, lastCall })
    .where(and(eq(passkeys.id, id), isFirst))
    .returning({ id: passkeys.id })
  return (await repeatable(() => update)).length > 0
}

const listed = {
  id: passkeys.id,
  name: passkeys.name,
  createdAt: passkeys.createdAt,
  lastUsedAt: passkeys.lastUsedAt,
}

const newest = [desc(passkeys.createdAt), desc(sql`rowid`)]

function ofUser(userId: number): SQL {
  return eq(passkeys.userId, userId)
}

function withIsoTimes<T extends { createdAt: number; lastUsedAt: number | null }>(row: T) {
  return {
    ...row,
    createdAt: new Date(row.createdAt).toISOString(),
    lastUsedAt: timeText(row.lastUsedAt),
  }
}

/** Names of common passkey providers by AAGUID. */
const providers: Record<string, string> = {
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Google Password Manager',
  'adce0002-35bc-c60a-648b-0b25f1f05503': 'Chrome on Mac',
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'Apple Passwords',
  'dd4ec289-e01d-41c9-bb89-70fa845d4bf2': 'iCloud Keychain, managed',
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'Windows Hello',
  '53414d53-554e-4700-0000-000000000000': 'Samsung Pass',
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
  'd548826e-79b4-40a4-a3d8-11116f7e8349': 'Bitwarden',
  '531126d6-e717-415c-9320-3d9aa6981239': 'Dashlane',
  '50726f74-6f6e-5061-7373-50726f746f6e': 'Proton Pass',
}

export function passkeyName(aaguid: string, device: string): string {
  const name = providers[aaguid] ?? device
  return name === 'Unknown' ? 'Passkey' : name.slice(0, 60)
}
