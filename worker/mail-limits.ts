/** How many letters one address gets in a day, whoever asks for them. */
import type { Bindings } from './env.ts'
import { takeTurn } from './users/throttle.ts'

/** What decides who can have it sent: `reset` and `verification` anybody, `entry` visitors of a card, `notice` who is signed in. */
export type MailKind = 'notice' | 'reset' | 'verification' | 'entry'

const day = 86_400
// What one card sends: one letter every 10 minutes.
const entriesADay = 144

/**
 * Takes a turn at writing to the address: false when it had its letters of 24 hours. Of `MAILS_PER_RECIPIENT_A_DAY` a quarter
 * are verifications at most and a half reset links, so that strangers leave room for notices; entries are counted apart.
 */
export async function takeMailTurn(
  env: Bindings,
  { to, kind }: { to: string; kind: MailKind },
): Promise<boolean> {
  const all = Number(env.MAILS_PER_RECIPIENT_A_DAY)
  const who = mailboxOf(to)
  const take = async (name: string, most: number) =>
    (await takeTurn(env, { kind: name, who, most, window: day })) === 0
  if (kind === 'entry') return take('mail entry', entriesADay)
  if (kind === 'verification' && !(await take('mail verification', Math.ceil(all / 4))))
    return false
  if (kind === 'reset' && !(await take('mail reset', Math.ceil(all / 2)))) return false
  return take('mail', all)
}

// What stands behind a plus sign reaches the same mailbox (RFC 5233).
function mailboxOf(address: string): string {
  return address.toLowerCase().replace(/\+[^@]*(?=@)/, '')
}
