/** Limits on the number of emails an address receives in 24 hours, whatever causes them. */

import { AccountEmail } from '../../schema/text.ts'
import type { Bindings } from '../env.ts'
import { consumeLimit } from './rate-limiter.ts'
import { daySeconds } from './time.ts'

/**
 * The limit of an email depends on who can cause it. The owner or an administrator: `undo` (the link that reverts a change
 * of email) and `notice`. Another user: `handover`. Anyone: `reset` and `verification`. Visitors of a card: `entry`. The
 * installation: `alert`. A `requested` email was counted when it was requested, a `receipt` when it was stored.
 */
export type MailKind =
  | 'undo'
  | 'notice'
  | 'handover'
  | 'reset'
  | 'verification'
  | 'requested'
  | 'entry'
  | 'receipt'
  | 'alert'

type Counted = Exclude<MailKind, 'undo' | 'requested' | 'receipt'>

const requestsPerAddress = 4

/**
 * Counts the email against the limit of its kind; false if the recipient has reached it. Each kind has its own limit.
 */
export async function limitMail(
  env: Bindings,
  { to, kind }: { to: string; kind: MailKind },
): Promise<boolean> {
  // `undo` is limited by `limitEmailChanges`, `requested` before the response is sent, `receipt` in `receipt_mails`.
  if (kind === 'undo' || kind === 'requested' || kind === 'receipt') return true
  // A notice goes to a verified address: only its owner can cause it, and with a plus sign it may be another person's
  // mailbox.
  const subject = kind === 'notice' ? to.toLowerCase() : mailboxKey(to)
  return (
    (await consumeLimit(env, {
      kind: `mail ${kind}`,
      subject,
      max: maxPerDay(env, kind),
      window: daySeconds,
    })) === 0
  )
}

/**
 * Counts a link requested from the network address `from`. Returns 0, or the seconds until the mailbox can be sent
 * another.
 */
export async function limitRequestedVerifications(
  env: Bindings,
  { to, from }: { to: string; from: string },
): Promise<number> {
  const kind = 'mail requested-verification'
  const subject = mailboxKey(to)
  const max = requestsPerAddress
  const wait = await consumeLimit(env, {
    kind,
    subject: `${subject} ${from}`,
    max,
    window: daySeconds,
  })
  return wait || consumeLimit(env, { kind, subject, max: maxPerRecipient(env), window: daySeconds })
}

/**
 * Counts a copy that a visitor requests; false if the domain of the address has reached its daily limit, over all mailboxes.
 * Large providers have no limit, because a single event sends more than that to each of them.
 */
export async function limitCopies(env: Bindings, to: string): Promise<boolean> {
  const subject = mailboxKey(to).split('@').at(-1) ?? ''
  if (largeProviders.has(subject)) return true
  const limit = { kind: 'mail copies to a domain', subject, max: maxCopiesPerDomain }
  return (await consumeLimit(env, { ...limit, window: daySeconds })) === 0
}

const maxCopiesPerDomain = 100
const largeProviders = new Set([
  ...['gmail.com', 'outlook.com', 'hotmail.com', 'live.com', 'msn.com', 'yahoo.com', 'yahoo.co.jp'],
  ...['icloud.com', 'me.com', 'mac.com', 'aol.com', 'proton.me', 'protonmail.com', 'gmx.de'],
  ...['gmx.net', 'gmx.at', 'gmx.ch', 'web.de', 't-online.de', 'freenet.de', 'posteo.de'],
  ...['orange.fr', 'free.fr', 'laposte.net', 'wanadoo.fr', 'libero.it', 'hotmail.fr', 'hotmail.de'],
  ...['hotmail.co.uk', 'yahoo.fr', 'yahoo.de', 'yahoo.co.uk', 'qq.com', '163.com', '126.com'],
  ...['docomo.ne.jp', 'ezweb.ne.jp', 'softbank.ne.jp', 'naver.com', 'bluewin.ch', 'seznam.cz'],
])

function maxPerDay(env: Bindings, kind: Counted): number {
  const max = maxPerRecipient(env)
  return {
    notice: max,
    handover: 3,
    reset: Math.ceil(max / 2),
    verification: Math.ceil(max / 4),
    // The most that one card sends: one every 10 minutes.
    entry: 144,
    alert: 48,
  }[kind]
}

function maxPerRecipient(env: Bindings): number {
  return Number(env.MAILS_PER_RECIPIENT_A_DAY)
}

/**
 * The mailbox that an address reaches: without a plus sign and what follows it (RFC 5233), for Gmail also without dots, and
 * with the domain in ASCII, because it has many spellings in Unicode (UTS 46).
 */
export function mailboxKey(address: string): string {
  const [local = '', domain = ''] = (AccountEmail.safeParse(address).data ?? address)
    .toLowerCase()
    .split('@')
  const [name = ''] = local.split('+', 1)
  if (domain !== 'gmail.com' && domain !== 'googlemail.com') return `${name}@${domain}`
  return `${name.replaceAll('.', '')}@gmail.com`
}
