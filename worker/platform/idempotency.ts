/** Deterministic ids and tokens, so a repeated create request is idempotent. */
import { createHmac, randomBytes } from 'node:crypto'
import type { Bindings } from '../env.ts'

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
