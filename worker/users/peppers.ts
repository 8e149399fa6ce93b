/** The secrets mixed into hashes: the one in use, and while it is being replaced the one before. */
import { createHash } from 'node:crypto'

/** Names a pepper without telling anything of it, as `k` of a password's hash does. */
export function pepperId(pepper: string): string {
  return createHash('sha256').update(`edgecard pepper\n${pepper}`).digest('hex').slice(0, 8)
}
