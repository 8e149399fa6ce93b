/** What a section of `npm run trust` says: one row a promise, with how often it was tried. */
import * as z from 'zod/mini'

export const Proof = z.object({
  what: z.string(),
  cases: z.number(),
  failures: z.number(),
  /** A figure taken on the way, or what the cases leave out. */
  note: z.optional(z.string()),
})
export type Proof = z.infer<typeof Proof>

/** What a test says of itself: how many cases of what it ran. */
export const Claim = z.omit(Proof, { failures: true })
export type Claim = z.infer<typeof Claim>

/** Adds up what several tests say of the same promise. */
export function summed(proofs: Proof[]): Proof[] {
  const sums = new Map<string, Proof>()
  for (const proof of proofs) {
    const sum = sums.get(proof.what)
    sums.set(proof.what, sum ? joined(sum, proof) : proof)
  }
  return [...sums.values()]
}

function joined(one: Proof, other: Proof): Proof {
  return {
    what: one.what,
    cases: one.cases + other.cases,
    failures: one.failures + other.failures,
    note: [...new Set([one.note, other.note])].filter(Boolean).join('; ') || undefined,
  }
}
