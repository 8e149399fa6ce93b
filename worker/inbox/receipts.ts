/** Receipts: the private link with which a visitor reads, corrects or deletes what they sent. */
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { and, eq, isNull, ne, or, sql } from 'drizzle-orm'
import { receiptDays } from '../../schema/inbox/form.ts'
import { deletedEntries, formSubmissions, receiptMails } from '../../schema/inbox/tables.ts'
import type { Bindings } from '../env.ts'
import type { Db } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'
import { dayMs } from '../platform/time.ts'
import { forgetDeletedEntries } from './deleted-entries.ts'
import type { Answers, SubmissionKey } from './form-submission.ts'
import { deletePending } from './receipt-addresses.ts'
import { isApart, separate } from './split-entries.ts'

/**
 * A token of 128 bits for the visitor's page or the email with a copy, and its hash; only the hash is stored. With `entry`, the
 * same entry gets the same tokens again after a lost response; otherwise they are random.
 */
export function newReceipt(
  { PEPPER }: Pick<Bindings, 'PEPPER'>,
  entry?: SubmissionKey,
  place: 'page' | 'email' = 'page',
): { token: string; hash: string } {
  const purpose = place === 'page' ? 'receipt' : 'receipt in an email'
  const bytes = entry
    ? createHmac('sha256', PEPPER).update(`${purpose}\n${entry.cardId}\n${entry.clientId}`).digest()
    : randomBytes(16)
  const token = bytes.subarray(0, 16).toString('base64url')
  return { token, hash: hashOf(token) }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

export type Receipt = {
  id: number
  cardId: number
  answers: Answers
  until: Date
  /** True if opened from the copy email. */
  isFromEmail: boolean
}

/** What the visitor sent; undefined if the link is unknown or expired, or the entry was deleted. */
export async function findReceipt(
  db: Db,
  token: string,
  now = Date.now(),
): Promise<Receipt | undefined> {
  const hash = hashOf(token)
  const { receiptHash, emailReceiptHash } = formSubmissions
  const row = await db
    .select({
      id: formSubmissions.id,
      cardId: formSubmissions.cardId,
      answers: formSubmissions.formData,
      timestamp: formSubmissions.timestamp,
      receiptHash,
    })
    .from(formSubmissions)
    .where(or(eq(receiptHash, hash), eq(emailReceiptHash, hash)))
    .get()
  if (!row) return undefined
  const { timestamp, receiptHash: ofPage, ...receipt } = row
  const until = new Date(Date.parse(timestamp) + receiptDays * dayMs)
  return now < until.getTime() ? { ...receipt, until, isFromEmail: ofPage !== hash } : undefined
}

/**
 * Replaces the answers. Equal answers change nothing, so a retry is not counted as a second correction. The entry, and the one
 * it was merged into, become new for the owner. The previous answers are not kept. If the email address changes, unsent copies
 * to the old address are deleted, and the link in a sent copy stops working, unless the visitor used that link.
 */
export async function reviseAnswers(
  db: Db,
  { id, isFromEmail = false }: Pick<Receipt, 'id'> & { isFromEmail?: boolean },
  answers: Answers,
): Promise<void> {
  const shown = sql`(select merged_into from form_submissions as part
    where part.id = ${id} and part.withdrawn_at is null and part.form_data <> ${JSON.stringify(answers)})`
  // SQLite folds ASCII only, so both sides are folded by it.
  const address = sql`lower(${answers.email ?? null})`
  const isMisdirected = sql`entry_id = ${id} and exists (select 1 from form_submissions as entry
    where entry.id = ${id} and lower(entry.form_data ->> '$.email') is not ${address})`
  const emailReceiptHash = sql`iif(lower(form_data ->> '$.email') is ${address}, email_receipt_hash, null)`
  await repeatable(() =>
    db.batch([
      ...deletePending(db, isMisdirected),
      db.update(formSubmissions).set({ status: 'new' }).where(eq(formSubmissions.id, shown)),
      db
        .update(formSubmissions)
        .set({
          formData: answers,
          status: 'new',
          revision: sql`${formSubmissions.revision} + 1`,
          revisedAt: new Date().toISOString(),
          ...(!isFromEmail && { emailReceiptHash }),
        })
        .where(
          and(
            eq(formSubmissions.id, id),
            isNull(formSubmissions.withdrawnAt),
            ne(formSubmissions.formData, answers),
          ),
        ),
    ]),
  )
}

/**
 * Deletes everything that the entry says about the visitor, including the owner's notes and what merges copied from it. The
 * entry is still counted.
 */
export async function withdrawEntry(db: Db, id: number): Promise<void> {
  const isEntry = eq(formSubmissions.id, id)
  // Repeats if the entry was merged between the two steps.
  do await separate(db, isEntry)
  while (!(await clearEntry(db, id)) && (await db.$count(formSubmissions, isEntry)) > 0)
}

/** Forgets an entry that its owner deleted and could still restore; returns whether there was one. */
export async function forgetDeletedEntry(db: Db, token: string): Promise<boolean> {
  const hash = hashOf(token)
  const { receiptHash, emailReceiptHash } = deletedEntries
  const isTheirs = or(eq(receiptHash, hash), eq(emailReceiptHash, hash))
  // Counted before the deletion, because a retry after a lost response deletes nothing.
  const found = await db.$count(deletedEntries, isTheirs)
  await repeatable(() => forgetDeletedEntries(db, isTheirs))
  return found > 0
}

/** Clears an entry; false if it was merged in the meantime. */
async function clearEntry(db: Db, id: number): Promise<boolean> {
  const cleared = db
    .update(formSubmissions)
    .set({
      formData: {},
      note: null,
      tags: [],
      fields: {},
      followUpOn: null,
      assigneeId: null,
      assignedAt: null,
      consentHash: null,
      submitterIp: 'Unknown',
      submitterLocation: null,
      submitterDevice: null,
      receiptHash: null,
      emailReceiptHash: null,
      withdrawnAt: new Date().toISOString(),
    })
    .where(and(eq(formSubmissions.id, id), isApart))
    .returning({ id: formSubmissions.id })
  const pending = deletePending(db, eq(receiptMails.entryId, id))
  // The owner may have deleted the entry since it was found.
  const forgotten = forgetDeletedEntries(db, eq(deletedEntries.entryId, id))
  const [rows] = await repeatable(() => db.batch([cleared, ...pending, forgotten]))
  return rows.length > 0
}
