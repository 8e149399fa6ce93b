/** The condition of writes that follow a check: between the two, a card can be handed over and a session can end. */
import { type SQL, sql } from 'drizzle-orm'
import type { Card } from '../../schema/card.ts'
import { type Caller, isStillSignedIn } from './auth-version.ts'

/** SQL for any statement: the card has the owner it was read with and is not deleted, and the user is still signed in. */
export function mayStillWrite(user: Caller, { id, userId }: Pick<Card, 'id' | 'userId'>): SQL {
  return sql`(exists (select 1 from business_cards as kept
    where kept.id = ${id} and kept.user_id = ${userId} and kept.deleted_at is null) and ${isStillSignedIn(user)})`
}
