/**
 * Outgoing email: by the platform's binding, otherwise by an HTTP provider, otherwise only a line in the log. Unsent email
 * waits in the outbox for the cron job.
 */

import { inArray, sql } from 'drizzle-orm'
import { mailOutbox } from '../../schema/operations/tables.ts'
import type { Bindings } from '../env.ts'
import { type Db, database } from './database.ts'
import { errorMessages, repeatable, withTimeout } from './failures.ts'
import { retentionDays } from './jobs.ts'
import { log } from './log.ts'
import { limitMail, type MailKind } from './mail-limits.ts'
import { decrypt, encrypt } from './secrets.ts'
import { dayMs, minuteMs } from './time.ts'

/** `kind` selects the daily limit; `notice` if absent. `html` is the same text, and `headers` are additional. */
export type Mail = Omit<Message, 'from'> & { kind?: MailKind }

const attempts = 3
// How long an attempt to send an email may take.
const timeoutMs = 10_000
// The provider rejects the email itself, so a retry would fail, too.
const rejectedStatuses = new Set([400, 413, 422])
// Until then only the caller of `storeMail`, or the cron job that took the email, sends it.
const leaseMs = minuteMs
const retryForMs = dayMs
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
  preparedAt: number
}

/**
 * Sends the email with three attempts; later attempts follow for a day. Never throws: an email that cannot be sent or
 * exceeds its recipient's daily limit logs one line without its content.
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
    preparedAt: Date.now(),
  }
}

/**
 * The statement that inserts the email into the outbox if `when` is true. The cron job sends it a minute after it was
 * prepared.
 */
export function storeMail(db: Db, { id, encrypted, preparedAt }: PreparedMail, when = sql`true`) {
  return db
    .insert(mailOutbox)
    .select(
      sql`select ${id} as id, ${encrypted} as letter, ${preparedAt} as made_at, ${preparedAt + leaseMs} as due_at, 0 as tries, null as dead_at, null as reason where ${when}`,
    )
    .onConflictDoNothing()
}

/** Sends an email that is already in the outbox, unless a minute has passed since it was prepared. Never throws. */
export async function sendPrepared(env: Bindings, prepared: PreparedMail): Promise<void> {
  if (!senderOf(env) || (await isWithinLimits(env, prepared)))
    return deliver(env, prepared, prepared.preparedAt + leaseMs)
  await settle(env, prepared.id, undefined).catch((error: unknown) => report(errorMessages(error)))
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

async function deliver(
  env: Bindings,
  { id, message }: PreparedMail,
  leaseUntil: number,
): Promise<void> {
  const send = senderOf(env)
  if (!send) return report(notConfigured)
  for (let number = 1; number <= attempts; number += 1) {
    if (number > 1) await new Promise((resolve) => setTimeout(resolve, 250 * number ** 2))
    // An attempt that outlasts the lease could run beside one of the cron job.
    if (Date.now() + timeoutMs > leaseUntil) return
    const failure = await attempt(send, message, id)
    const isLast = number === attempts || !failure || failure.isFinal
    if (isLast)
      return settle(env, id, failure).catch((error: unknown) => report(errorMessages(error)))
  }
}

/**
 * Step of a cron job: sends the next ten emails that are due, with a growing delay before each retry; `more` if others
 * may be. After a day an email becomes a dead letter, kept for `retentionDays.deadLetters` days. `clock` returns Unix
 * milliseconds.
 */
export async function sendPendingMail(
  env: Bindings,
  clock = () => Date.now(),
): Promise<'more' | undefined> {
  const send = senderOf(env)
  if (!send) return undefined
  for (let count = 0; count < batchSize; count += 1) {
    const takenAt = clock()
    const mail = await takeDueMail(env, takenAt)
    if (!mail) return deleteOldMail(env, clock())
    // The database took so long that another run may take the email, too.
    if (clock() + timeoutMs > takenAt + leaseMs) return 'more'
    const text = await decrypt(env, systemUserId, mail.letter).catch(() => undefined)
    const failure = text === undefined ? unreadable : await attempt(send, JSON.parse(text), mail.id)
    await settle(env, mail.id, failure)
  }
  return 'more'
}

// Takes one email at a time, because ten slow attempts would outlast the lease of the last.
async function takeDueMail(
  { DB }: Bindings,
  at: number,
): Promise<{ id: string; letter: string } | null> {
  return DB.prepare(
    `update mail_outbox set tries = tries + 1, due_at = ?1 + ${leaseMs} * (1 << min(tries, 6))
     where id = (select id from mail_outbox where due_at <= ?1 and dead_at is null order by due_at limit 1)
     returning id, letter`,
  )
    .bind(at)
    .first()
}

async function deleteOldMail({ DB }: Bindings, at: number): Promise<undefined> {
  await repeatable(() =>
    DB.batch([
      DB.prepare(
        "update mail_outbox set dead_at = ?1, letter = '' where made_at < ?2 and dead_at is null",
      ).bind(at, at - retryForMs),
      DB.prepare('delete from mail_outbox where dead_at < ?').bind(
        at - retentionDays.deadLetters * dayMs,
      ),
    ]),
  )
}

const unreadable: Failure = {
  reason: 'Encrypted with a PEPPER that is no longer set',
  isFinal: true,
}

// A dead letter keeps its reason but not its text, because it will never be sent.
async function settle(env: Bindings, id: string, failure: Failure | undefined): Promise<void> {
  if (!failure) {
    await repeatable(() => env.DB.prepare('delete from mail_outbox where id = ?').bind(id).run())
    return
  }
  report(failure.reason)
  const dead = failure.isFinal ? ", dead_at = ?3, letter = ''" : ''
  const values = [id, anonymous(failure.reason), ...(failure.isFinal ? [Date.now()] : [])]
  await repeatable(() =>
    env.DB.prepare(`update mail_outbox set reason = ?2${dead} where id = ?1`)
      .bind(...values)
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

type Message = {
  from: string
  to: string
  subject: string
  text: string
  html?: string
  headers?: Record<string, string>
}
type Send = (message: Message, id: string) => Promise<unknown>

/** Why an email was not accepted. A final failure is not retried. */
type Failure = { reason: string; isFinal: boolean }

class RejectedMailError extends Error {}

/** Undefined if no email provider is configured. */
function senderOf(env: Bindings): Send | undefined {
  const { EMAIL: binding, EMAIL_API_KEY: key, EMAIL_API_URL: url } = env
  if (binding) return (message) => withTimeout(timeoutMs, binding.send(message))
  return key && url ? (message, id) => post(message, id, { url, key }) : undefined
}

/** Sends the email once. Never throws. */
async function attempt(send: Send, message: Message, id: string): Promise<Failure | undefined> {
  return send(message, id).then(
    () => undefined,
    (error: unknown) => ({ reason: messageOf(error), isFinal: error instanceof RejectedMailError }),
  )
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

// The idempotency key keeps a provider that supports it from sending an email twice.
async function post(
  message: Message,
  id: string,
  { url, key }: { url: string; key: string },
): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': id,
    },
    body: JSON.stringify(message),
    signal: AbortSignal.timeout(timeoutMs),
  })
  await response.body?.cancel()
  if (response.ok) return
  const reason = `The email provider returned ${response.status}`
  throw rejectedStatuses.has(response.status) ? new RejectedMailError(reason) : new Error(reason)
}
