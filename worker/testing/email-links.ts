/** Tokens of email links, without the emails. Only tests import this. */
import { env } from 'cloudflare:workers'
import { createHash, randomBytes } from 'node:crypto'
import { emailVerifications, type users } from '../../schema/accounts/tables.ts'
import { findSender, signOffer } from '../users/transfer.ts'
import { db } from './app.ts'

/** Returns the token of an offer of all cards of that user. */
export async function makeOfferToken(userId: number, to: number): Promise<string> {
  const from = await findSender(db, userId)
  if (!from) throw new Error('There is no such user')
  return signOffer(env, { from, to })
}

/** Stores a verification link for the user's address, valid for a day, and returns its token. */
export async function makeVerificationToken(user: typeof users.$inferSelect): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest('hex')
  const expiresAt = Math.floor(Date.now() / 1000) + 86_400
  await db
    .insert(emailVerifications)
    .values({ hash, userId: user.id, email: user.email, expiresAt })
  return token
}
