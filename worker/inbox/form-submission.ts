/** Contact form submissions: validation, storage, limits and proof of work, and the notification of the owner. */

import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { isNull, sql } from 'drizzle-orm'
import { type FormError, fieldLabel } from '../../card/parts/ExchangeForm.tsx'
import { fill, type PageWords } from '../../card/words/en.ts'
import type { PublicCard } from '../../schema/cards/card.ts'
import { answerLabels, type Challenge, cleanAnswer, type Proof } from '../../schema/inbox/form.ts'
import { submitterName } from '../../schema/inbox/inbox.ts'
import { formSubmissions } from '../../schema/inbox/tables.ts'
import { Email } from '../../schema/text.ts'
import { isShareCode, unknownSource } from '../../schema/tracking/event.ts'
import type { User } from '../../schema/users/user.ts'
import { sendNotice } from '../accounts/email-verification.ts'
import { findNotificationPreferences } from '../accounts/notification-preferences.ts'
import type { Bindings } from '../env.ts'
import { kB } from '../http/declaration.ts'
import { clientAddress, networkPrefix } from '../platform/client.ts'
import { type Db, database } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'
import { log } from '../platform/log.ts'
import type { Mail } from '../platform/mail.ts'
import { consumeLimit, countConsumed } from '../platform/rate-limiter.ts'
import { daySeconds } from '../platform/time.ts'
import { emailWords, quoteName, quoteText, writeEmail } from '../platform/write-email.ts'
import { type Visitor, visitorHash } from '../tracking/visitor.ts'
import { findUser } from '../users/queries.ts'
import { type Copy, storeCopy } from './receipt-email.tsx'

/** Seven answers of 2,000 characters, URL-encoded: a Chinese or Thai character takes nine bytes. */
export const maxFormBody = 128 * kB

/** The content type of a form that the browser posts itself, without script. */
export const plainForm = 'application/x-www-form-urlencoded'

export type Answers = Record<string, string>

/** The fields of a form's body. Browsers send line breaks as CRLF but count them as one character. */
export function readFormFields(bytes: Uint8Array): Answers {
  const sent = new URLSearchParams(new TextDecoder().decode(bytes))
  return Object.fromEntries(
    Array.from(sent, ([key, value]) => [key, value.replaceAll('\r\n', '\n')]),
  )
}

/** The trimmed, non-empty answers in form order, or what is wrong. */
export function readAnswers(
  card: PublicCard,
  words: PageWords,
  sent: Answers,
): { answers: Answers; error?: undefined } | { answers?: undefined; error: FormError } {
  const { fields } = card.formConfig
  if (Object.keys(sent).some((key) => !fields.some((field) => field.key === key)))
    return { error: { message: words.formChanged } }
  const answers: Answers = {}
  for (const { key, label, required } of fields) {
    const answer = cleanAnswer(key, sent[key] ?? '')
    const field = label ?? fieldLabel(words, key)
    if (required && answer === '')
      return { error: { field: key, message: fill(words.fillIn, { field }) } }
    if (key === 'email' && answer !== '' && !Email.safeParse(answer).success)
      return { error: { field: key, message: fill(words.invalidEmail, { field }) } }
    if (answer !== '') answers[key] = answer
  }
  if (Object.keys(answers).length > 0) return { answers }
  return { error: { field: fields[0]?.key, message: words.fillInForm } }
}

type NewSubmission = {
  card: PublicCard
  /** The sentence that the visitor saw. */
  consent: string
  answers: Answers
  clientId?: string
  visitor: Visitor
  source?: string
  /** Hashes of the receipt token in the response, and of the one in the email with a copy. */
  receiptHash: string
  emailReceiptHash?: string | undefined
  /** Whether a repeat gets a new receipt: only if its id is known to nobody but the visitor's page. */
  renewsReceipt: boolean
}

/** `isNew`: the submission was not sent before. `hasReceipt`: the receipt of this call opens it. */
type StoredSubmission = { isNew: boolean; hasReceipt: boolean }

/** Stores the submission once, with a hash of its consent text; if this call stored it, also the email with a copy. */
export async function storeSubmission(
  db: Db,
  { card, consent, answers, ...entry }: NewSubmission,
  copy?: Copy,
): Promise<StoredSubmission> {
  const { visitor, source, receiptHash, emailReceiptHash, renewsReceipt } = entry
  const clientId = renewsReceipt ? storedId(entry.clientId) : (entry.clientId ?? randomUUID())
  // Identifies this call, to tell a repeat from a retry after a lost response.
  const timestamp = new Date().toISOString()
  const stored = db.insert(formSubmissions).values({
    timestamp,
    receiptHash,
    emailReceiptHash,
    cardId: card.id,
    clientId,
    formData: answers,
    consentHash: sha256(consent),
    submitterIp: visitor.ip,
    submitterLocation: visitor.place,
    submitterDevice: visitor.device,
    source: source && knownSource(source, card.id),
  })
  const { cardId } = formSubmissions
  const statement = renewsReceipt
    ? stored.onConflictDoUpdate({
        target: [cardId, formSubmissions.clientId],
        set: { receiptHash },
        setWhere: isNull(formSubmissions.withdrawnAt),
      })
    : stored.onConflictDoNothing()
  const isEntry = sql`form_submissions.card_id = ${card.id} and form_submissions.client_id = ${clientId}`
  const isNew = sql`${isEntry} and form_submissions.timestamp = ${timestamp}`
  if (copy) await repeatable(() => db.batch([statement, ...storeCopy(db, copy, isNew)]))
  else await repeatable(() => statement)
  const row = await db
    .select({ timestamp: formSubmissions.timestamp, receiptHash: formSubmissions.receiptHash })
    .from(formSubmissions)
    .where(isEntry)
    .get()
  return { isNew: row?.timestamp === timestamp, hasReceipt: row?.receiptHash === receiptHash }
}

/**
 * The stored form of a client id, a hash: the id itself opens the receipt, and nobody who has an export or an archive may
 * read, correct or delete the entry as its visitor.
 */
export function storedId(clientId: string = randomUUID()): string {
  return sha256(`entry\n${clientId}`)
}

// Anyone can send any code; the code of another card is stored as unknown.
function knownSource(source: string, cardId: number) {
  if (!isShareCode(source)) return source
  const known = sql`exists (select 1 from share_points where code = ${source} and card_id = ${cardId})`
  return sql`iif(${known}, ${source}, ${unknownSource})`
}

/**
 * The id of a submission sent without JavaScript, which makes repeats within a day idempotent. It contains only the
 * visitor's daily hash, whose key is deleted two days later: an IP address itself could be found by trying all of
 * them.
 */
export async function plainFormId(
  env: Bindings,
  card: PublicCard,
  entry: Pick<NewSubmission, 'answers' | 'visitor'>,
) {
  const now = Date.now()
  const hash = await visitorHash(env.ANALYTICS, entry.visitor, { cardId: card.id, at: now })
  const day = new Date(now).toISOString().slice(0, 10)
  return sha256(JSON.stringify([day, hash, card.id, entry.answers]))
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

// Daily limits of a card's form: per network without proof of work, then with it, up to a maximum.

/**
 * Counts a submission without proof of work. Returns 0, or the seconds to wait. A network's share shrinks with what is
 * left of the day's limit, so a flood from a few networks leaves room for others.
 */
export async function limitPerNetwork(
  env: Bindings,
  request: Request,
  cardId: number,
): Promise<number> {
  const max = Number(env.FORMS_PER_CARD_A_DAY)
  const ofCard = { kind: 'forms of a card', subject: `${cardId}`, max, window: daySeconds }
  const subject = `${clientAddress(request)} ${cardId}`
  const ofAddress = { kind: 'form', subject, max: Number(env.FORMS_PER_10_MINUTES), window: 600 }
  const [wait, taken] = await Promise.all([
    consumeLimit(env, ofAddress),
    countConsumed(env, ofCard),
  ])
  if (wait > 0) return wait
  const share = Math.ceil((Number(env.FORMS_PER_NETWORK_A_DAY) * (max - taken)) / max)
  const network = networkPrefix(request.headers.get('CF-Connecting-IP') ?? '')
  const ofNetwork = {
    kind: 'forms of a network',
    subject: `${network} ${cardId}`,
    window: daySeconds,
  }
  return (
    (await consumeLimit(env, { ...ofNetwork, max: Math.max(0, share) })) ||
    consumeLimit(env, ofCard)
  )
}

/** Counts a submission with proof of work, once for all repeats of an entry. Returns 0, or the seconds to wait. */
export async function limitProvenSubmissions(
  env: Bindings,
  { cardId, clientId }: SubmissionKey,
): Promise<number> {
  const once = {
    kind: 'form with proof',
    subject: `${cardId} ${clientId}`,
    max: 1,
    window: daySeconds,
  }
  if ((await consumeLimit(env, once)) > 0) return 0
  const max = Number(env.FORMS_PER_CARD_A_DAY_MAX) - Number(env.FORMS_PER_CARD_A_DAY)
  return consumeLimit(env, {
    kind: 'forms with proof',
    subject: `${cardId}`,
    max,
    window: daySeconds,
  })
}

// Stateless proof of work: the number to find is derived from a keyed hash of card, entry and expiry. So the server can recompute
// the challenge to verify a proof, and a proof is valid for one entry only.

type Keys = { PEPPER: string }
export type SubmissionKey = { cardId: number; clientId: string }

const lifetimeMs = 600_000
// A phone computes 4 to 10 million rounds of SHA-256 per second, and tries half of the numbers on average.
const rounds = 4000
const maxNumber = 1000

export async function issueChallenge(
  { PEPPER }: Keys,
  entry: SubmissionKey,
  now = Date.now(),
): Promise<string> {
  const expires = now + lifetimeMs
  const { salt, derived } = await solutionOf(PEPPER, entry, expires)
  const target = derived.subarray(0, 32).toString('hex')
  return JSON.stringify({ salt, target, rounds, tries: maxNumber, expires } satisfies Challenge)
}

/** Whether the proof is for this entry and has not expired. */
export async function isProven(
  { PEPPER }: Keys,
  { entry, proof, now = Date.now() }: { entry: SubmissionKey; proof: Proof; now?: number },
): Promise<boolean> {
  if (proof.expires <= now || proof.expires > now + lifetimeMs) return false
  const { derived } = await solutionOf(PEPPER, entry, proof.expires)
  return timingSafeEqual(derived.subarray(32), Buffer.from(proof.key, 'hex'))
}

async function solutionOf(pepper: string, { cardId, clientId }: SubmissionKey, expires: number) {
  const hash = createHmac('sha256', pepper)
    .update(`proof of work\n${cardId}\n${clientId}\n${expires}`)
    .digest()
  const salt = hash.subarray(0, 16).toString('hex')
  const number = hash.readUInt32BE(16) % maxNumber
  const text = new TextEncoder()
  const key = await crypto.subtle.importKey('raw', text.encode(`${number}`), 'PBKDF2', false, [
    'deriveBits',
  ])
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt: text.encode(salt), iterations: rounds }
  return { salt, derived: Buffer.from(await crypto.subtle.deriveBits(how, key, 512)) }
}

const windowSeconds = 600

type NotifiedSubmission = { card: PublicCard; userId: number; answers: Answers; origin: string }

/**
 * Sends at most one email per card in 10 minutes, and none if the owner opted out. Never throws: the submission is
 * stored, and an email that fails is logged.
 */
export async function notifyOwner(env: Bindings, submission: NotifiedSubmission): Promise<void> {
  await sendNotification(env, submission).catch((error: unknown) => {
    log('warn', 'entry mail', { error })
  })
}

async function sendNotification(
  env: Bindings,
  { userId, ...submission }: NotifiedSubmission,
): Promise<void> {
  const db = database(env.DB)
  if (!(await findNotificationPreferences(db, userId)).entries) return
  const limit = {
    kind: 'entry mail',
    subject: `${submission.card.id}`,
    max: 1,
    window: windowSeconds,
  }
  if ((await consumeLimit(env, limit)) > 0) return
  const owner = await findUser(db, userId)
  if (owner) await sendNotice(env, owner, submissionEmail(env, owner, submission))
}

function submissionEmail(
  env: Bindings,
  { email, mailLanguage: language }: User,
  { card, answers, origin }: Omit<NotifiedSubmission, 'userId'>,
): Mail {
  const { submission, somebody, fields } = emailWords(language)
  const labels = answerLabels(card.formConfig, fields)
  const lines = Object.entries(answers).map(
    ([key, answer]) => `${quoteName(labels[key] ?? key)}: ${formatAnswer(key, answer)}`,
  )
  const values = {
    name: quoteName(submitterName(answers, somebody)),
    card: `${origin}/view/${card.slug}`,
    answers: lines.join('\n'),
    inbox: `${origin}/inbox/${card.id}`,
    account: `${origin}/account`,
  }
  return { ...writeEmail(env, email, { ...submission, values }), kind: 'entry', purpose: 'message' }
}

// Only an unambiguous email address stays a link.
function formatAnswer(key: string, answer: string): string {
  const plain = key === 'email' && /^(?!www\.)[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/i.test(answer)
  return plain ? answer : quoteText(answer)
}
