/** Proof of work, required by a form after too many submissions to its card. */
import * as z from 'zod/mini'

/** The header with the challenge, sent with the error code `proof-needed`. */
export const proofHeader = 'X-Proof-Challenge'

/**
 * The client searches for a number below `tries` whose PBKDF2-SHA-256 with `salt` and `rounds` iterations starts with
 * `target`, 32 bytes as hex. `expires` in milliseconds.
 */
export type Challenge = {
  salt: string
  target: string
  rounds: number
  tries: number
  expires: number
}

/** `key` is the next 32 bytes of the output, which prove that the number was found. */
export const Proof = z.strictObject({
  expires: z.int().check(z.positive()),
  key: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
})
export type Proof = z.infer<typeof Proof>
