/** Offers of cards, without their emails. Only tests import this. */
import { env } from 'cloudflare:workers'
import { createHash, randomBytes } from 'node:crypto'
import { emailVerifications } from '../../schema/access-tables.ts'
import type { users } from '../../schema/tables.ts'
import { findSender, signOffer } from '../users/transfer.ts'
import { db } from './app.ts'

/** The token of an offer of all cards of that user. */
export async function makeOfferToken(userId: number, to: number): Promise<string> {
  const from = await findSender(db, userId)
  if (!from) throw new Error('There is no such user')
  return signOffer(env, { from, to })
}

// Links that confirm an address, without their letters. Only tests import this.

/** The token of a link that confirms the user's address, good for a day. */
export async function makeVerificationToken(user: typeof users.$inferSelect): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest('hex')
  const expiresAt = Math.floor(Date.now() / 1000) + 86_400
  await db
    .insert(emailVerifications)
    .values({ hash, userId: user.id, email: user.email, expiresAt })
  return token
}
