/** Many users at once: each with a first card, both or neither, and safe to send again. */
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { BulkRowResult, NameCheck, TakenNames } from '../../schema/bulk.ts'
import { users } from '../../schema/tables.ts'
import { commonPassword, NewUser } from '../../schema/user.ts'
import { isCommonPassword } from '../auth/new-credentials.ts'
import { hashPasswordForBulk } from '../auth/passwords.ts'
import { slugsTakenAmong } from '../cards/slugs.ts'
import type { Bindings, SessionUser } from '../env.ts'
import { type Db, database } from '../platform/database.ts'
import { accountChanged } from '../policy/row.ts'
import { canGrantLevel } from './permissions.ts'
import { createUser, findUserRow } from './store.ts'
import { usernameRefusal, usernameSkeleton } from './usernames.ts'

/** One row of the file, at most at the level of the actor, who must still be signed in and have it. Nothing of it is repeated in a refusal. */
export async function makeBulkUser(
  env: Bindings,
  row: unknown,
  actor: SessionUser,
): Promise<BulkRowResult> {
  const parsed = NewUser.safeParse(row)
  if (!parsed.success) return refused(parsed.error.issues.map(({ message }) => message).join(', '))
  const user = parsed.data
  const refusal = usernameRefusal(user.username)
  if (refusal) return refused(refusal)
  const least = Number(env.PASSWORD_MIN_LENGTH)
  if (user.password.length < least) return refused(`Password must be at least ${least} characters`)
  if (isCommonPassword(user.password)) return refused(commonPassword)
  if (user.accessLevel > actor.accessLevel) return refused(aboveOwn)
  const db = database(env.DB)
  if (await isMade(db, user)) return { status: 'exists' }
  const password = await hashPasswordForBulk(user.password, env.PEPPER)
  const may = canGrantLevel(actor, user.accessLevel)
  const made = await createUser(db, { ...user, password, mustChangePassword: true, may })
  if (made === 'not allowed') return refused(accountChanged)
  if (made === 'slug taken') return refused('Slug already exists')
  if (made === 'username taken') return refused('Username already exists')
  const cardSlug = (await findUserRow(db, made.id))?.cardSlug ?? ''
  return { status: 'made', id: made.id, cardSlug }
}

/** Those that a user, deleted or not, or a card has already, whatever their case, and reserved slugs. */
export async function findTaken(db: Db, { usernames, slugs }: NameCheck): Promise<TakenNames> {
  const asked = usernames.map((name) => [name, usernameSkeleton(name)])
  const rows = await db.all<{ name: string }>(
    sql`select value ->> 0 as name from json_each(${JSON.stringify(asked)})
      where exists (select 1 from ${users} where ${users.username} = value ->> 0 collate nocase or (username_skeleton = value ->> 1 and username_skeleton <> ''))`,
  )
  return { usernames: rows.map(({ name }) => name), slugs: await slugsTakenAmong(db, slugs) }
}

const aboveOwn = 'You can give access levels up to your own'

function refused(reason: string): BulkRowResult {
  return { status: 'refused', reason }
}

// What the same row made before is the same in everything the row says, but for the password.
async function isMade(db: Db, row: NewUser): Promise<boolean> {
  const same = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        sql`${users.username} = ${row.username} collate nocase`,
        eq(users.email, row.email),
        eq(users.fullName, row.fullName),
        eq(users.accessLevel, row.accessLevel),
        isNull(users.deletedAt),
      ),
    )
    .get()
  return same !== undefined
}
