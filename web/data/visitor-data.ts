import { mutate } from 'swr'
import { VisitorData, VisitorErasure } from '../../schema/visitor-data.ts'
import { request } from '../api.ts'

const path = '/api/visitor-data'

/** What somebody with this email left with exchange forms. In the body: an address has no place in a path. */
export async function findVisitor(email: string): Promise<VisitorData['entries']> {
  return (await request(`POST ${path}`, VisitorData, { body: { email } })).entries
}

/** How many entries went, for good. */
export async function eraseVisitor(email: string): Promise<number> {
  const { erased } = await request(`DELETE ${path}`, VisitorErasure, { body: { email } })
  // Lists of entries, and the counts of new ones beside the cards.
  await mutate((key) => typeof key === 'string' && /submissions|business-cards/.test(key))
  return erased
}
