/** Sending reset links, after the caller has already been answered. */
import { database } from '../database.ts'
import type { Bindings } from '../env.ts'
import { sendMail } from '../mail.ts'
import { resetLetter } from './letters.ts'
import { issueResetTokens } from './reset-tokens.ts'
import { takeTurn } from './throttle.ts'

const hour = 3600
const perEmail = 5
const perAddress = 60

/** A link for each account with that e-mail; none beyond 5 an hour for an e-mail, or 60 for an address. */
export async function sendResetLinks(
  env: Bindings,
  { email, address, origin }: { email: string; address: string; origin: string },
): Promise<void> {
  const perPlace = { kind: 'reset address', who: address, most: perAddress, window: hour }
  const perPerson = { kind: 'reset', who: email.toLowerCase(), most: perEmail, window: hour }
  if ((await takeTurn(env, perPlace)) || (await takeTurn(env, perPerson))) return
  const issued = await issueResetTokens(database(env.DB), email)
  await Promise.all(
    issued.map(({ email: to, username, token }) =>
      sendMail(env, resetLetter(env, { to, username, link: `${origin}/auth#t=${token}` })),
    ),
  )
}
