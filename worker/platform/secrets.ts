/** Secrets: random tokens, and signatures and encryption with `PEPPER` or, while it is being replaced, `PREVIOUS_PEPPER`. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Bindings } from '../env.ts'

export type Peppers = Pick<Bindings, 'PEPPER' | 'PREVIOUS_PEPPER'>

/** A public id of a pepper that reveals nothing about it; the `k` parameter of a password hash. */
export function pepperId(pepper: string): string {
  return createHash('sha256').update(`edgecard pepper\n${pepper}`).digest('hex').slice(0, 8)
}

/** Minimum length in characters; `openssl rand -hex 32` prints 64. */
export const minimumPepper = 32

/** The example in `.dev.vars.example`. */
export const examplePepper = 'change-me-to-64-random-hex-characters'

/** Whether the pepper is too short or the example, so that others could know it. */
export function isWeakPepper(pepper = ''): boolean {
  return pepper.length < minimumPepper || pepper.trim() === examplePepper
}

/** Throws if the pepper is empty. */
export function assertPepper(pepper: string): void {
  if (!pepper) throw new Error('PEPPER is not set')
}

/** All peppers, the current one first. */
export function peppersOf({ PEPPER, PREVIOUS_PEPPER }: Peppers): string[] {
  assertPepper(PEPPER)
  return PREVIOUS_PEPPER ? [PEPPER, PREVIOUS_PEPPER] : [PEPPER]
}

/**
 * The pepper with this id. Values from before ids existed have `1`, which means the oldest pepper; an unknown id means
 * the current one.
 */
export function pepperOf(keys: Peppers, id: string): string {
  const all = peppersOf(keys)
  const found = id === '1' ? all.at(-1) : all.find((pepper) => pepperId(pepper) === id)
  return found ?? keys.PEPPER
}

/** The number of users whose password is not hashed with the current pepper. */
export async function countFormerHashes({ DB, PEPPER }: Pick<Bindings, 'DB' | 'PEPPER'>) {
  const found = await DB.prepare(
    "select count(*) as n from users where deleted_at is null and password like '$%' and password not like ?",
  )
    .bind(`%,k=${pepperId(PEPPER)}$%`)
    .first<number>('n')
  return found ?? 0
}

/** A token of 256 random bits, in base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The stored form of a token: its SHA-256 in hex. A plain hash is enough for 256 random bits. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

const macBytes = 16

// Cursors: signed text, so that a caller can only continue where a response ended.

export function sealCursor({ PEPPER }: Pick<Bindings, 'PEPPER'>, text: string): string {
  return Buffer.concat([sign(PEPPER, text), Buffer.from(text)]).toString('base64url')
}

/** The text of a cursor; undefined if it was not sealed here. */
export function openCursor(env: Bindings, cursor: string): string | undefined {
  const bytes = Buffer.from(cursor, 'base64url')
  const text = bytes.subarray(macBytes).toString()
  if (bytes.length <= macBytes || bytes.toString('base64url') !== cursor) return undefined
  const mac = bytes.subarray(0, macBytes)
  return peppersOf(env).some((pepper) => timingSafeEqual(sign(pepper, text), mac))
    ? text
    : undefined
}

function sign(pepper: string, text: string): Buffer {
  return createHmac('sha256', pepper).update(`cursor\n${text}`).digest().subarray(0, macBytes)
}

// Encryption at rest: AES-256-GCM with a key derived from the PEPPER (HKDF, RFC 5869), bound to the id of the user, or to 0
// for the system.

// The key id (`1`, or the id of the pepper), a dot, and the IV with the ciphertext in base64url.
const form = /^(1|[0-9a-f]{8})\.([\w-]+)$/
const ivBytes = 12

/** Encrypts a text for a user. */
export async function encrypt(
  { PEPPER: pepper }: Peppers,
  userId: number,
  secret: string,
): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
  const bytes = new TextEncoder().encode(secret)
  const encrypted = await crypto.subtle.encrypt(cipher(iv, userId), await deriveKey(pepper), bytes)
  return `${pepperId(pepper)}.${Buffer.concat([iv, new Uint8Array(encrypted)]).toString('base64url')}`
}

/** Returns the plain text. Throws if no pepper matches, if it was encrypted for another user, or if it was modified. */
export async function decrypt(keys: Peppers, userId: number, encrypted: string): Promise<string> {
  const [, id = '', text = ''] = form.exec(encrypted) ?? []
  const bytes = new Uint8Array(Buffer.from(text, 'base64url'))
  const iv = bytes.slice(0, ivBytes)
  const key = await deriveKey(pepperOf(keys, id))
  const secret = await crypto.subtle.decrypt(cipher(iv, userId), key, bytes.slice(ivBytes))
  return new TextDecoder().decode(secret)
}

function cipher(iv: Uint8Array<ArrayBuffer>, userId: number) {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(`user ${userId}`) }
}

async function deriveKey(pepper: string): Promise<CryptoKey> {
  assertPepper(pepper)
  const text = new TextEncoder()
  const root = await crypto.subtle.importKey('raw', text.encode(pepper), 'HKDF', false, [
    'deriveKey',
  ])
  const info = text.encode('second factor')
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(32), info }
  const kind = { name: 'AES-GCM', length: 256 }
  return crypto.subtle.deriveKey(derivation, root, kind, false, ['encrypt', 'decrypt'])
}

// Deterministic ids and tokens, so that a repeated create request is idempotent.

type Request = { userId: number; clientId?: string }

/**
 * 32 bytes for one purpose, unpredictable without the PEPPER. A client that lost the response retries with the same
 * `clientId` and gets the record already created; without a `clientId` the bytes are random.
 */
export function deterministicBytes(
  { PEPPER }: Pick<Bindings, 'PEPPER'>,
  purpose: string,
  request: Request,
): Buffer {
  if (!request.clientId) return randomBytes(32)
  return createHmac('sha256', PEPPER)
    .update(`${purpose}\n${JSON.stringify(request)}`)
    .digest()
}

/** The bytes as a UUID (RFC 9562, version 8). */
export function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  const groups = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ]
  return groups.join('-')
}
