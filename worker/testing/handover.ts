/** Offers of cards, without their emails. Only tests import this. */
import { env } from 'cloudflare:workers'
import { findGiver, signOffer } from '../users/handover-offers.ts'
import { db } from './app.ts'

/** The token of an offer of all cards of that user. */
export async function offerFrom(userId: number, to: number): Promise<string> {
  const from = await findGiver(db, userId)
  if (!from) throw new Error('There is no such user')
  return signOffer(env, { from, to })
}
