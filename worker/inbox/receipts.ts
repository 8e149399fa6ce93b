/** Receipts: the private link with which a visitor reads, corrects or deletes what they sent. */
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { receiptMails } from '../../schema/operations-tables.ts'
import { receiptDays } from '../../schema/receipt.ts'
import { formSubmissions } from '../../schema/tables.ts'
import type { Bindings } from '../env.ts'
import type { Db } from '../platform/database.ts'
import { dayMs } from '../platform/time.ts'
import type { Answers } from './form-submission.ts'
import type { SubmissionKey } from './proof-of-work.ts'
import { deletePending } from './receipt-addresses.ts'
import { isApart, separate } from './split-entries.ts'

/**
 * A token of 128 bits, and its hash; only the hash is stored. A repeat of an entry, after a lost response, gets the same
 * token if the entry has an id of the visitor's page, so that a link in an email stays valid; else it is random.
 */
export function newReceipt(
  { PEPPER }: Pick<Bindings, 'PEPPER'>,
  entry?: SubmissionKey,
): { token: string; hash: string } {
  const bytes = entry
    ? createHmac('sha256', PEPPER).update(`receipt\n${entry.cardId}\n${entry.clientId}`).digest()
    : randomBytes(16)
  const token = bytes.subarray(0, 16).toString('base64url')
  return { token, hash: hashOf(token) }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

export type Receipt = { id: number; cardId: number; answers: Answers; until: Date }

/** What the visitor sent; undefined if the link is unknown or expired, or the entry was deleted. */
export async function findReceipt(
  db: Db,
  token: string,
  now = Date.now(),
): Promise<Receipt | undefined> {
  const row = await db
    .select({
      id: formSubmissions.id,
      cardId: formSubmissions.cardId,
      answers: formSubmissions.formData,
      timestamp: formSubmissions.timestamp,
    })
    .from(formSubmissions)
    .where(eq(formSubmissions.receiptHash, hashOf(token)))
    .get()
  if (!row) return undefined
  const { timestamp, ...receipt } = row
  const until = new Date(Date.parse(timestamp) + receiptDays * dayMs)
  return now < until.getTime() ? { ...receipt, until } : undefined
}

/**
 * Replaces the answers if they differ, so that a retry counts no second correction; the entry, or the one that shows it,
 * is new again for the owner. The former answers are not kept, and an email that waits for a former address is not sent.
 */
export async function reviseAnswers(db: Db, id: number, answers: Answers): Promise<void> {
  const shown = sql`(select merged_into from form_submissions as part
    where part.id = ${id} and part.withdrawn_at is null and part.form_data <> ${JSON.stringify(answers)})`
  const isMisdirected = sql`entry_id = ${id} and exists (select 1 from form_submissions as entry
    where entry.id = ${id} and lower(entry.form_data ->> '$.email') is not ${answers.email?.toLowerCase() ?? null})`
  await db.batch([
    ...deletePending(db, isMisdirected),
    db.update(formSubmissions).set({ status: 'new' }).where(eq(formSubmissions.id, shown)),
    db
      .update(formSubmissions)
      .set({
        formData: answers,
        status: 'new',
        revision: sql`${formSubmissions.revision} + 1`,
        revisedAt: new Date().toISOString(),
      })
      .where(
        and(
          eq(formSubmissions.id, id),
          isNull(formSubmissions.withdrawnAt),
          ne(formSubmissions.formData, answers),
        ),
      ),
  ])
}

/**
 * Deletes all that the entry says about the visitor, what the owner noted included, and what another one took from it;
 * it is still counted.
 */
export async function withdrawEntry(db: Db, id: number): Promise<void> {
  const isEntry = eq(formSubmissions.id, id)
  do await separate(db, isEntry)
  while (!(await clearEntry(db, id)) && (await db.$count(formSubmissions, isEntry)) > 0)
}

/** Whether it was cleared: not if it was merged in the meantime. */
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
      withdrawnAt: new Date().toISOString(),
    })
    .where(and(eq(formSubmissions.id, id), isApart))
    .returning({ id: formSubmissions.id })
  const pending = deletePending(db, eq(receiptMails.entryId, id))
  const [rows] = await db.batch([cleared, ...pending])
  return rows.length > 0
}
