/** The exchange form of a card: what an entry must hold, and keeping it. */
import { createHash, randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { consentText } from '../../card/parts/ExchangeForm.tsx'
import type { PublicCard } from '../../schema/card.ts'
import { formFieldLabels } from '../../schema/form.ts'
import { formSubmissions } from '../../schema/tables.ts'
import { Email } from '../../schema/text.ts'
import type { Bindings } from '../env.ts'
import { type Visitor, visitorHash } from '../events/visitor.ts'
import { clientAddress, networkPrefix } from '../platform/client-network.ts'
import type { Db } from '../platform/database.ts'
import { consumeLimit, countConsumed } from '../platform/rate-limiter.ts'
import type { Entry } from './proof-of-work.ts'

export type Answers = Record<string, string>

/** The answers, trimmed and in the form's order, without empty ones; or the sentence that says what is wrong. */
export function readAnswers(card: PublicCard, sent: Answers): Answers | string {
  const { fields } = card.formConfig
  if (Object.keys(sent).some((key) => !fields.some((field) => field.key === key)))
    return 'What you sent has a field that this form does not ask for.'
  const answers: Answers = {}
  for (const { key, label, required } of fields) {
    const answer = (sent[key] ?? '').replace(control, '').trim()
    const name = label ?? formFieldLabels[key]
    if (required && answer === '') return `Please fill in “${name}”.`
    if (key === 'email' && answer !== '' && !Email.safeParse(answer).success)
      return `Please enter a valid email in “${name}”.`
    if (answer !== '') answers[key] = answer
  }
  return Object.keys(answers).length > 0 ? answers : 'Please fill in the form.'
}

// Line breaks and tabs belong to a message; other control characters do not.
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

type Submission = {
  card: PublicCard
  answers: Answers
  clientId?: string
  visitor: Visitor
  source?: string
}

/** Stores the entry with the hash of the consent sentence: its id, or undefined for one that was sent before. */
export async function storeSubmission(
  db: Db,
  { card, answers, clientId = randomUUID(), visitor, source }: Submission,
): Promise<number | undefined> {
  // Tells this entry from the same one that was sent before, also when the answer is lost and this is done twice.
  const timestamp = new Date().toISOString()
  await db
    .insert(formSubmissions)
    .values({
      timestamp,
      cardId: card.id,
      clientId,
      formData: answers,
      consentHash: sha256(consentText(card)),
      submitterIp: visitor.ip,
      submitterLocation: visitor.place,
      submitterDevice: visitor.device,
      source,
    })
    .onConflictDoNothing()
  const stored = await db
    .select({ id: formSubmissions.id, timestamp: formSubmissions.timestamp })
    .from(formSubmissions)
    .where(and(eq(formSubmissions.cardId, card.id), eq(formSubmissions.clientId, clientId)))
    .get()
  return stored?.timestamp === timestamp ? stored.id : undefined
}

/**
 * The id of an entry from a page without script: pressing Send twice, or reloading, is the same entry that day. Of the
 * visitor it has only the hash of that day, whose key is gone two days later: with the address itself, which is short,
 * whoever reads the table could find it by trying all there are.
 */
export async function entryId(env: Bindings, card: PublicCard, entry: Omit<Submission, 'card'>) {
  const now = Date.now()
  const hash = await visitorHash(env.ANALYTICS, entry.visitor, { cardId: card.id, at: now })
  const day = new Date(now).toISOString().slice(0, 10)
  return sha256(JSON.stringify([day, hash, card.id, entry.answers]))
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

// How many entries the form of a card takes in a day: so many from each network, beyond that with proof of work, up to a ceiling.

const day = 86_400

/**
 * Takes a turn of the card's day that needs no proof: 0, or the seconds to wait for the next. What a network may take
 * shrinks with what is left of the day, so that a flood from a few leaves room for everybody else.
 */
export async function limitPerNetwork(
  env: Bindings,
  request: Request,
  cardId: number,
): Promise<number> {
  const most = Number(env.FORMS_PER_CARD_A_DAY)
  const ofCard = { kind: 'forms of a card', who: `${cardId}`, most, window: day }
  const who = `${clientAddress(request)} ${cardId}`
  const ofAddress = { kind: 'form', who, most: Number(env.FORMS_PER_10_MINUTES), window: 600 }
  const [wait, taken] = await Promise.all([
    consumeLimit(env, ofAddress),
    countConsumed(env, ofCard),
  ])
  if (wait > 0) return wait
  const share = Math.ceil((Number(env.FORMS_PER_NETWORK_A_DAY) * (most - taken)) / most)
  const network = networkPrefix(request.headers.get('CF-Connecting-IP') ?? '')
  const ofNetwork = { kind: 'forms of a network', who: `${network} ${cardId}`, window: day }
  return (
    (await consumeLimit(env, { ...ofNetwork, most: Math.max(0, share) })) ||
    consumeLimit(env, ofCard)
  )
}

/** Takes one of the turns that need a proof, one for all repeats of an entry: 0, or the seconds to wait. */
export async function limitProvenSubmissions(
  env: Bindings,
  { cardId, clientId }: Entry,
): Promise<number> {
  const once = { kind: 'form with proof', who: `${cardId} ${clientId}`, most: 1, window: day }
  if ((await consumeLimit(env, once)) > 0) return 0
  const most = Number(env.FORMS_PER_CARD_A_DAY_MAX) - Number(env.FORMS_PER_CARD_A_DAY)
  return consumeLimit(env, { kind: 'forms with proof', who: `${cardId}`, most, window: day })
}
