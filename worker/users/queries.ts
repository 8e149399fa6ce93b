/** Stores and lists users. The only module that selects the password column. */
import { and, asc, desc, eq, inArray, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { users, userWords } from '../../schema/accounts/tables.ts'
import { businessCards } from '../../schema/cards/tables.ts'
import type { AppLanguage } from '../../schema/screens.ts'
import { AccountEmail } from '../../schema/text.ts'
import type { User, UserRow, UsersQuery } from '../../schema/users/user.ts'
import { oneLineName, usernameSkeleton } from '../accounts/usernames.ts'
import { generateSlug, isSlugTaken, isTakenByAnother, newCardValues } from '../cards/slugs.ts'
import { type Db, spellings } from '../platform/database.ts'
import { errorMessages, repeatable } from '../platform/failures.ts'

/** The language of emails to the user. */
export const mailLanguageSql = sql<AppLanguage | null>`coalesce(users.language, users.browser_language)`

// In these columns, `users` is written out because Drizzle drops the table name from columns in a select list.

/** Everything a caller may see of a user; never the password. */
export const userColumns = {
  id: users.id,
  username: users.username,
  email: users.email,
  phone: users.phone,
  fullName: users.fullName,
  accessLevel: users.accessLevel,
  language: users.language,
  mailLanguage: mailLanguageSql,
  createdAt: users.createdAt,
  mustChangePassword: users.mustChangePassword,
  emailVerified: sql`users.email_verified_at is not null`.mapWith(Boolean),
}

/** Whether a second factor is on, for a select of `users`. */
export const hasSecondFactorSql =
  sql`exists (select 1 from second_factors where user_id = users.id and confirmed_at is not null)`.mapWith(
    Boolean,
  )

const userRowColumns = {
  ...userColumns,
  deletedAt: users.deletedAt,
  secondFactor: hasSecondFactorSql,
  cardSlug: sql<
    string | null
  >`(select slug from business_cards where user_id = users.id and deleted_at is null order by id limit 1)`,
}

/** Binds a reset link to the password at the time of the request: the end of the stored hash. */
export const passwordFingerprint = sql<string>`substr(${users.password}, -16)`

type UserFields = {
  username: string
  /** The hash from `hashPassword`. */
  password: string
  email: string
  phone?: string | null
  fullName: string
  accessLevel: number
  mustChangePassword?: boolean
  /** For users created by the operator of the installation. */
  emailVerified?: boolean
  /** Whether the actor may still create the user, for the same statement. */
  may?: SQL
  /** Derived from the username if absent. */
  cardSlug?: string | null
  /** Theme of the first card. */
  theme?: string
  language?: AppLanguage
}

/** Creates the user and their first card in one transaction, together with `also`. */
export async function createUser(
  db: Db,
  { cardSlug, theme, may, ...fields }: UserFields,
  also: BatchItem<'sqlite'>[] = [],
): Promise<User | 'username taken' | 'slug taken' | 'not allowed'> {
  if (cardSlug && (await isSlugTaken(db, cardSlug))) return 'slug taken'
  const slug = cardSlug ?? (await generateSlug(db, fields.username))
  const { username, password, email, phone, language, mustChangePassword } = fields
  // Null if the actor lost the level while the password was hashed, which makes the whole batch fail.
  const accessLevel = may ? sql`iif(${may}, ${fields.accessLevel}, null)` : fields.accessLevel
  const emailVerifiedAt = fields.emailVerified ? new Date().toISOString() : null
  const fullName = oneLineName(fields.fullName)
  const owner = userIdSql(username)
  const card = newCardValues({ slug, name: fullName, email, phone, theme })
  const made = await repeatable(() =>
    db.batch([
      db
        .insert(users)
        .values({
          usernameSkeleton: usernameSkeleton(username),
          ...{ username, password, email, emailVerifiedAt, phone, fullName, accessLevel },
          ...{ language, mustChangePassword },
        })
        .returning(userColumns),
      // If another card took the slug since the check, the owner is null and the batch fails.
      db.insert(businessCards).values({
        ...card,
        language,
        userId: sql`iif(${isTakenByAnother(slug.toLowerCase(), 0)}, null, ${owner})`,
      }),
      ...also,
    ]),
  ).catch(createConflictOf)
  if (typeof made !== 'string') return onlyRow(made[0])
  // A conflict can be with an earlier attempt of this same call whose response was lost.
  return (await findOwnerOf(db, card.uid)) ?? made
}

/** SQL: the id of the user with this name, for the batch that creates them. */
export function userIdSql(username: string): SQL {
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

function createConflictOf(error: unknown) {
  return /users[._]access_level/.test(errorMessages(error)) ? 'not allowed' : conflictOf(error)
}

/** The conflict that the database reported; rethrows any other error. */
export function conflictOf(error: unknown): 'username taken' | 'slug taken' {
  const text = errorMessages(error)
  if (/users[._]username/.test(text)) return 'username taken'
  if (/business_cards[._](slug|user_id)/.test(text)) return 'slug taken'
  throw error
}

function onlyRow<T>([row]: T[]): T {
  if (!row) throw new Error('INSERT returned no row')
  return row
}

export async function findUser(db: Db, id: number): Promise<User | undefined> {
  return db
    .select(userColumns)
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .get()
}

/** The user with the slug of their oldest card that is not deleted. */
export async function findUserRow(db: Db, id: number): Promise<UserRow | undefined> {
  const row = await findUserIncludingDeleted(db, id)
  return row?.deletedAt ? undefined : row
}

/** Like `findUserRow`, including deleted users. */
export async function findUserIncludingDeleted(db: Db, id: number): Promise<UserRow | undefined> {
  return db.select(userRowColumns).from(users).where(eq(users.id, id)).get()
}

/** Whether setup has created the first user; before that, registration is closed. */
export async function isSetUp(db: Db): Promise<boolean> {
  return (await findUser(db, 1)) !== undefined
}

/** Whether there is any user, deleted ones included. */
export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.select({ id: users.id }).from(users).limit(1).get()) !== undefined
}

/** SQL: whether there is no user, for the statement that creates the first one. */
export const noUsers = sql`not exists (select 1 from users)`

/**
 * SQL for the one user whom a sign-in names, ignoring case: by username, otherwise by email address. An address means the
 * user of the device if it is theirs, otherwise the only active account that has verified it. An unverified address means
 * nobody else: users who registered with another person's address could learn whether that person has an account.
 */
export function isSignInName(name: string, userOfDevice?: number): SQL {
  const { data: normalized = name } = AccountEmail.safeParse(name)
  const holder = sql`from users as holder
    where holder.email collate nocase in (${name}, ${normalized}) and holder.deleted_at is null`
  return sql`${users.id} = coalesce(
    (select named.id from users as named where named.username = ${name} collate nocase),
    (select holder.id ${holder} and holder.id = ${userOfDevice ?? null}),
    (select iif(count(*) = 1, min(holder.id), null) ${holder} and holder.email_verified_at is not null))`
}

/** The user whom a sign-in names, and the stored password hash. */
export async function findUserToSignIn(db: Db, name: string, userOfDevice?: number) {
  return findWithHash(db, isSignInName(name, userOfDevice))
}

/** The user and the stored password hash, to check the password again. */
export async function findUserToConfirm(db: Db, id: number) {
  return findWithHash(db, eq(users.id, id))
}

async function findWithHash(db: Db, which: SQL) {
  const row = await db
    .select({
      ...userColumns,
      stored: users.password,
      authVersion: users.authVersion,
      secondFactor: hasSecondFactorSql,
    })
    .from(users)
    .where(and(which, isNull(users.deletedAt)))
    .get()
  if (!row) return undefined
  const { stored, authVersion, secondFactor, ...user } = row
  return { user, stored, authVersion, secondFactor }
}

/** Replaces the hash with a stronger one of the same password, unless the password has changed. */
export async function rehash(db: Db, id: number, { from, to }: { from: string; to: string }) {
  await repeatable(() =>
    db
      .update(users)
      .set({ password: to })
      .where(and(eq(users.id, id), eq(users.password, from))),
  )
}

/** A page of the users at or below level `atMost`, and the total. */
export async function listUsers(
  db: Db,
  { atMost, level, deleted, search, sort, order, page, limit }: UsersQuery & { atMost: number },
): Promise<{ rows: UserRow[]; total: number }> {
  const which = and(
    level
      ? and(eq(users.accessLevel, level), lte(users.accessLevel, atMost))
      : lte(users.accessLevel, atMost),
    deleted ? isNotNull(users.deletedAt) : isNull(users.deletedAt),
    ...search.split(/\s+/).filter(Boolean).map(matchesWord),
  )
  const by = order === 'asc' ? asc : desc
  const [rows, totals] = await db.batch([
    db
      .select(userRowColumns)
      .from(users)
      .where(which)
      .orderBy(by(columns[sort]), by(users.id))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ total: sql<number>`count(*)` }).from(users).where(which),
  ])
  return { rows, total: totals[0]?.total ?? 0 }
}

const columns: Record<UsersQuery['sort'], SQL> = {
  id: sql`${users.id}`,
  username: sql`${users.username} collate nocase`,
  fullName: sql`${users.fullName} collate nocase`,
  email: sql`${users.email} collate nocase`,
  accessLevel: sql`${users.accessLevel}`,
}

function matchesWord(word: string): SQL {
  const begins = sql.join(
    spellings(word).map(
      (text) => sql`(${userWords.word} >= ${text} and ${userWords.word} < ${`${text}\u{10ffff}`})`,
    ),
    sql` or `,
  )
  return inArray(users.id, sql`(select ${userWords.userId} from ${userWords} where ${begins})`)
}
