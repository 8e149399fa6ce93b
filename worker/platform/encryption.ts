/**
 * Encryption of secrets at rest: AES-256-GCM with a key derived from the PEPPER (HKDF, RFC 5869), bound to the id of the user,
 * or to 0 for the system.
 */
import { assertPepper, type Peppers, pepperId, pepperOf } from './peppers.ts'

// The key id (`1`, or the id of the pepper), a dot, and the IV with the ciphertext in base64url.
const form = /^(1|[0-9a-f]{8})\.([\w-]+)$/
const ivBytes = 12

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
