/** Somebody signed in, with a card of their own. */
import { Card } from '../../schema/card.ts'
import { makeCard, signIn } from './app.ts'

export const cardsPath = '/api/business-cards'

/** Signs in at that level; the card is as the API answers it, and is saved at `put`. */
export async function owner(level: number, fields: Parameters<typeof makeCard>[0] = {}) {
  const session = await signIn(level)
  const { id } = await makeCard({ userId: session.user.id, ...fields })
  const put = `${cardsPath}/${id}`
  const card = Card.parse(await (await session.request('GET', put)).json())
  return { ...session, card, put }
}
