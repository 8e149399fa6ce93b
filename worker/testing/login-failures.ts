/** Counts failed passwords without the cost of hashing (a third of a second each). Only tests import this. */
import { env } from 'cloudflare:workers'
import { database } from '../platform/database.ts'
import { accountFailures, consumeLimit } from '../platform/rate-limiter.ts'
import { findUserToSignIn } from '../users/queries.ts'

/** Counts nine failed sign-ins of the account under this name; one more triggers the wait. */
export async function failNineSignIns({ username }: { username: string }) {
  const user = await findUserToSignIn(database(env.DB), username)
  await failNineTimes(`name ${username.toLowerCase()}`)
  if (user) await failNineTimes(`account ${user.user.id}`)
}

/** Counts nine failed reauthentications of the session (`id.secret`); one more triggers the wait. */
export function failNineReauthentications(session: string) {
  return failNineTimes(`own ${session.split('.')[0]}`)
}

async function failNineTimes(who: string) {
  for (let turn = 0; turn < 9; turn += 1) await consumeLimit(env, accountFailures(who))
}
