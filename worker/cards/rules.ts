/** Cards that calls read together with the session (`load` in `worker/http/declaration.ts`), and who may use them. */

import type { Context } from 'hono'
import { canEditCard } from '../../schema/access.ts'
import type { Card } from '../../schema/cards/card.ts'
import type { App } from '../env.ts'
import type { Load } from '../http/declaration.ts'
import { callerId, loaded } from '../http/endpoint.ts'
import { orNotFound } from '../http/errors.ts'
import { pathId } from '../http/input.ts'
import { allow, type Rule } from '../http/rules.ts'
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

type Owned = Parameters<typeof canEditCard>[1]

export const cardEditors: Rule<Owned> = {
  words: 'the card owner, or level 4 and not below the owner',
  allows: canEditCard,
  refusal: [403, "You don't have permission to edit this card"],
}

export const cardAnalysts: Rule<Owned> = {
  ...cardEditors,
  refusal: [403, "You don't have permission to view analytics for this card"],
}

/** The card with the id in the path; 404 if there is none, 403 if the caller may not edit it. */
export async function findEditableCard(c: Context<App>): Promise<Card> {
  return allow(c, cardEditors, orNotFound(await loaded(c, cardOfPath), 'Card not found'))
}
