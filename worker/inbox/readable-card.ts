/** The card whose form submissions a call reads. */
import type { Context } from 'hono'
import { canReadSubmissions } from '../../schema/access.ts'
import type { Card } from '../../schema/cards/card.ts'
import { requireUser } from '../accounts/sessions.ts'
import { cardOfPath } from '../cards/rules.ts'
import type { App } from '../env.ts'
import { loaded } from '../http/endpoint.ts'
import { orNotFound, requirePermission } from '../http/errors.ts'

/** The card with the id in the path; 404 if there is none, 403 if the caller may not read its submissions. */
export async function findReadableCard(c: Context<App>): Promise<Card> {
  const card = orNotFound(await loaded(c, cardOfPath), 'Card not found')
  requirePermission(
    canReadSubmissions(requireUser(c), card),
    "You don't have permission to view the form submissions of this card",
  )
  return card
}
