/** How many entries the form of a card takes in a day: so many from each network, beyond that with proof of work, up to a ceiling. */
import { ipPrefix } from '../analytics/visitor.ts'
import type { Bindings } from '../env.ts'
import { addressOf, takeTurn, turnsTaken } from '../users/throttle.ts'
import type { Entry } from './proof-of-work.ts'

const day = 86_400

/**
 * Takes a turn of the card's day that needs no proof: 0, or the seconds to wait for the next. What a network may take
 * shrinks with what is left of the day, so that a flood from a few leaves room for everybody else.
 */
export async function takeShare(env: Bindings, request: Request, cardId: number): Promise<number> {
  const most = Number(env.FORMS_PER_CARD_A_DAY)
  const ofCard = { kind: 'forms of a card', who: `${cardId}`, most, window: day }
  const who = `${addressOf(request)} ${cardId}`
  const ofAddress = { kind: 'form', who, most: Number(env.FORMS_PER_10_MINUTES), window: 600 }
  const [wait, taken] = await Promise.all([takeTurn(env, ofAddress), turnsTaken(env, ofCard)])
  if (wait > 0) return wait
  const share = Math.ceil((Number(env.FORMS_PER_NETWORK_A_DAY) * (most - taken)) / most)
  const network = ipPrefix(request.headers.get('CF-Connecting-IP') ?? '')
  const ofNetwork = { kind: 'forms of a network', who: `${network} ${cardId}`, window: day }
  return (await takeTurn(env, { ...ofNetwork, most: Math.max(0, share) })) || takeTurn(env, ofCard)
}

/** Takes one of the turns that need a proof, one for all repeats of an entry: 0, or the seconds to wait. */
export async function takeProven(env: Bindings, { cardId, clientId }: Entry): Promise<number> {
  const once = { kind: 'form with proof', who: `${cardId} ${clientId}`, most: 1, window: day }
  if ((await takeTurn(env, once)) > 0) return 0
  const most = Number(env.FORMS_PER_CARD_A_DAY_MAX) - Number(env.FORMS_PER_CARD_A_DAY)
  return takeTurn(env, { kind: 'forms with proof', who: `${cardId}`, most, window: day })
}
