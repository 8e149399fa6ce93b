/** Secrets that are shown once and stored as a hash. */
import { createHash, randomBytes } from 'node:crypto'

/** A token of 256 random bits, in base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a token: its SHA-256 in hex. That is enough for 256 random bits, which nobody can guess. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
