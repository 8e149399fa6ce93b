/**
 * Which share points show more of a card than its public page does. The copies of the page name them in a header, as
 * keyed hashes, so that every other code is answered by a copy, and none can be learned from the page.
 */
import { createHmac } from 'node:crypto'
import { type Peppers, peppersOf } from '../platform/peppers.ts'
import type { Page } from './html-document.tsx'

const header = 'Card-Codes'

/** The header of a copy; none for a card without such share points. */
export function codesHeader({ PEPPER }: Peppers, codes: string[]): Record<string, string> {
  return codes.length > 0 ? { [header]: codes.map((code) => hashCode(PEPPER, code)).join(' ') } : {}
}

/** Whether the page at this code may show more than this copy; the database decides. */
export function mayReveal(
  keys: Peppers,
  { headers }: Pick<Page, 'headers'>,
  code: string,
): boolean {
  const hashes = headers.get(header)?.split(' ')
  return !!hashes && peppersOf(keys).some((pepper) => hashes.includes(hashCode(pepper, code)))
}

// 24 bits: one of 16 million other codes is answered without a copy for no reason.
function hashCode(pepper: string, code: string): string {
  return createHmac('sha256', pepper).update(`code\n${code}`).digest('base64url').slice(0, 4)
}
