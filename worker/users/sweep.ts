/** Dropping what accounts leave behind: sessions and links that have expired, counters nothing asks for any more. */
import { forgetShares } from '../analytics/shares.ts'
import { database } from '../database.ts'
import type { Bindings } from '../env.ts'
import { forgetTokens } from './api-tokens.ts'
import { forgetEmailReverts } from './email-reverts.ts'
import { forgetEmailVerifications } from './email-verifications.ts'
import { forgetChallenges } from './passkey-challenges.ts'
import { forgetResetTokens } from './reset-tokens.ts'
import { forgetBegunFactors } from './second-factor.ts'
import { forgetSessions } from './sessions.ts'
import { forgetSteps } from './sign-in-steps.ts'
import { forgetTurns } from './throttle.ts'

/** For the cron; safe to run at any time and any number of times. */
export async function sweepAccounts(env: Bindings): Promise<void> {
  const db = database(env.DB)
  await db.batch([
    forgetSessions(db),
    forgetTokens(db),
    forgetResetTokens(db),
    forgetEmailReverts(db),
    forgetEmailVerifications(db),
    forgetTurns(db),
    forgetSteps(db),
    forgetChallenges(db),
    forgetBegunFactors(db),
    forgetShares(db),
  ])
}
