/** Random values of what is made, drawn so that the same request sent again draws the same. */
import { createHmac, randomBytes } from 'node:crypto'
import type { Bindings } from '../env.ts'

type Request = { userId: number; clientId?: string }

/**
 * 32 bytes for one purpose, which nobody without the PEPPER can tell. Whoever lost the answer asks again with the same
 * `clientId` and is given what was made; without one they are random.
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

/** These bytes as a UUID (RFC 9562, version 8). */
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
