/** Outgoing email: the platform's binding, else an HTTP provider, else one line in the log. A letter that is not taken at once waits in the outbox for the cron. */

import { sql } from 'drizzle-orm'
import { mailOutbox } from '../../schema/operations-tables.ts'
import type { Bindings } from '../env.ts'
import { type Db, database } from './database.ts'
import { decrypt, encrypt } from './encryption.ts'
import { log } from './log.ts'
import { limitMail, type MailKind } from './mail-limits.ts'
import { retentionDays } from './retention.ts'
import { errorMessages } from './storage-errors.ts'
import { withTimeout } from './timeout.ts'

/** `kind` is what its daily limit goes by, a notice when absent. */
export type Mail = { to: string; subject: string; text: string; kind?: MailKind }

const tries = 3
const patience = 10_000
const minute = 60_000
const day = 24 * 60 * minute
const keptFor = day
const reasonMax = 200
// The letter itself is refused: no later try is answered otherwise.
const refusals = new Set([400, 413, 422])
const mostAtOnce = 50
// Nobody has this number: what is sealed for it is the product's own.
const nobody = 0
const noWay = 'No way to send email is configured'

/** A letter before it is sent: as it is sent, and as it is kept in the outbox. */
export type PreparedMail = { id: string; letter: Letter; sealed: string; kind: MailKind }

/**
 * Sends the mail, trying three times; then it is tried again for a day. Never fails: what cannot be sent, or is more than its
 * recipient gets in a day, is one line in the log, without anything of it.
 */
export async function sendMail(env: Bindings, mail: Mail): Promise<void> {
  if (!senderOf(env)) return report(noWay)
  const prepared = await prepareMail(env, mail)
  if (!(await isWithinLimits(env, prepared))) return
  await storeMail(database(env.DB), prepared).catch((error: unknown) =>
    report(errorMessages(error)),
  )
  await deliver(env, prepared)
}

/** For who keeps it in the transaction of what it tells. */
export async function prepareMail(env: Bindings, mail: Mail): Promise<PreparedMail> {
  const letter = {
    from: oneLine(env.EMAIL_FROM),
    to: oneLine(mail.to),
    subject: oneLine(mail.subject),
    text: mail.text,
  }
  const sealed = await encrypt(env, nobody, JSON.stringify(letter))
  return { id: crypto.randomUUID(), letter, sealed, kind: mail.kind ?? 'notice' }
}

/** The statement that puts it into the outbox `when` that holds. Whoever is to send it has a minute for that, and the cron comes after. */
export function storeMail(db: Db, { id, sealed }: PreparedMail, when = sql`true`) {
  const now = Date.now()
  return db
    .insert(mailOutbox)
    .select(
      sql`select ${id} as id, ${sealed} as letter, ${now} as made_at, ${now + minute} as due_at, 0 as tries, null as dead_at, null as reason where ${when}`,
    )
    .onConflictDoNothing()
}

/** Sends what is in the outbox already. Never fails. */
export async function sendPrepared(env: Bindings, prepared: PreparedMail): Promise<void> {
  if (!senderOf(env) || (await isWithinLimits(env, prepared))) return deliver(env, prepared)
  await settle(env, prepared.id, undefined).catch((error: unknown) => report(errorMessages(error)))
}

// Where the counter cannot be asked, the letter is sent.
async function isWithinLimits(env: Bindings, { letter, kind }: PreparedMail): Promise<boolean> {
  const isWithin = await limitMail(env, { to: letter.to, kind }).catch((error: unknown) => {
    report(errorMessages(error))
    return true
  })
  if (!isWithin) report(`Not sent: its recipient had the letters of a day (${kind})`)
  return isWithin
}

async function deliver(env: Bindings, { id, letter }: PreparedMail): Promise<void> {
  const send = senderOf(env)
  if (!send) return report(noWay)
  for (let turn = 1; turn <= tries; turn += 1) {
    if (turn > 1) await new Promise((resolve) => setTimeout(resolve, 250 * turn ** 2))
    const failure = await attempt(send, letter, id)
    const isLast = turn === tries || !failure || failure.isFinal
    if (isLast)
      return settle(env, id, failure).catch((error: unknown) => report(errorMessages(error)))
  }
}

/** For the cron: the letters that are due, each with a longer pause before its next try. After a day it is a dead letter, kept for `kept.deadLetters` days. */
export async function sendPendingMail(env: Bindings, now = Date.now()): Promise<void> {
  const send = senderOf(env)
  if (!send) return
  const { results } = await env.DB.prepare(
    `update mail_outbox set tries = tries + 1, due_at = ?1 + ${minute} * (1 << min(tries, 6))
     where id in (select id from mail_outbox where due_at <= ?1 and dead_at is null order by due_at limit ${mostAtOnce})
     returning id, letter`,
  )
    .bind(now)
    .all<{ id: string; letter: string }>()
  for (const { id, letter: sealed } of results) {
    const text = await decrypt(env, nobody, sealed).catch(() => undefined)
    const failure = text === undefined ? unreadable : await attempt(send, JSON.parse(text), id)
    await settle(env, id, failure)
  }
  await env.DB.batch([
    env.DB.prepare(
      "update mail_outbox set dead_at = ?1, letter = '' where made_at < ?2 and dead_at is null",
    ).bind(now, now - keptFor),
    env.DB.prepare('delete from mail_outbox where dead_at < ?').bind(
      now - retentionDays.deadLetters * day,
    ),
  ])
}

type Letter = { from: string } & Omit<Mail, 'kind'>
type Send = (letter: Letter, id: string) => Promise<unknown>

/** Why a letter was not taken. A final failure is not tried again. */
type Failure = { reason: string; isFinal: boolean }

class Refusal extends Error {}

const unreadable: Failure = {
  reason: 'It was sealed with a PEPPER that is no longer set',
  isFinal: true,
}

async function attempt(send: Send, letter: Letter, id: string): Promise<Failure | undefined> {
  return send(letter, id).then(
    () => undefined,
    (error: unknown) => ({ reason: messageOf(error), isFinal: error instanceof Refusal }),
  )
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

// A dead letter keeps its reason and loses its text, which nobody will send.
async function settle(env: Bindings, id: string, failure: Failure | undefined): Promise<void> {
  if (!failure) {
    await env.DB.prepare('delete from mail_outbox where id = ?').bind(id).run()
    return
  }
  report(failure.reason)
  const dead = failure.isFinal ? ", dead_at = ?3, letter = ''" : ''
  const values = [id, anonymous(failure.reason), ...(failure.isFinal ? [Date.now()] : [])]
  await env.DB.prepare(`update mail_outbox set reason = ?2${dead} where id = ?1`)
    .bind(...values)
    .run()
}

function senderOf(env: Bindings): Send | undefined {
  const { EMAIL: binding, EMAIL_API_KEY: key, EMAIL_API_URL: url } = env
  if (binding) return (letter) => withTimeout(patience, binding.send(letter))
  return key && url ? (letter, id) => post(letter, id, { url, key }) : undefined
}

// The id keeps a provider that knows such keys from sending one letter twice.
async function post(
  letter: Letter,
  id: string,
  { url, key }: { url: string; key: string },
): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': id,
    },
    body: JSON.stringify(letter),
    signal: AbortSignal.timeout(patience),
  })
  await answer.body?.cancel()
  if (answer.ok) return
  const said = `The email provider answered ${answer.status}`
  throw refusals.has(answer.status) ? new Refusal(said) : new Error(said)
}

// A line break in a header field would begin another header.
function oneLine(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim()
}

function report(trouble: string): void {
  log('warn', 'mail', { reason: anonymous(trouble) })
}

// Nobody's name or address: subjects name people, and providers repeat addresses.
function anonymous(trouble: string): string {
  const words = oneLine(trouble).split(/\s/)
  return words
    .map((word) => (/.@./.test(word) ? '…' : word))
    .join(' ')
    .slice(0, reasonMax)
}
