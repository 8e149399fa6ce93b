/** Exchange form submissions: validation, storage and limits. */

import { createHash, randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { type FormError, fieldLabel } from '../../card/parts/ExchangeForm.tsx'
import type { PageWords } from '../../card/words/en.ts'
import { fill } from '../../card/words/fill.ts'
import type { PublicCard } from '../../schema/card.ts'
import { unknownSource } from '../../schema/event.ts'
import { AnswerEmail } from '../../schema/form.ts'
import { isShareCode } from '../../schema/share-code.ts'
import { formSubmissions } from '../../schema/tables.ts'
import type { Bindings } from '../env.ts'
import type { Visitor } from '../events/visitor.ts'
import { visitorHash } from '../events/visitor-hash.ts'
import { clientAddress, networkPrefix } from '../platform/client-network.ts'
import type { Db } from '../platform/database.ts'
import { consumeLimit, countConsumed } from '../platform/rate-limiter.ts'
import { daySeconds } from '../platform/time.ts'
import type { SubmissionKey } from './proof-of-work.ts'

export type Answers = Record<string, string>

/** The trimmed, non-empty answers in form order, or what is wrong. */
export function readAnswers(
  card: PublicCard,
  words: PageWords,
  sent: Answers,
): { answers: Answers; error?: undefined } | { answers?: undefined; error: FormError } {
  const { fields } = card.formConfig
  if (Object.keys(sent).some((key) => !fields.some((field) => field.key === key)))
    return { error: { message: 'The submission has a field that this form does not include.' } }
  const answers: Answers = {}
  for (const { key, label, required } of fields) {
    const answer = (sent[key] ?? '').replace(control, '').trim()
    const field = label ?? fieldLabel(words, key)
    if (required && answer === '')
      return { error: { field: key, message: fill(words.fillIn, { field }) } }
    if (key === 'email' && answer !== '' && !AnswerEmail.safeParse(answer).success)
      return { error: { field: key, message: fill(words.invalidEmail, { field }) } }
    if (answer !== '') answers[key] = answer
  }
  if (Object.keys(answers).length > 0) return { answers }
  return { error: { field: fields[0]?.key, message: words.fillInForm } }
}

// Line breaks and tabs are allowed in messages; other control characters are not.
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

type NewSubmission = {
  card: PublicCard
  /** The sentence that the visitor saw. */
  consent: string
  answers: Answers
  clientId?: string
  visitor: Visitor
  source?: string
}

/** Stores the submission with a hash of its consent text. Returns its id, or undefined if it was sent before. */
export async function storeSubmission(
  db: Db,
  { card, consent, answers, clientId = randomUUID(), visitor, source }: NewSubmission,
): Promise<number | undefined> {
  // Identifies this call, to tell a repeat from a retry after a lost response.
  const timestamp = new Date().toISOString()
  await db
    .insert(formSubmissions)
    .values({
      timestamp,
      cardId: card.id,
      clientId,
      formData: answers,
      consentHash: sha256(consent),
      submitterIp: visitor.ip,
      submitterLocation: visitor.place,
      submitterDevice: visitor.device,
      source: source && knownSource(source, card.id),
    })
    .onConflictDoNothing()
  const stored = await db
    .select({ id: formSubmissions.id, timestamp: formSubmissions.timestamp })
    .from(formSubmissions)
    .where(and(eq(formSubmissions.cardId, card.id), eq(formSubmissions.clientId, clientId)))
    .get()
  return stored?.timestamp === timestamp ? stored.id : undefined
}

// Anyone can send any code; one that is not of the card is stored as unknown.
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
  entry: Omit<NewSubmission, 'card' | 'consent'>,
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
