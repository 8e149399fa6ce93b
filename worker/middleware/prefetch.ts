/**
 * Reads that begin together with the caller's session, so that both take one trip to the database. A route gets them
 * only after the session, its level and the rate limits have been checked.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { Card } from '../../schema/card.ts'
import { bearerOf } from '../auth/api-tokens.ts'
import { sessionIdOf } from '../auth/session-cookie.ts'
import { pathId } from '../body.ts'
import { findCard, listCardsOwnedBy } from '../cards/card-queries.ts'
import type { App } from '../env.ts'
import { readOccasionData } from '../occasions/occasion-data.ts'
import { findOccasion } from '../occasions/occasion-queries.ts'
import { type Db, database } from '../platform/database.ts'
import { endpointOf } from '../policy/endpoint.ts'
import type { PolicyRow } from '../policy/row.ts'
import { listCardNamesOf, type ScopeCard } from '../reports/account-report.ts'

/** Begins the read that the row names. */
export function startPrefetch(c: Context<App>, db: Db, row: PolicyRow): void {
  const at = endpointOf(c)
    .path.split('/')
    .findIndex((part) => part.startsWith(':'))
  const id = pathId(c.req.path.split('/')[at] ?? '')
  if (row.prefetch === 'card') c.set('cardOfPath', started(findCard(db, id)))
  if (row.prefetch === 'own-cards') c.set('cardsOfUser', started(listCardsOwnedBy(db, callerId(c))))
  if (row.prefetch === 'cards-of-user') c.set('cardsOfUser', started(listCardsOwnedBy(db, id)))
  if (row.prefetch === 'own-card-names')
    c.set('ownCardNames', started(listCardNamesOf(db, callerId(c))))
  if (row.prefetch === 'event') c.set('eventOfPath', started(findOccasion(db, id)))
  if (row.prefetch === 'event-data') c.set('eventDataOfPath', started(readOccasionData(db, id)))
}

/** The card with the id in the path. */
export function findCardOfPath(c: Context<App>): Promise<Card | undefined> {
  return c.get('cardOfPath') ?? findCard(database(c.env.DB), pathOf(c))
}

/** The event with the id in the path. */
export function findEventOfPath(c: Context<App>) {
  return c.get('eventOfPath') ?? findOccasion(database(c.env.DB), pathOf(c))
}

/** The event with the id in the path, with what its board shows. */
export function findEventDataOfPath(c: Context<App>) {
  return c.get('eventDataOfPath') ?? readOccasionData(database(c.env.DB), pathOf(c))
}

function pathOf(c: Context<App>): number {
  return pathId(c.req.param('id') ?? '')
}

/** The cards of the caller, or of the user in the path, the oldest first. */
export async function listCardsOfUser(c: Context<App>, userId: number): Promise<Card[]> {
  return orAgain(await c.get('cardsOfUser'), () => listCardsOwnedBy(database(c.env.DB), userId))
}

/** The names of the caller's cards, the oldest first. */
export async function listOwnCardNames(c: Context<App>, userId: number): Promise<ScopeCard[]> {
  return orAgain(await c.get('ownCardNames'), () => listCardNamesOf(database(c.env.DB), userId))
}

// A token has no session, and a replica may not have a new one yet.
async function orAgain<T>(read: T[] | undefined, again: () => Promise<T[]>): Promise<T[]> {
  return read && read.length > 0 ? read : again()
}

// The id of the session alone is no proof: the secret of the cookie is checked meanwhile. With an API token it would not
// be, and the cookie may be of another user.
function callerId(c: Context<App>): SQL<number> {
  const id = bearerOf(c) === undefined ? sessionIdOf(c) : undefined
  return sql`(select user_id from sessions where id = ${id ?? ''})`
}

// A refused call does not wait for its reads, and their errors are nobody's.
function started<T>(read: Promise<T>): Promise<T> {
  read.catch(() => {})
  return read
}
