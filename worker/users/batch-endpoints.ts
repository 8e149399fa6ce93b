/** Batch upload of User Management. */
import { Hono } from 'hono'
import {
  BulkResult,
  type BulkRowResult,
  BulkUpload,
  NameCheck,
  TakenNames,
} from '../../schema/users/bulk-import.ts'
import { NewUser } from '../../schema/users/user.ts'
import { requireRecentAuth } from '../accounts/reauthenticate.ts'
import { requireUser } from '../accounts/sessions.ts'
import type { App } from '../env.ts'
import { kB, tooManyAttemptsMessage } from '../http/declaration.ts'
import { endpoint } from '../http/endpoint.ts'
import { tooManyRequests } from '../http/errors.ts'
import { database } from '../platform/database.ts'
import { consumeLimit } from '../platform/rate-limiter.ts'
import { findTaken, importUser } from './bulk-import.ts'
import { notAbove } from './rules.ts'

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

// Sequential, because hashing blocks the isolate, and two rows may have the same username.
batchRoutes.post(
  '/bulk',
  endpoint({
    access: 4,
    requiresRecentAuth: 'when a row grants level 4 or above',
    rule: notAbove,
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
    const results: BulkRowResult[] = []
    for (const row of rows) results.push(await importUser(c.env, row, actor))
    c.set('changed', { made: results.flatMap((row) => (row.status === 'made' ? [row.id] : [])) })
    return c.json({ results })
  },
)
