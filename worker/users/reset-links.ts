/** Sending reset links, after the caller has already been answered. */
import { AccountEmail } from '../../schema/text.ts'
import { type Db, database } from '../database.ts'
import type { Bindings } from '../env.ts'
import { sendMail } from '../mail.ts'
import { takeMailTurn } from '../mail-limits.ts'
import { log } from '../platform/log.ts'
import { sendVerification } from './email-verifications.ts'
import { resetLetter } from './letters.ts'
import { findUnverified, hasConfirmedEmail, issueResetTokens } from './reset-tokens.ts'
import { knownDevice } from './sign-in.ts'
import { takeTurn } from './throttle.ts'

const hour = 3600
const perEmail = 5
const perAddress = 60
// Less than the mailbox gets in a day, so that one network does not use that up.
const perEmailAndAddress = 4
const perDevice = 3
const tries = 3
const pause = 500
// The answer is on its way by then, so that what is done for a known address holds nothing up.
const headStart = 100

/** `device` is the cookie of `deviceCookie`. */
type Asked = { email: string; address: string; device: string | undefined; origin: string }

/**
 * A link for each account whose confirmed email that is, or else one to confirm it for each that has it; none beyond 60 an
 * hour for a network address, 5 an hour for an email and 4 a day for both together. A device that its user signed in on
 * has 3 an hour of its own, so strangers cannot keep the owner from a link. Never fails: whoever asked was told that a
 * link comes, so storage in trouble is asked three times, and then it is one line in the log.
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
    else log('warn', 'reset links', { error: outcome.error })
  }
  return []
}

async function send(env: Bindings, asked: Asked): Promise<number[]> {
  const { email, origin } = asked
  const db = database(env.DB)
  const owner = await findOwner(env, db, asked)
  if (owner ? await isBeyondOwn(env, owner) : await isBeyond(env, asked)) return []
  const issued = await issueResetTokens(db, email)
  // Whoever gets no link is told how to get one, unless the address is somebody's who confirmed it.
  const others = issued.length > 0 ? [] : await findUnverified(db, email)
  await Promise.all(
    issued.map(({ email: to, username, token }) =>
      sendMail(env, {
        ...resetLetter(env, { to, username, link: `${origin}/auth#t=${token}` }),
        ...(owner && { kind: 'notice' }),
      }),
    ),
  )
  await Promise.all(others.map((user) => sendVerification(env, user, { origin })))
  return issued.map(({ id }) => id)
}

/** What the device is counted by, when the email is that of a user who signed in on it. */
async function findOwner(env: Bindings, db: Db, { email, device }: Asked) {
  const userId = Number(device?.split('.')[0])
  const known = userId ? knownDevice(env, device, userId) : undefined
  return known && (await hasConfirmedEmail(db, userId, email)) ? known : undefined
}

async function isBeyondOwn(env: Bindings, who: string): Promise<boolean> {
  return (await takeTurn(env, { kind: 'reset device', who, most: perDevice, window: hour })) > 0
}

async function isBeyond(env: Bindings, { email, address }: Asked): Promise<boolean> {
  const who = (AccountEmail.safeParse(email).data ?? email).toLowerCase()
  const turns = [
    { kind: 'reset address', who: address, most: perAddress, window: hour },
    { kind: 'reset pair', who: `${who} ${address}`, most: perEmailAndAddress, window: 24 * hour },
    { kind: 'reset', who, most: perEmail, window: hour },
  ]
  for (const turn of turns) if (await takeTurn(env, turn)) return true
  // Before a link is made: one that is not sent would void those that were.
  return !(await takeMailTurn(env, { to: email, kind: 'reset' }))
}
