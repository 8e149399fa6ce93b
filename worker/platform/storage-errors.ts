/** Telling storage that cannot serve now from a bug of ours. */

// The words D1 uses when it cannot serve now (Cloudflare D1 docs, "Debug D1"); the last are our own, of a shard on the move.
const storageTrouble =
  /Network connection lost|reset because its code was updated|object to be reset|Cannot resolve D1 DB|client disconnected|overloaded|Too many requests queued|exceeded (timeout|its CPU time limit|its memory limit)|storage is unavailable|constraint failed: shard_moves/i

/** True when the same statement may well succeed later. */
export function isStorageTrouble(error: unknown): boolean {
  return storageTrouble.test(errorMessages(error))
}

// Whether the statement was done before the connection was lost, nobody knows.
const lostConnection =
  /Network connection lost|reset because its code was updated|object to be reset|Cannot resolve D1 DB|client disconnected/i

/** True when nobody knows whether the statement was done. */
export function isConnectionLost(error: unknown): boolean {
  return lostConnection.test(errorMessages(error))
}

/** True when the same work may succeed in smaller parts. */
export function isStatementTooLarge(error: unknown): boolean {
  return /exceeded (timeout|its CPU time limit|its memory limit)/i.test(errorMessages(error))
}

/** Drizzle wraps the database's error, so the telling words are somewhere down the chain of causes. Nobody's data is in it. */
export function errorMessages(error: unknown): string {
  return error instanceof Error ? `${impersonal(error)}\n${errorMessages(error.cause)}`.trim() : ''
}

// Drizzle repeats every value of the statement that failed.
function impersonal({ message }: Error): string {
  return message.startsWith('Failed query: ') ? (message.split('\nparams: ')[0] ?? '') : message
}
