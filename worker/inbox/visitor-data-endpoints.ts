/** Exports and erases the data of a visitor at their request, for the card owner and the operator. */

import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { businessCards } from '../../schema/cards/tables.ts'
import { VisitorData, VisitorErasure, VisitorQuery } from '../../schema/inbox/inbox.ts'
import { deletedEntries, formSubmissions } from '../../schema/inbox/tables.ts'
import { requireUser } from '../accounts/sessions.ts'
import type { App } from '../env.ts'
import { kB } from '../http/declaration.ts'
import { endpoint } from '../http/endpoint.ts'
import { type Db, database } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'
import type { Peppers } from '../platform/secrets.ts'
import { forgetDeletedEntries } from './deleted-entries.ts'
import { idsInParts, isAmong, listMatching } from './parts.ts'
import { nextEntries, submissionColumns, withTexts } from './queries.ts'
import { addressHashes, eraseAddress } from './receipt-addresses.ts'
import { isApart, separate } from './split-entries.ts'

const onlyOwn = 'on your own cards; at level 5 on all cards'

export const visitorDataRoutes = new Hono<App>()

// The address is in the body, because one in the path would be in every log on the way.
visitorDataRoutes.post(
  '/',
  endpoint({
    access: 1,
    rule: onlyOwn,
    body: VisitorQuery,
    maxBody: kB,
    response: VisitorData,
    summary: 'Form submissions of a visitor, by email address',
    example: { email: 'grace@example.com' },
    audit: 'visitor-data-read',
  }),
  async (c) => {
    const visitor = { ...c.req.valid('json'), ...readableCards(c) }
    return c.json({ entries: await findSubmissionsOf(database(c.env.DB), visitor) })
  },
)

visitorDataRoutes.delete(
  '/',
  endpoint({
    access: 1,
    requiresRecentAuth: true,
    rule: onlyOwn,
    body: VisitorQuery,
    maxBody: kB,
    response: VisitorErasure,
    summary: 'Erase the form submissions of a visitor',
    example: { email: 'grace@example.com' },
    audit: 'visitor-data-erased',
  }),
  async (c) => {
    const visitor = { ...c.req.valid('json'), ...readableCards(c) }
    const erased = await eraseSubmissionsOf(database(c.env.DB), c.env, visitor)
    c.set('changed', { erased })
    return c.json({ erased })
  },
)

/** Level 5 can read the entries of all cards, other users only of their own cards. */
function readableCards(c: Context<App>): { ownerId?: number } {
  const { id, accessLevel } = requireUser(c)
  return accessLevel === 5 ? {} : { ownerId: id }
}

/** `ownerId` is absent for callers who may read all cards. */
type Visitor = { email: string; ownerId?: number }

const maxShown = 1000

async function findSubmissionsOf(db: Db, visitor: Visitor): Promise<VisitorData['entries']> {
  const left = isAmong(await listLeftBy(db, visitor))
  const rows = await db
    .select({ ...submissionColumns, card: businessCards.slug })
    .from(formSubmissions)
    .leftJoin(businessCards, eq(businessCards.id, formSubmissions.cardId))
    .where(nextEntries(left, { by: 'timestamp desc, id desc', max: maxShown }))
    .orderBy(desc(formSubmissions.timestamp), desc(formSubmissions.id))
    .all()
  return rows.map(({ card, ...row }) => ({ ...withTexts(row), card }))
}

/**
 * Deletes the visitor's entries and the emails about them, and returns the number of entries. What merges copied from them is
 * deleted, too. An entry that is merged in the meantime is found in the next round.
 */
async function eraseSubmissionsOf(db: Db, keys: Peppers, visitor: Visitor): Promise<number> {
  const own = visitor.ownerId === undefined ? undefined : cardsOf(visitor.ownerId)
  let count = 0
  let left = await listLeftBy(db, visitor)
  do {
    await separate(db, isAmong(left))
    for (const ids of idsInParts(left)) {
      const found = and(isAmong(ids), isLeftBy(visitor), isApart)
      count += await db.$count(formSubmissions, found)
      await repeatable(() => db.delete(formSubmissions).where(found))
    }
    await repeatable(() =>
      db.batch([
        forgetDeletedEntries(db, isDeletedOf(visitor)),
        ...eraseAddress(db, addressHashes(keys, visitor.email), own),
      ]),
    )
    left = await listLeftBy(db, visitor)
  } while (left.length > 0)
  return count
}

function listLeftBy(db: Db, visitor: Visitor): Promise<number[]> {
  const { ownerId } = visitor
  // Includes deleted cards, whose entries are stored until they are erased.
  const scope = ownerId === undefined ? undefined : sql`card_id in (${cardsOf(ownerId)})`
  return listMatching(db, scope, isLeftBy(visitor))
}

function isLeftBy({ email }: Visitor): SQL {
  return answersWith(email, sql`form_submissions.form_data`)
}

function isDeletedOf({ email, ownerId }: Visitor): SQL | undefined {
  return and(
    answersWith(email, sql`row ->> '$.form_data'`),
    ownerId === undefined ? undefined : eq(deletedEntries.ownerId, ownerId),
  )
}

function answersWith(email: string, formData: SQL): SQL {
  return sql`exists (select 1 from json_each(${formData}) as answer
    where trim(answer.value) = ${email} collate nocase)`
}

function cardsOf(ownerId: number): SQL {
  return sql`select id from business_cards as own where own.user_id = ${ownerId}`
}
