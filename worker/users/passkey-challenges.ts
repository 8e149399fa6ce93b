/** What passkeys are asked to sign: random, hashed, good for five minutes, one answer, one purpose and one session. */
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { passkeyChallenges } from '../../schema/access-tables.ts'
import type { Db } from '../database.ts'
import { hashToken, newToken } from '../platform/tokens.ts'

/** In milliseconds; the browser gives up after as long. */
export const challengeLife = 300_000

/** `sessionId` is absent where nobody is signed in yet. */
export type Purpose = { purpose: 'sign-in' | 'proof' | 'new'; sessionId?: string }

/** The challenge, as base64url. */
export async function openChallenge(db: Db, asked: Purpose, now = Date.now()): Promise<string> {
  const challenge = newToken()
  const { purpose, sessionId = null } = asked
  const row = { hash: hashToken(challenge), purpose, sessionId, expiresAt: now + challengeLife }
  await db.insert(passkeyChallenges).values(row).onConflictDoNothing()
  return challenge
}

/** Uses up the challenge that the browser says was signed; undefined when it is none of ours, for something else, or over. */
export async function spendChallenge(
  db: Db,
  { clientDataJSON, purpose, sessionId }: Purpose & { clientDataJSON: string },
  now = Date.now(),
): Promise<string | undefined> {
  const told = await new Response(Buffer.from(clientDataJSON, 'base64url')).json().catch(() => null)
  const challenge = ClientData.safeParse(told).data?.challenge
  if (!challenge) return undefined
  const spent = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.hash, hashToken(challenge)),
        eq(passkeyChallenges.purpose, purpose),
        sql`${passkeyChallenges.sessionId} is ${sessionId ?? null}`,
        gt(passkeyChallenges.expiresAt, now),
      ),
    )
    .returning({ hash: passkeyChallenges.hash })
  return spent.length > 0 ? challenge : undefined
}

/** The statement that drops those nobody can answer any more, for the cron's batch. */
export function forgetChallenges(db: Db, now = Date.now()) {
  return db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, now))
}

// No page of ours is in somebody else's frame.
const ClientData = z.object({
  challenge: z.string().check(z.regex(/^[\w-]{43}$/)),
  crossOrigin: z.optional(z.literal(false)),
})
