/** Cards that calls read together with the session (`load` in `worker/http/declaration.ts`), and who may use them. */
import type { Context } from 'hono'
import type { Card } from '../../schema/cards/card.ts'
import type { App } from '../env.ts'
import type { Load } from '../http/declaration.ts'
import { callerId, loaded } from '../http/endpoint.ts'
import { pathId } from '../http/input.ts'
import { database } from '../platform/database.ts'
import { findCard, listCardsOwnedBy } from './queries.ts'

/** The card with the id in the path. */
export const cardOfPath: Load<Card | undefined> = (c, db) =>
  findCard(db, pathId(c.req.param('id') ?? ''))

/** The cards of the user with the id in the path, the oldest first. */
export const cardsOfUser: Load<Card[]> = (c, db) =>
  listCardsOwnedBy(db, pathId(c.req.param('userId') ?? ''))

/** The cards of the caller, for `listOwnCards`. */
export const ownCards: Load<Card[]> = (c, db) => listCardsOwnedBy(db, callerId(c))

/** The cards of the caller, the oldest first. */
export async function listOwnCards(c: Context<App>, userId: number): Promise<Card[]> {
  const cards = await loaded(c, ownCards)
  // A token has no session, and a replica may not have a new one yet.
  return cards.length > 0 ? cards : listCardsOwnedBy(database(c.env.DB), userId)
}

/** Who may use a card, in words; `schema/access.ts` decides. */
export const ownOr4 = 'the card owner, or level 4 and not below the owner'
export const othersHidden = 'the card owner, or level 5; not found for anyone else'
export const ownOr5 = 'the card owner, or level 5'
