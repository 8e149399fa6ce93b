/**
 * The codes of authenticator apps (TOTP, RFC 6238 and RFC 4226): SHA-1, six digits, 30 seconds, as every app supports.
 */
import { createHmac } from 'node:crypto'
import { Secret, TOTP } from 'otpauth/bare'

const secretBytes = 20
const period = 30_000
// Allows for clock skew and for a code that changes while it is typed.
const window = 1

export function newTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32
}

/** The time step of the code; undefined unless it is the current, previous or next step. */
export function stepOf(code: string, secret: string, now = Date.now()): number | undefined {
  const delta = new TOTP({ secret, hmac }).validate({ token: code, timestamp: now, window })
  return delta === null ? undefined : Math.floor(now / period) + delta
}

/** The `otpauth:` URI for the QR code. */
export function uriOf(secret: string, { issuer, label }: { issuer: string; label: string }) {
  return new TOTP({ secret, issuer, label, hmac }).toString()
}

function hmac(_: string, key: Uint8Array, message: Uint8Array): Uint8Array {
  return createHmac('sha1', key).update(message).digest()
}
