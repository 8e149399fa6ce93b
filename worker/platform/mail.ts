/**
 * Outgoing email: by the platform's binding, otherwise by an HTTP provider, otherwise only a line in the log. Unsent email
 * waits in the outbox for the cron job.
 */

import { inArray, sql } from 'drizzle-orm'
import { mailOutbox } from '../../schema/operations/tables.ts'
import type { Bindings } from '../env.ts'
import { type Db, database } from './database.ts'
import { errorMessages, repeatable } from './failures.ts'
import { retentionDays } from './jobs.ts'
import { log } from './log.ts'
import { limitMail, type MailKind } from './mail-limits.ts'
import { type Message, type Refusal, senderOf, sendTimeoutMs } from './mail-providers.ts'
import {
  countAccepted,
  isUrgent,
  type MailPurpose,
  mailWaits,
  readMailQuota,
  recordRefusal,
} from './mail-quota.ts'
import { decrypt, encrypt } from './secrets.ts'
import { dayMs, minuteMs } from './time.ts'

/**
 * `kind` selects the recipient's daily limit, `notice` if absent, and `purpose` when it is sent, `account` if absent. `html` is
 * the same text, and `headers` are additional.
 */
export type Mail = Omit<Message, 'from'> & { kind?: MailKind; purpose?: MailPurpose }

const attempts = 3
// Until then only the caller of `storeMail`, or the cron job that took the email, sends it.
const leaseMs = minuteMs
const maxReasonLength = 200
// Sending an email may take ten seconds.
const batchSize = 10
// No user has this id: the encrypted email belongs to the system.
const systemUserId = 0
const notConfigured = 'Email is not configured'

/** An email ready to send, and its encrypted form for the outbox. `preparedAt` is in milliseconds. */
export type PreparedMail = {
  id: string
  message: Message
  encrypted: string
  kind: MailKind
  purpose: MailPurpose
  preparedAt: number
}

/**
 * Sends the email with three attempts; later attempts follow as long as the email is of use. Never throws: an email that
 * cannot be sent or exceeds its recipient's daily limit logs one line without its content.
 */
export async function sendMail(env: Bindings, mail: Mail): Promise<void> {
  if (!senderOf(env)) return report(notConfigured)
  const prepared = await prepareMail(env, mail)
  if (!(await isWithinLimits(env, prepared))) return
  const isStored = await repeatable(() => storeMail(database(env.DB), prepared)).then(
    () => true,
    (error: unknown) => {
      report(errorMessages(error))
      return false
    },
  )
  await deliver(env, prepared, isStored ? prepared.preparedAt + leaseMs : Infinity)
}

/** Whether an email provider is configured. */
export function canSendMail(env: Bindings): boolean {
  return senderOf(env) !== undefined
}

/** Whether forms of cards offer visitors a copy by email. */
export function offersCopies(env: Bindings): boolean {
  return env.RECEIPT_EMAIL !== 'off' && canSendMail(env)
}

/** Prepares an email, for callers that store it in the same transaction as the change it reports. */
export async function prepareMail(env: Bindings, mail: Mail): Promise<PreparedMail> {
  const message = {
    from: oneLine(env.EMAIL_FROM),
    to: oneLine(mail.to),
    subject: oneLine(mail.subject),
    text: mail.text,
    ...(mail.html && { html: mail.html }),
    ...(mail.headers && { headers: oneLineEach(mail.headers) }),
  }
  return {
    id: crypto.randomUUID(),
    message,
    encrypted: await encrypt(env, systemUserId, JSON.stringify(message)),
    kind: mail.kind ?? 'notice',
    purpose: mail.purpose ?? 'account',
    preparedAt: Date.now(),
  }
}

/**
 * The statement that inserts the email into the outbox if `when` is true. The cron job sends it a minute after it was
 * prepared.
 */
export function storeMail(db: Db, mail: PreparedMail, when = sql`true`) {
  const { id, encrypted, purpose, preparedAt } = mail
  return db
    .insert(mailOutbox)
    .select(
      sql`select ${id} as id, ${encrypted} as letter, ${preparedAt} as made_at, ${preparedAt + leaseMs} as due_at, 0 as tries, ${purpose} as purpose, null as dead_at, null as reason where ${when}`,
    )
    .onConflictDoNothing()
}

/** Sends an email that is already in the outbox, unless a minute has passed since it was prepared. Never throws. */
export async function sendPrepared(env: Bindings, prepared: PreparedMail): Promise<void> {
  if (!senderOf(env) || (await isWithinLimits(env, prepared)))
    return deliver(env, prepared, prepared.preparedAt + leaseMs)
  await deleteMail(env, prepared.id).catch((error: unknown) => report(errorMessages(error)))
}

/** Sends those of the emails that a batch has stored. Never throws: unsent emails stay in the outbox for the cron job. */
export async function sendStored(env: Bindings, mails: PreparedMail[]): Promise<void> {
  const ids = mails.map(({ id }) => id)
  const stored = await database(env.DB)
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(inArray(mailOutbox.id, ids))
    .all()
    .catch(() => [])
  for (const mail of mails)
    if (stored.some(({ id }) => id === mail.id)) await sendPrepared(env, mail)
}

// Returns true if the counter is unavailable.
async function isWithinLimits(env: Bindings, { message, kind }: PreparedMail): Promise<boolean> {
  const isWithin = await limitMail(env, { to: message.to, kind }).catch((error: unknown) => {
    report(errorMessages(error))
    return true
  })
  if (!isWithin) report(`Not sent: the recipient reached the daily email limit (${kind})`)
  return isWithin
}

async function deliver(env: Bindings, mail: PreparedMail, leaseUntil: number): Promise<void> {
  const { id, message, purpose } = mail
  const send = senderOf(env)
  if (!send) return report(notConfigured)
  // An email that could not be stored cannot wait.
  const isStored = leaseUntil < Infinity
  if (isStored && (await mustWait(env, purpose))) return
  for (let number = 1; number <= attempts; number += 1) {
    if (number > 1) await new Promise((resolve) => setTimeout(resolve, 250 * number ** 2))
    // An attempt that outlasts the lease could run beside one of the cron job.
    if (Date.now() + sendTimeoutMs > leaseUntil) return
    const refusal = await send(message, id)
    const isLast = number === attempts || !refusal || isLasting(refusal)
    if (isLast)
      return settle(env, id, { refusal, now: Date.now() }).catch((error: unknown) =>
        report(errorMessages(error)),
      )
  }
}

// An urgent email is tried even after a refusal, because the quota may have been renewed.
async function mustWait(env: Bindings, purpose: MailPurpose): Promise<boolean> {
  if (isUrgent(purpose)) return false
  return readMailQuota(env, Date.now()).then(
    ({ sendable }) => !sendable.includes(purpose),
    () => false,
  )
}

// The next attempts would end the same way.
function isLasting({ cause }: Refusal): boolean {
  return cause === 'rejected' || cause === 'day' || cause === 'month'
}

/**
 * Step of a cron job: sends the next ten emails that are due, the most urgent first, with a growing delay before each
 * retry; `more` if others may be. Stops when the provider refuses one as one too many. An email that waited too long is a
 * dead letter, kept for `retentionDays.deadLetters` days. `clock` returns Unix milliseconds.
 */
export async function sendPendingMail(
  env: Bindings,
  clock = () => Date.now(),
): Promise<'more' | undefined> {
  const send = senderOf(env)
  if (!send) return undefined
  await expireMail(env, clock())
  for (let count = 0; count < batchSize; count += 1) {
    const takenAt = clock()
    const mail = await takeDueMail(env, takenAt)
    if (!mail) return undefined
    // The database took so long that another run may take the email, too.
    if (clock() + sendTimeoutMs > takenAt + leaseMs) return 'more'
    const text = await decrypt(env, systemUserId, mail.letter).catch(() => undefined)
    const refusal = text === undefined ? unreadable : await send(JSON.parse(text), mail.id)
    await settle(env, mail.id, { refusal, now: clock() })
    if (refusal && isOneTooMany(refusal)) return undefined
  }
  return 'more'
}

// Takes one email at a time, because ten slow attempts would outlast the lease of the last.
async function takeDueMail(
  env: Bindings,
  at: number,
): Promise<{ id: string; letter: string } | null> {
  const { sendable } = await readMailQuota(env, at)
  if (sendable.length === 0) return null
  return env.DB.prepare(
    `update mail_outbox set tries = tries + 1, due_at = ?1 + ${leaseMs} * (1 << min(tries, 6))
     where id = (select mail_outbox.id from mail_outbox join json_each(?2) as sendable on sendable.value = purpose
       where due_at <= ?1 and dead_at is null order by sendable.key, due_at limit 1)
     returning id, letter`,
  )
    .bind(at, JSON.stringify(sendable))
    .first()
}

async function expireMail({ DB }: Bindings, at: number): Promise<void> {
  await repeatable(() =>
    DB.batch([
      DB.prepare(
        `update mail_outbox set dead_at = ?1, letter = '', reason = coalesce(reason, '${tooLate}')
         where dead_at is null and made_at < ?1 - (select value from json_each(?2) where key = purpose)`,
      ).bind(at, JSON.stringify(mailWaits)),
      DB.prepare('delete from mail_outbox where dead_at < ?').bind(
        at - retentionDays.deadLetters * dayMs,
      ),
    ]),
  )
}

const tooLate = 'It waited too long to be sent'

const unreadable: Refusal = {
  reason: 'Encrypted with a PEPPER that is no longer set',
  cause: 'rejected',
}

function isOneTooMany({ cause }: Refusal): boolean {
  return cause === 'rate' || cause === 'day' || cause === 'month'
}

/** The result of the last attempt, which ended at `now`. */
type Outcome = { refusal: Refusal | undefined; now: number }

// A dead letter keeps its reason but not its text, because it will never be sent.
async function settle(env: Bindings, id: string, { refusal, now }: Outcome): Promise<void> {
  if (!refusal) return deleteMail(env, id, countAccepted(env, id, now))
  report(refusal.reason)
  const reason = anonymous(refusal.reason)
  if (isOneTooMany(refusal))
    return postpone(env, id, { reason, until: await recordRefusal(env, refusal, now) })
  const dead = refusal.cause === 'rejected' ? ", dead_at = ?3, letter = ''" : ''
  const values = [id, reason, ...(dead ? [now] : [])]
  await repeatable(() =>
    env.DB.prepare(`update mail_outbox set reason = ?2${dead} where id = ?1`)
      .bind(...values)
      .run(),
  )
}

async function deleteMail({ DB }: Bindings, id: string, ...before: D1PreparedStatement[]) {
  const deletion = DB.prepare('delete from mail_outbox where id = ?').bind(id)
  await repeatable(() => DB.batch([...before, deletion]))
}

// An attempt that meets a quota does not count.
async function postpone(
  { DB }: Bindings,
  id: string,
  { reason, until }: { reason: string; until: number },
): Promise<void> {
  await repeatable(() =>
    DB.prepare(
      'update mail_outbox set tries = max(tries - 1, 0), due_at = ?2, reason = ?3 where id = ?1 and due_at <> ?2',
    )
      .bind(id, until, reason)
      .run(),
  )
}

function oneLineEach(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, oneLine(value)]))
}

// A line break in a header field would start another header.
function oneLine(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim()
}

function report(reason: string): void {
  log('warn', 'mail', { reason: anonymous(reason) })
}

// Removes email addresses: subjects name people, and providers repeat addresses.
function anonymous(reason: string): string {
  const words = oneLine(reason).split(/\s/)
  return words
    .map((word) => (/.@./.test(word) ? '…' : word))
    .join(' ')
    .slice(0, maxReasonLength)
}
