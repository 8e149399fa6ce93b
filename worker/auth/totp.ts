/** The codes of authenticator apps (RFC 6238, RFC 4226): SHA-1, six digits, thirty seconds, as every app knows them. */
import { createHmac } from 'node:crypto'
import { Secret, TOTP } from 'otpauth/bare'

const secretBytes = 20
const period = 30_000
// A clock may be half a minute off, and a code is typed while it changes.
const window = 1

export function newSecret(): string {
  return new Secret({ size: secretBytes }).base32
}

/** The step the code belongs to, counted from 1970; undefined for a code that is none of this step, the last or the next. */
export function stepOf(code: string, secret: string, now = Date.now()): number | undefined {
  const delta = new TOTP({ secret, hmac }).validate({ token: code, timestamp: now, window })
  return delta === null ? undefined : Math.floor(now / period) + delta
}

/** What the app reads from the QR code. */
export function uriOf(secret: string, { issuer, label }: { issuer: string; label: string }) {
  return new TOTP({ secret, issuer, label, hmac }).toString()
}

function hmac(_: string, key: Uint8Array, message: Uint8Array): Uint8Array {
  return createHmac('sha1', key).update(message).digest()
}
