/**
 * Stateless proof of work: the number to find is derived from a keyed hash of card, entry and expiry, so the server can
 * recompute the challenge to verify a proof, and a proof is valid for one entry only.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Challenge, Proof } from '../../schema/inbox/form.ts'

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
