/**
 * Offers of all the own cards to a colleague: signed links, good for seven days. Nothing is stored: the signature covers
 * the giver's auth version and cards, so that an offer ends with either of them.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { businessCards, users } from '../../schema/tables.ts'
import type { Db } from '../database.ts'
import { type Caller, isStillSignedIn, isUnchanged } from './auth-version.ts'
import { handedColumns, hasRoom } from './handover.ts'
import { type Peppers, peppersOf } from './peppers.ts'
import { userColumns } from './store.ts'

const lifetime = 7 * 86_400

/** Who offers their cards: `cards` are the ids of all of them, as JSON. */
export type Giver = NonNullable<Awaited<ReturnType<typeof findGiver>>>

/** `to` is the id of the one who may accept; `expiresAt` is in seconds. */
type Terms = { from: Pick<Giver, 'id' | 'authVersion' | 'cards'>; to: number; expiresAt: number }

/** The active user of that id with their cards. */
export function findGiver(db: Db, id: number) {
  const cards = cardIdsOf(id)
  const count = sql<number>`json_array_length(${cards})`
  return db
    .select({ ...userColumns, authVersion: users.authVersion, cards, count })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .get()
}

/** The token of an offer of all these cards, by which only `to` can accept them. */
export function signOffer(
  { PEPPER }: Peppers,
  { from, to }: Pick<Terms, 'from' | 'to'>,
  now = seconds(),
): string {
  const expiresAt = now + lifetime
  return `${from.id}.${to}.${expiresAt}.${macOf(PEPPER, { from, to, expiresAt })}`
}

/** The id of the one who may accept the offer, as the token says: nothing of it is proven. */
export function receiverOf(token: string): number {
  return Number(token.split('.')[1])
}

/** The offer of a token while it holds: its time is not over, and the giver and their cards are what they were. */
export async function findOffer(
  db: Db,
  keys: Peppers,
  token: string,
): Promise<{ from: Giver; expiresAt: number } | undefined> {
  const [id, to, expiresAt] = token.split('.', 3).map(Number)
  if (id === undefined || to === undefined || expiresAt === undefined) return undefined
  if (expiresAt <= seconds()) return undefined
  const from = await findGiver(db, id)
  if (!from) return undefined
  const given = Buffer.from(token.split('.')[3] ?? '')
  const signed = peppersOf(keys).some((pepper) => {
    const mac = Buffer.from(macOf(pepper, { from, to, expiresAt }))
    return mac.length === given.length && timingSafeEqual(mac, given)
  })
  return signed ? { from, expiresAt } : undefined
}

/**
 * Moves the cards of an offer to the receiver in one transaction, and moves the giver's auth version on, so that the offer
 * is used up: the slugs, or undefined when giver, cards or receiver are no longer what they were when it was read.
 */
export async function acceptOffer(
  db: Db,
  receiver: Caller,
  from: Giver,
): Promise<string[] | undefined> {
  const colleague = db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, receiver.id), isStillSignedIn(receiver), hasRoom(from.id)))
  const may = sql`(${isUnchanged(from)} and ${cardIdsOf(from.id)} = ${from.cards} and exists ${colleague})`
  // The time tells which were moved here, also when the answer is lost and this is done twice.
  const updatedAt = new Date().toISOString()
  const moved = and(eq(businessCards.userId, receiver.id), eq(businessCards.updatedAt, updatedAt))
  const found = db.select({ slug: businessCards.slug }).from(businessCards).where(moved)
  const [, , slugs] = await db.batch([
    db
      .update(businessCards)
      .set({ ...handedColumns(from.id, receiver.id), updatedAt })
      .where(and(eq(businessCards.userId, from.id), isNull(businessCards.deletedAt), may)),
    db
      .update(users)
      .set({ authVersion: from.authVersion + 1 })
      .where(
        and(eq(users.id, from.id), eq(users.authVersion, from.authVersion), sql`exists ${found}`),
      ),
    found,
  ])
  return slugs.length > 0 ? slugs.map(({ slug }) => slug) : undefined
}

function macOf(pepper: string, { from, to, expiresAt }: Terms): string {
  const terms = JSON.stringify([from.id, from.authVersion, from.cards, to, expiresAt])
  return createHmac('sha256', pepper).update(`handover offer\n${terms}`).digest('base64url')
}

function cardIdsOf(userId: number): SQL<string> {
  return sql`(select json_group_array(held.id) from (select id from business_cards where user_id = ${userId} and deleted_at is null order by id) as held)`
}

function seconds(): number {
  return Math.floor(Date.now() / 1000)
}
