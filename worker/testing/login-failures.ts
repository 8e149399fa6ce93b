/** Counts failed passwords without the cost of hashing (a third of a second each). Only tests import this. */
import { env } from 'cloudflare:workers'
import { accountFailures, consumeLimit } from '../platform/rate-limiter.ts'

/** Counts nine failed sign-ins of the account; one more triggers the wait. */
export function failNineSignIns({ username }: { username: string }) {
  return failNineTimes(`name ${username.toLowerCase()}`)
}

/** Counts nine failed reauthentications of the session (`id.secret`); one more triggers the wait. */
export function failNineReauthentications(session: string) {
  return failNineTimes(`own ${session.split('.')[0]}`)
}

async function failNineTimes(who: string) {
  for (let turn = 0; turn < 9; turn += 1) await consumeLimit(env, accountFailures(who))
}
