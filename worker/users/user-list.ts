/** The user list of User Management: paged, sorted and searched by indexes, whatever the size. */
import { and, asc, desc, eq, inArray, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { users, userWords } from '../../schema/accounts/tables.ts'
import type { UserRow, UsersQuery } from '../../schema/users/user.ts'
import { type Db, spellings } from '../platform/database.ts'
import { userRowColumns } from './queries.ts'

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
