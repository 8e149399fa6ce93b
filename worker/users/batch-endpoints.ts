/** Batch upload of User Management: each row creates a user and their first card in one transaction. */

import { and, eq, isNull, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type * as z from 'zod/mini'
import { users } from '../../schema/accounts/tables.ts'
import {
  type BulkField,
  BulkResult,
  type BulkRowResult,
  BulkUpload,
  bulkFields,
  NameCheck,
  TakenNames,
} from '../../schema/users/bulk-import.ts'
import { commonPasswordMessage, NewUser } from '../../schema/users/user.ts'
import { isCommonPassword, requireRecentAuth } from '../accounts/credentials.ts'
import { hashPasswordForBulk } from '../accounts/passwords.ts'
import { requireUser } from '../accounts/sessions.ts'
import { usernameError, usernameSkeleton } from '../accounts/usernames.ts'
import { listTakenSlugs } from '../cards/slugs.ts'
import type { App, Bindings, SessionUser } from '../env.ts'
import { accountChangedMessage, kB, tooManyAttemptsMessage } from '../http/declaration.ts'
import { endpoint } from '../http/endpoint.ts'
import { tooManyRequests } from '../http/errors.ts'
import { type Db, database } from '../platform/database.ts'
import { consumeLimit } from '../platform/rate-limiter.ts'
import { createUser, findUserRow } from './queries.ts'
import { canGrantLevel, userManagers } from './rules.ts'

export const batchRoutes = new Hono<App>()

/** Unavailable names, checked before rows are sent; creation checks them again. */
batchRoutes.post(
  '/check',
  endpoint({
    access: 4,
    body: NameCheck,
    maxBody: 128 * kB,
    response: TakenNames,
    summary: 'Check which usernames and slugs are taken',
    example: { usernames: ['ada'], slugs: ['ada-lovelace'] },
    audit: null,
  }),
  async (c) => c.json(await findTaken(database(c.env.DB), c.req.valid('json'))),
)

batchRoutes.post(
  '/bulk',
  endpoint({
    access: 4,
    requiresRecentAuth: 'when a row grants level 4 or above',
    rule: userManagers.words,
    body: BulkUpload,
    maxBody: 512 * kB,
    response: BulkResult,
    summary: 'Create up to 200 users and their first cards, each row independently',
    example: {
      users: [
        {
          username: 'ada',
          fullName: 'Ada Lovelace',
          email: 'ada@example.com',
          password: 'correct horse',
          accessLevel: 1,
        },
      ],
    },
    errors: { 429: tooManyAttemptsMessage },
    audit: 'users-created',
  }),
  async (c) => {
    const actor = requireUser(c)
    const rows = c.req.valid('json').users
    if (rows.some((row) => (NewUser.safeParse(row).data?.accessLevel ?? 0) >= 4))
      requireRecentAuth(c)
    const max = Number(c.env.BULK_CALLS_PER_HOUR)
    const wait = await consumeLimit(c.env, {
      kind: 'bulk',
      subject: String(actor.id),
      max,
      window: 3600,
    })
    if (wait > 0) tooManyRequests(wait)
    // One after the other, because hashing blocks the isolate, and two rows may have the same username.
    const results: BulkRowResult[] = []
    for (const row of rows) results.push(await importUser(c.env, row, actor))
    c.set('changed', { made: results.flatMap((row) => (row.status === 'made' ? [row.id] : [])) })
    return c.json({ results })
  },
)

/**
 * Creates the user of a row and their first card, or says why not, without repeating values of the row. The level is at
 * most the actor's. Nothing is created if the actor was signed out or lost their level meanwhile.
 */
export async function importUser(
  env: Bindings,
  row: unknown,
  actor: SessionUser,
): Promise<BulkRowResult> {
  const parsed = NewUser.safeParse(row)
  if (!parsed.success) return rejectInvalidRow(parsed.error)
  const user = parsed.data
  const error = usernameError(user.username)
  if (error) return rejectRow(error, 'username')
  const minLength = Number(env.PASSWORD_MIN_LENGTH)
  if (user.password.length < minLength)
    return rejectRow(`Password must be at least ${minLength} characters`, 'password')
  if (isCommonPassword(user.password)) return rejectRow(commonPasswordMessage, 'password')
  if (user.accessLevel > actor.accessLevel) return rejectRow(aboveOwn, 'accessLevel')
  const db = database(env.DB)
  if (await exists(db, user)) return { status: 'exists' }
  const password = await hashPasswordForBulk(user.password, env.PEPPER)
  const may = canGrantLevel(actor, user.accessLevel)
  const made = await createUser(db, { ...user, password, mustChangePassword: true, may })
  if (made === 'not allowed') return rejectRow(accountChangedMessage)
  if (made === 'slug taken') return rejectRow('Slug already exists', 'cardSlug')
  if (made === 'username taken') return rejectRow('Username already exists', 'username')
  const cardSlug = (await findUserRow(db, made.id))?.cardSlug ?? ''
  return { status: 'made', id: made.id, cardSlug }
}

/**
 * Returns the usernames and slugs that are taken: also in another case, by a deleted user, by a username that looks the
 * same, or as a reserved slug.
 */
async function findTaken(db: Db, { usernames, slugs }: NameCheck): Promise<TakenNames> {
  const names = usernames.map((name) => [name, usernameSkeleton(name)])
  const rows = await db.all<{ name: string }>(
    sql`select value ->> 0 as name from json_each(${JSON.stringify(names)})
      where exists (select 1 from ${users} where ${users.username} = value ->> 0 collate nocase or (username_skeleton = value ->> 1 and username_skeleton <> ''))`,
  )
  return { usernames: rows.map(({ name }) => name), slugs: await listTakenSlugs(db, slugs) }
}

const aboveOwn = 'You can grant access levels up to your own'

function rejectInvalidRow({ issues }: z.core.$ZodError): BulkRowResult {
  const field = bulkFields.find((name) => name === issues[0]?.path[0])
  return rejectRow([...new Set(issues.map(({ message }) => message))].join(', '), field)
}

function rejectRow(reason: string, field?: BulkField): BulkRowResult {
  return { status: 'refused', reason, ...(field && { field }) }
}

/** Whether an earlier request created this user: everything but the password is equal. */
async function exists(db: Db, row: NewUser): Promise<boolean> {
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
