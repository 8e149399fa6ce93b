/** Sending reset links, after the caller has already been answered. */
import { database } from '../database.ts'
import type { Bindings } from '../env.ts'
import { sendMail } from '../mail.ts'
import { causes } from '../trouble.ts'
import { sendVerification } from './email-verifications.ts'
import { resetLetter } from './letters.ts'
import { findUnverified, issueResetTokens } from './reset-tokens.ts'
import { takeTurn } from './throttle.ts'

const hour = 3600
const perEmail = 5
const perAddress = 60
const tries = 3
const pause = 500
// The answer is on its way by then, so that what is done for a known address holds nothing up.
const headStart = 100

type Asked = { email: string; address: string; origin: string }

/**
 * A link for each account whose confirmed e-mail that is, or else one to confirm it for each that has it; none beyond 5 an hour for an e-mail, or 60 for an address. Never fails: whoever
 * asked was told that a link comes, so storage in trouble is asked three times, and then it is one line in the log.
 * Resolves to the ids of the accounts that links were sent to.
 */
export async function sendResetLinks(env: Bindings, asked: Asked): Promise<number[]> {
  await scheduler.wait(headStart)
  for (let turn = 1; turn <= tries; turn += 1) {
    const outcome = await send(env, asked).then(
      (sent) => ({ sent }),
      (error: unknown) => ({ error }),
    )
    if ('sent' in outcome) return outcome.sent
    if (turn < tries) await scheduler.wait(pause * 4 ** (turn - 1))
    else console.warn(JSON.stringify({ at: 'reset links', trouble: causes(outcome.error) }))
  }
  return []
}

async function send(env: Bindings, { email, address, origin }: Asked): Promise<number[]> {
  const perPlace = { kind: 'reset address', who: address, most: perAddress, window: hour }
  const perPerson = { kind: 'reset', who: email.toLowerCase(), most: perEmail, window: hour }
  if ((await takeTurn(env, perPlace)) || (await takeTurn(env, perPerson))) return []
  const db = database(env.DB)
  const issued = await issueResetTokens(db, email)
  // Whoever gets no link is told how to get one, unless the address is somebody's who confirmed it.
  const others = issued.length > 0 ? [] : await findUnverified(db, email)
  await Promise.all(
    issued.map(({ email: to, username, token }) =>
      sendMail(env, resetLetter(env, { to, username, link: `${origin}/auth#t=${token}` })),
    ),
  )
  await Promise.all(others.map((user) => sendVerification(env, user, { origin })))
  return issued.map(({ id }) => id)
}
