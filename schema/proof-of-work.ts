/** Proof of work, which a form asks for when a card was sent too many: what the browser is given, and what it gives back. */
import * as z from 'zod/mini'

/** Tells the browser what to find: `X-Proof-Challenge` beside the code `proof-needed`. */
export const proofHeader = 'X-Proof-Challenge'

/**
 * A number below `tries` is looked for, of which PBKDF2-SHA-256 with `salt` and so many `rounds` begins with `target`,
 * 32 bytes as hex. `expires` in milliseconds.
 */
export type Challenge = {
  salt: string
  target: string
  rounds: number
  tries: number
  expires: number
}

/** `key`: the next 32 bytes, which only who found the number knows. */
export const Proof = z.strictObject({
  expires: z.int().check(z.positive()),
  key: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
})
export type Proof = z.infer<typeof Proof>
