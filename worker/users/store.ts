/** Users in the database: the only module that selects the password column. */
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { businessCards, users } from '../../schema/tables.ts'
import type { User, UserRow } from '../../schema/user.ts'
import { freeSlug, slugTaken, takenByAnother } from '../cards/slugs.ts'
import { newCardValues } from '../cards/store.ts'
import type { Db } from '../platform/database.ts'
import { oneLineName, usernameSkeleton } from './usernames.ts'

/** All a caller may see of a user: never the password. */
export const userColumns = {
  id: users.id,
  username: users.username,
  email: users.email,
  phone: users.phone,
  fullName: users.fullName,
  accessLevel: users.accessLevel,
  createdAt: users.createdAt,
  mustChangePassword: users.mustChangePassword,
  emailVerified: sql`users.email_verified_at is not null`.mapWith(Boolean),
}

// Drizzle drops the table's name from columns in a select list, so `users.id` is written out.

/** Whether a second factor is on, beside columns of `users`. */
export const withFactor =
  sql`exists (select 1 from second_factors where user_id = users.id and confirmed_at is not null)`.mapWith(
    Boolean,
  )

export const userRowColumns = {
  ...userColumns,
  deletedAt: users.deletedAt,
  secondFactor: withFactor,
  cardSlug: sql<
    string | null
  >`(select slug from business_cards where user_id = users.id and deleted_at is null order by id limit 1)`,
}

/** What ties a reset link to the password it was asked for: the end of the stored hash. */
export const passwordPrint = sql<string>`substr(${users.password}, -16)`

export type UserFields = {
  username: string
  /** The hash, as `hashPassword` makes it. */
  password: string
  email: string
  phone?: string | null
  fullName: string
  accessLevel: number
  mustChangePassword?: boolean
  /** For who is made by whoever runs the installation. */
  emailVerified?: boolean
  /** Whether whoever makes the user still may, for the statement that does. */
  may?: SQL
  /** Made from the username when absent. */
  cardSlug?: string | null
  /** Of the first card. */
  theme?: string
}

/** Makes the user and their first card, both or neither, and what else is of theirs from the start. */
export async function createUser(
  db: Db,
  { cardSlug, theme, may, ...fields }: UserFields,
  also: BatchItem<'sqlite'>[] = [],
): Promise<User | 'username taken' | 'slug taken' | 'not allowed'> {
  if (cardSlug && (await slugTaken(db, cardSlug))) return 'slug taken'
  const slug = cardSlug ?? (await freeSlug(db, fields.username))
  const { username, password, email, phone, mustChangePassword } = fields
  // Null, and so a refusal of the whole batch, when who makes the user lost the level while the password was hashed.
  const accessLevel = may ? sql`iif(${may}, ${fields.accessLevel}, null)` : fields.accessLevel
  const emailVerifiedAt = fields.emailVerified ? new Date().toISOString() : null
  const fullName = oneLineName(fields.fullName)
  const owner = idOf(username)
  const card = newCardValues({ slug, name: fullName, email, phone, theme })
  const made = await db
    .batch([
      db
        .insert(users)
        .values({
          usernameSkeleton: usernameSkeleton(username),
          ...{ username, password, email, emailVerifiedAt, phone, fullName, accessLevel },
          mustChangePassword,
        })
        .returning(userColumns),
      // A slug that became another card's since the check makes the owner null, and the batch fails as a whole.
      db.insert(businessCards).values({
        ...card,
        userId: sql`iif(${takenByAnother(slug.toLowerCase(), 0)}, null, ${owner})`,
      }),
      ...also,
    ])
    .catch(refusalIn)
  if (typeof made !== 'string') return one(made[0])
  // What is taken may be taken by this very call, whose first answer was lost.
  return (await findOwnerOf(db, card.uid)) ?? made
}

/** The id of who has the name, for a statement in the batch that makes them. */
export function idOf(username: string): SQL {
  return sql`(select id from users where username = ${username} collate nocase)`
}

async function findOwnerOf(db: Db, uid: string): Promise<User | undefined> {
  return db
    .select(userColumns)
    .from(users)
    .innerJoin(businessCards, eq(businessCards.userId, users.id))
    .where(eq(businessCards.uid, uid))
    .get()
}

function refusalIn(error: unknown) {
  return /users[._]access_level/.test(reasons(error)) ? 'not allowed' : conflictIn(error)
}

/** What the database refused, as an outcome; anything else is thrown on. */
export function conflictIn(error: unknown): 'username taken' | 'slug taken' {
  const told = reasons(error)
  if (/users[._]username/.test(told)) return 'username taken'
  if (/business_cards[._](slug|user_id)/.test(told)) return 'slug taken'
  throw error
}

function reasons(error: unknown): string {
  return error instanceof Error ? `${error.message}\n${reasons(error.cause)}` : ''
}

function one<T>([row]: T[]): T {
  if (!row) throw new Error('The database made no row')
  return row
}

export async function findUser(db: Db, id: number): Promise<User | undefined> {
  return db
    .select(userColumns)
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .get()
}

/** The user with the slug of their first card, the oldest that is not deleted. */
export async function findUserRow(db: Db, id: number): Promise<UserRow | undefined> {
  const row = await findUserAtAll(db, id)
  return row?.deletedAt ? undefined : row
}

/** The same for one who may be deleted and not erased yet. */
export async function findUserAtAll(db: Db, id: number): Promise<UserRow | undefined> {
  return db.select(userRowColumns).from(users).where(eq(users.id, id)).get()
}

/** The first user is made by the set-up; until then nobody may register. */
export async function isSetUp(db: Db): Promise<boolean> {
  return (await findUser(db, 1)) !== undefined
}

/** The user of that name in any case, with the stored hash beside. */
export async function findUserToSignIn(db: Db, username: string) {
  return withHash(db, sql`${users.username} = ${username} collate nocase`)
}

/** The user with the stored hash beside, to check the password again. */
export async function findUserToConfirm(db: Db, id: number) {
  return withHash(db, eq(users.id, id))
}

async function withHash(db: Db, which: SQL) {
  const row = await db
    .select({ ...userColumns, stored: users.password, authVersion: users.authVersion })
    .from(users)
    .where(and(which, isNull(users.deletedAt)))
    .get()
  if (!row) return undefined
  const { stored, authVersion, ...user } = row
  return { user, stored, authVersion }
}

/** Replaces a stored hash with a better one of the same password, unless the password changed meanwhile. */
export async function rehash(db: Db, id: number, { from, to }: { from: string; to: string }) {
  await db
    .update(users)
    .set({ password: to })
    .where(and(eq(users.id, id), eq(users.password, from)))
}
