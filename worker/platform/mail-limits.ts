/** How many emails one address gets in 24 hours, whoever causes them. */
import type { Bindings } from '../env.ts'
import { consumeLimit } from './rate-limiter.ts'

/**
 * What decides who can cause it. The owner or an administrator: `undo`, the link that takes a change of email back, and
 * `notice`. Another user: `handover`. Anybody: `reset` and `verification`. Visitors of a card: `entry`. What is `requested`
 * was counted when it was asked for.
 */
export type MailKind =
  | 'undo'
  | 'notice'
  | 'handover'
  | 'reset'
  | 'verification'
  | 'requested'
  | 'entry'

type Counted = Exclude<MailKind, 'undo' | 'requested'>

const day = 86_400
const requestsFromOnePlace = 4

/** Counts the email against the limit of its kind: false when its recipient had as many in 24 hours. No kind uses up the limit of another. */
export async function limitMail(
  env: Bindings,
  { to, kind }: { to: string; kind: MailKind },
): Promise<boolean> {
  // The first is limited by `takeEmailChange`, the second before it is promised.
  if (kind === 'undo' || kind === 'requested') return true
  // A notice goes to a confirmed address: its owner alone can cause it, and with a plus sign it may be somebody else's.
  const who = kind === 'notice' ? to.toLowerCase() : mailboxOf(to)
  return (
    (await consumeLimit(env, {
      kind: `mail ${kind}`,
      who,
      most: mostOf(env, kind),
      window: day,
    })) === 0
  )
}

/** Counts a link that somebody at the network address `from` asks for: 0, or the seconds until another is sent to that mailbox. */
export async function limitRequestedVerifications(
  env: Bindings,
  { to, from }: { to: string; from: string },
): Promise<number> {
  const kind = 'mail requested-verification'
  const who = mailboxOf(to)
  const most = requestsFromOnePlace
  const wait = await consumeLimit(env, { kind, who: `${who} ${from}`, most, window: day })
  return wait || consumeLimit(env, { kind, who, most: ownMost(env), window: day })
}

function mostOf(env: Bindings, kind: Counted): number {
  const own = ownMost(env)
  return {
    notice: own,
    handover: 3,
    reset: Math.ceil(own / 2),
    verification: Math.ceil(own / 4),
    // What one card sends: one every 10 minutes.
    entry: 144,
  }[kind]
}

function ownMost(env: Bindings): number {
  return Number(env.MAILS_PER_RECIPIENT_A_DAY)
}

// What stands behind a plus sign reaches the same mailbox (RFC 5233), and Gmail reads past dots.
function mailboxOf(address: string): string {
  const [local = '', domain = ''] = address.toLowerCase().split('@')
  const [name = ''] = local.split('+', 1)
  if (domain !== 'gmail.com' && domain !== 'googlemail.com') return `${name}@${domain}`
  return `${name.replaceAll('.', '')}@gmail.com`
}
