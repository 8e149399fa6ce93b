/** Inboxes with entries to merge, and calls that merge and split them. Only tests import this. */
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { Submission } from '../../schema/inbox/inbox.ts'
import { formSubmissions } from '../../schema/inbox/tables.ts'
import { db, type signIn } from './app.ts'
import { makeEntry, makeInbox } from './inbox.ts'

export type Request = Awaited<ReturnType<typeof signIn>>['request']
type Row = typeof formSubmissions.$inferInsert

export const novemberDay = (day: number) => `2026-11-${String(day).padStart(2, '0')}T10:00:00.000Z`

export async function merge(by: Request, ids: number[], choice: object = {}): Promise<Submission> {
  const response = await by('POST', '/api/submissions/merge', { ids, ...choice })
  const text = await response.text()
  expect([response.status, text]).toEqual([200, expect.any(String)])
  return Submission.parse(JSON.parse(text))
}

export function split(by: Request, { id, mergeId }: Pick<Submission, 'id' | 'mergeId'>) {
  return by('POST', `/api/submissions/${id}/split`, { merge: mergeId })
}

/** The rows of a card's entries. */
export function storedEntries(cardId: number) {
  const { cardId: card, id } = formSubmissions
  return db.select().from(formSubmissions).where(eq(card, cardId)).orderBy(id).all()
}

/** An inbox with two entries of Ada, the later one without a company. */
export async function makePair(first: Partial<Row> = {}, second: Partial<Row> = {}) {
  const inbox = await makeInbox()
  const one = await makeEntry(inbox.card.id, {
    formData: { name: 'Ada', email: 'ada@x.test', company: 'Engines' },
    timestamp: novemberDay(1),
    ...first,
  })
  const two = await makeEntry(inbox.card.id, {
    formData: { name: 'Ada Lovelace', email: 'ADA@x.test ' },
    timestamp: novemberDay(5),
    ...second,
  })
  return { ...inbox, one, two }
}
