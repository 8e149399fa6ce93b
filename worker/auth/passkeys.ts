/** The passkeys of accounts as they are stored: listed, added, named, removed. */
import { randomBytes } from 'node:crypto'
import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { passkeys } from '../../schema/access-tables.ts'
import { maxPasskeys, type Passkey, type transports } from '../../schema/passkey.ts'
import { users } from '../../schema/tables.ts'
import type { SessionUser } from '../env.ts'
import type { Db } from '../platform/database.ts'
import { userColumns } from '../users/store.ts'
import { isStillSignedIn, revokeAccess } from './auth-version.ts'

/** The user's, the newest first. */
export async function listPasskeys(db: Db, userId: number): Promise<Passkey[]> {
  const rows = await db
    .select(listed)
    .from(passkeys)
    .where(theirs(userId))
    .orderBy(...newest)
  return rows.map(readable)
}

/** All that is kept of the user's: what the passkeys have in private never reaches us. */
export async function exportPasskeys(db: Db, userId: number) {
  const { credentialId, publicKey, counter, transports: reached } = passkeys
  const rows = await db
    .select({ ...listed, credentialId, publicKey, counter, transports: reached })
    .from(passkeys)
    .where(theirs(userId))
    .orderBy(...newest)
  return rows.map(readable)
}

/** What browsers know the user's by. */
export async function namedPasskeys(db: Db, userId: number) {
  const { credentialId: id, transports: reached } = passkeys
  const rows = await db.select({ id, transports: reached }).from(passkeys).where(theirs(userId))
  return rows.map((row) => ({ type: 'public-key' as const, ...row }))
}

export type Made = {
  name: string
  credentialId: string
  publicKey: string
  counter: number
  transports: (typeof transports)[number][]
}

/** The new passkey; `full` when the user has ten, `known` when it is somebody's already, `signed out` when they are. */
export async function keepPasskey(
  db: Db,
  user: SessionUser,
  { transports: reached, ...made }: Made,
  now = Date.now(),
): Promise<Passkey | 'full' | 'known' | 'signed out'> {
  const userId = user.id
  const id = randomBytes(10).toString('base64url')
  const { name, credentialId, publicKey, counter } = made
  const [, kept, [all], signedIn] = await db.batch([
    db
      .insert(passkeys)
      .select(sql`
      select ${id}, ${userId}, ${name}, ${credentialId}, ${publicKey}, ${counter}, ${JSON.stringify(reached)}, ${now}, null
      where (select count(*) from passkeys where user_id = ${userId}) < ${maxPasskeys}
      and ${isStillSignedIn(user)}`)
      .onConflictDoNothing(),
    db.select(listed).from(passkeys).where(eq(passkeys.id, id)),
    db.select({ count: sql<number>`count(*)` }).from(passkeys).where(theirs(userId)),
    db.select({ id: users.id }).from(users).where(isStillSignedIn(user)).limit(1),
  ])
  if (kept[0]) return readable(kept[0])
  if (signedIn.length === 0) return 'signed out'
  return (all?.count ?? 0) >= maxPasskeys ? 'full' : 'known'
}

/** The passkey with its new name; undefined when it is none of the user's. */
export async function renamePasskey(
  db: Db,
  { userId, id, name }: { userId: number; id: string; name: string },
): Promise<Passkey | undefined> {
  const mine = and(theirs(userId), eq(passkeys.id, id))
  const [row] = await db.update(passkeys).set({ name }).where(mine).returning(listed)
  return row && readable(row)
}

/** Removes it and ends every other session of the user; its name, or undefined when it is none of theirs. */
export async function removePasskey(
  db: Db,
  { id: userId, sessionId }: SessionUser,
  id: string,
): Promise<string | undefined> {
  const mine = and(theirs(userId), eq(passkeys.id, id))
  const found = sql`exists (select 1 from ${passkeys} where ${mine})`
  const row = await db.select({ name: passkeys.name }).from(passkeys).where(mine).get()
  if (!row) return undefined
  await db.batch([
    ...revokeAccess(db, userId, { when: found, keep: { session: sessionId } }),
    db.delete(passkeys).where(mine),
  ])
  return row.name
}

/** The statement that removes all of the user's: for the batch of what gives an account back to its owner, or erases it. */
export function dropPasskeysOf(db: Db, userId: number, when: SQL) {
  return db.delete(passkeys).where(and(theirs(userId), when))
}

/** The passkey that browsers know by this, and whose it is; undefined when it is nobody's, or its owner is gone. */
export async function findPasskey(db: Db, credentialId: string) {
  const { id, publicKey, counter } = passkeys
  return db
    .select({ user: userColumns, authVersion: users.authVersion, id, publicKey, counter })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(and(eq(passkeys.credentialId, credentialId), isNull(users.deletedAt)))
    .get()
}

/** Moves its counter on from what it was; false when another answer was first, or it is gone. */
export async function countUse(
  db: Db,
  { id, from, to }: { id: string; from: number; to: number },
  now = Date.now(),
): Promise<boolean> {
  const used = await db
    .update(passkeys)
    .set({ counter: to, lastUsedAt: now })
    .where(and(eq(passkeys.id, id), eq(passkeys.counter, from)))
    .returning({ id: passkeys.id })
  return used.length > 0
}

const listed = {
  id: passkeys.id,
  name: passkeys.name,
  createdAt: passkeys.createdAt,
  lastUsedAt: passkeys.lastUsedAt,
}

const newest = [desc(passkeys.createdAt), desc(sql`rowid`)]

function theirs(userId: number): SQL {
  return eq(passkeys.userId, userId)
}

function readable<T extends { createdAt: number; lastUsedAt: number | null }>(row: T) {
  return {
    ...row,
    createdAt: new Date(row.createdAt).toISOString(),
    lastUsedAt: row.lastUsedAt === null ? null : new Date(row.lastUsedAt).toISOString(),
  }
}

/** What a new passkey is called until its owner names it: after where it is kept, when that is known, else after the device. */

/** The makers' own numbers (AAGUID) of what keeps most passkeys. */
const keepers: Record<string, string> = {
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
  const name = keepers[aaguid] ?? device
  return name === 'Unknown' ? 'Passkey' : name.slice(0, 60)
}
