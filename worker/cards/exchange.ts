/** The exchange form of a card: what an entry must hold, and keeping it. */
import { createHash, randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { consentText } from '../../card/consent.ts'
import type { PublicCard } from '../../schema/card.ts'
import { formFieldLabels } from '../../schema/form.ts'
import { formSubmissions } from '../../schema/tables.ts'
import { Email } from '../../schema/text.ts'
import type { Visitor } from '../analytics/visitor.ts'
import { visitorHash } from '../analytics/visitor-hash.ts'
import type { Db } from '../database.ts'
import type { Bindings } from '../env.ts'

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

type Entry = {
  card: PublicCard
  answers: Answers
  clientId?: string
  visitor: Visitor
  source?: string
}

/** Stores the entry with the hash of the consent sentence: its id, or undefined for one that was sent before. */
export async function storeEntry(
  db: Db,
  { card, answers, clientId = randomUUID(), visitor, source }: Entry,
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
export async function entryId(env: Bindings, card: PublicCard, entry: Omit<Entry, 'card'>) {
  const now = Date.now()
  const hash = await visitorHash(env.ANALYTICS, entry.visitor, { cardId: card.id, at: now })
  const day = new Date(now).toISOString().slice(0, 10)
  return sha256(JSON.stringify([day, hash, card.id, entry.answers]))
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
