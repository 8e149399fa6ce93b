/** Forwarding: where the visitors of a moved card and of one left are sent, and which cards it may be. */
import { sql } from 'drizzle-orm'
import { type Actor, canEditCard } from '../../schema/access.ts'
import { type Card, type CardInput, Successor } from '../../schema/cards/card.ts'
import { businessCards } from '../../schema/cards/tables.ts'

/**
 * The successor of a card that is moved or left, if it is public. If it has moved, too, the card it moved to, through at
 * most five moves, so that a visitor is redirected once and two cards that forward to each other are no loop.
 */
const successor = sql`(
  with recursive hop (id, moves) as (
    select iif(${businessCards.state} in ('moved', 'left'), ${businessCards.successorId}, null), 0
    union all
    select next.successor_id, moves + 1 from hop join business_cards as next on next.id = hop.id
    where next.state = 'moved' and next.deleted_at is null and moves < 5)
  select json_object('id', target.id, 'slug', target.slug, 'name', target.name)
  from hop join business_cards as target on target.id = hop.id join users as holder on holder.id = target.user_id
  where target.state in ('live', 'paused') and target.deleted_at is null and holder.deleted_at is null)`
  .mapWith((json: string): Successor | null => Successor.parse(JSON.parse(json)))
  .as('successor')

export const successorColumns = {
  successorId: businessCards.successorId,
  successorUrl: businessCards.successorUrl,
  successor,
}

/** `successor` is null unless the card is moved or left, and its successor is public. */
export type Forwarding = Pick<Card, keyof typeof successorColumns>

/**
 * Why a save may not forward as asked; undefined if it may. Checked when the state or the successor changes, so that a
 * successor that is gone later does not block other changes.
 */
export async function successorError(
  actor: Actor,
  { card, input }: { card: Card; input: CardInput },
  findCard: (id: number) => Promise<Card | undefined>,
): Promise<{ status: 400 | 403; message: string } | undefined> {
  const { state = card.state, successorId = card.successorId } = input
  if (state === 'moved' && !successorId)
    return { status: 400, message: 'Select the card that visitors are sent to.' }
  const isForwarding = state === 'moved' || state === 'left'
  const isChanged = successorId !== card.successorId || (isForwarding && state !== card.state)
  if (!successorId || !isChanged) return undefined
  const target = await findCard(successorId)
  // The response does not reveal whether the card exists.
  if (!target || !canEditCard(actor, target))
    return { status: 403, message: 'You can forward only to a card that you may edit.' }
  const message = targetError(card, target)
  return message ? { status: 400, message } : undefined
}

function targetError(card: Card, target: Card): string | undefined {
  const isPublic = target.state === 'live' || target.state === 'paused'
  // A moved target leads on to its own successor.
  const end = isPublic ? target : target.state === 'moved' ? target.successor : null
  if (!end) return "That card isn't public. Publish it first, or select another card."
  if (end.id === card.id) return 'That card leads back to this one. Select another card.'
  return undefined
}
