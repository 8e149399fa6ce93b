/** Password hashing at minimal cost, for tests: it took a fifth of their CPU time. */
import nodeCrypto from 'node:crypto'

const { scrypt } = nodeCrypto
const { deriveBits } = crypto.subtle
// As passwords.ts calls it; the proof of work, also PBKDF2, keeps its rounds.
const passwordRounds = 100_000

/** Spies that a test adds see the arguments of the product. */
export function hashFast(): void {
  Object.assign(nodeCrypto, {
    scrypt: (secret: Buffer, salt: Buffer, bytes: number, ...[, done]: [unknown, unknown]) =>
      Reflect.apply(scrypt, nodeCrypto, [secret, salt, bytes, { N: 2, r: 1, p: 1 }, done]),
  })
  Object.assign(crypto.subtle, {
    deriveBits: (how: unknown, ...rest: unknown[]) =>
      Reflect.apply(deriveBits, crypto.subtle, [atMostOnce(how), ...rest]),
  })
}

/** Hashes at the cost of production, for the tests of the cost. The next file hashes fast again. */
export function hashAtFullCost(): void {
  Object.assign(nodeCrypto, { scrypt })
  Object.assign(crypto.subtle, { deriveBits })
}

function atMostOnce(how: unknown): unknown {
  const given = Object(how)
  return given.iterations === passwordRounds ? { ...given, iterations: 1 } : how
}
