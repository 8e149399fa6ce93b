/** Password hashes as PHC strings: scrypt, and a cheaper chained PBKDF2 for bulk import. Runs in the worker and in Node. */
import nodeCrypto from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { assertPepper, type Peppers, pepperId, pepperOf } from '../platform/secrets.ts'

// The scrypt minimum of OWASP Password Storage. workerd refuses N·r·p over 2^20 and 16 MiB limits N to 2^14, so r=8 and
// p=5.
const cost = { N: 16_384, r: 8, p: 5 }
// workerd refuses more than 100,000 PBKDF2 iterations per call, so six calls are chained to 600,000.
const rounds = 100_000
const chained = 6
const pauseMs = 4
const hashBytes = 32
const saltBytes = 16

// `k` is the id of the pepper.
const scryptParameters = 'ln=14,r=8,p=5,k='
const chainedParameters = 'i=100000,c=6,k='

/** Verified in place of a missing user's hash, so a failed sign-in costs the same. */
export const dummyHash = `$scrypt$${scryptParameters}1$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Hashes with scrypt: a quarter second of CPU on the calling thread. */
export async function hashPassword(password: string, pepper: string): Promise<string> {
  const salt = nodeCrypto.randomBytes(saltBytes)
  return phc(
    'scrypt',
    scryptParameters + pepperId(pepper),
    salt,
    await deriveScrypt(peppered(password, pepper), salt),
  )
}

/** Hashes with chained PBKDF2 at a third of the cost, for bulk imports; `needsRehash` until the first sign-in. */
export async function hashPasswordForBulk(password: string, pepper: string): Promise<string> {
  const salt = nodeCrypto.randomBytes(saltBytes)
  const hash = await deriveChained(peppered(password, pepper), salt)
  return phc('pbkdf2c', chainedParameters + pepperId(pepper), salt, hash)
}

/** Whether it is a hash in one of our formats, with our parameters. */
export function isPasswordHash(stored: string): boolean {
  return accepted.test(stored)
}

/**
 * Checks a password. Returns false without deriving anything if `stored` is not one of our hashes. Otherwise derives both
 * kinds of hash, because the time taken would reveal users who were created in bulk and never signed in.
 */
export async function verifyPassword(
  password: string,
  stored: string,
  keys: Peppers,
): Promise<boolean> {
  const [, scheme, id, salt, hash] = accepted.exec(stored) ?? []
  if (!scheme || !id || !salt || !hash) return false
  const secret = peppered(password, pepperOf(keys, id))
  const bytes = Buffer.from(salt, 'base64')
  // First, because it begins with a pause in which pending database statements are sent.
  const quick = await deriveChained(secret, bytes)
  const slow = await deriveScrypt(secret, bytes)
  const derived = scheme.startsWith('pbkdf2c') ? quick : slow
  return nodeCrypto.timingSafeEqual(derived, Buffer.from(hash, 'base64'))
}

/** Whether the next successful sign-in should replace the hash. */
export function needsRehash(stored: string, { PEPPER }: Peppers): boolean {
  return !stored.startsWith(`$scrypt$${scryptParameters}${pepperId(PEPPER)}$`)
}

const accepted = new RegExp(
  `^\\$(scrypt\\$${scryptParameters}|pbkdf2c\\$${chainedParameters})(1|[0-9a-f]{8})\\$([A-Za-z0-9+/]{22})\\$([A-Za-z0-9+/]{43})$`,
)

function phc(scheme: string, parameters: string, salt: Buffer, hash: Buffer): string {
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  return `$${scheme}$${parameters}$${text(salt)}$${text(hash)}`
}

function peppered(password: string, pepper: string): Buffer {
  assertPepper(pepper)
  return nodeCrypto.createHmac('sha256', pepper).update(password.normalize('NFC')).digest()
}

function deriveScrypt(secret: Buffer, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    nodeCrypto.scrypt(secret, salt, hashBytes, cost, (error, hash) =>
      error ? reject(error) : resolve(hash),
    )
  })
}

async function deriveChained(secret: Buffer, salt: Buffer): Promise<Buffer> {
  let hash = secret
  for (let call = 0; call < chained; call += 1) {
    // Deriving blocks the isolate's thread; pausing lets other requests run in between.
    await setTimeout(pauseMs)
    hash = await pbkdf2(hash, salt)
  }
  return hash
}

async function pbkdf2(secret: Buffer, salt: Buffer): Promise<Buffer> {
  const key = await crypto.subtle.importKey('raw', new Uint8Array(secret), 'PBKDF2', false, [
    'deriveBits',
  ])
  const derivation = {
    name: 'PBKDF2',
    hash: 'SHA-256',
    salt: new Uint8Array(salt),
    iterations: rounds,
  }
  return Buffer.from(await crypto.subtle.deriveBits(derivation, key, 8 * hashBytes))
}
