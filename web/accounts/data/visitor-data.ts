import { mutate } from 'swr'
import { VisitorData, VisitorErasure } from '../../../schema/inbox/inbox.ts'
import { request } from '../../api.ts'

const path = '/api/visitor-data'

/**
 * Returns the form submissions of this email, which is sent in the body because URLs should contain
 * no personal data.
 */
export async function findVisitor(email: string): Promise<VisitorData['entries']> {
  return (await request(path, VisitorData, { method: 'POST', body: { email } })).entries
}

/** Permanently deletes the submissions; returns their number. */
export async function eraseVisitor(email: string): Promise<number> {
  const { erased } = await request(path, VisitorErasure, { method: 'DELETE', body: { email } })
  // Lists of entries, and cards with their counts of new ones.
  await mutate((key) => typeof key === 'string' && /submissions|business-cards/.test(key))
  return erased
}
