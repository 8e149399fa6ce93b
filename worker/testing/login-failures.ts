/** Wrong passwords that were tried before a test, without a third of a second of hashing each. Only tests import this. */
import { env } from 'cloudflare:workers'
import { accountFailures, consumeLimit } from '../platform/rate-limiter.ts'

/** One more wrong password of this account, by the name it signs in with, makes it wait. */
export function failNineSignIns({ username }: { username: string }) {
  return failNineTimes(`name ${username.toLowerCase()}`)
}

/** One more wrong password of whoever is signed in with this session, `id.secret`, makes it wait. */
export function failNineReauthentications(session: string) {
  return failNineTimes(`own ${session.split('.')[0]}`)
}

async function failNineTimes(who: string) {
  for (let turn = 0; turn < 9; turn += 1) await consumeLimit(env, accountFailures(who))
}
