/** Rate limits of an installation, with counters that no other worker in its account uses. */
import { createHash } from 'node:crypto'

type Config = {
  d1_databases?: { binding: string; database_id?: string }[]
  ratelimits?: { namespace_id: string }[]
}

/**
 * Replaces each `namespace_id`, which must be unique in an account, by one that is derived from the id of the database: all
 * workers with the same one share its counters (developers.cloudflare.com/workers/runtime-apis/bindings/rate-limit).
 */
export function setRateLimitIds({ d1_databases = [], ratelimits = [] }: Config): void {
  const { database_id = '' } = d1_databases.find(({ binding }) => binding === 'DB') ?? {}
  const digest = createHash('sha256').update(database_id).digest()
  // Far above the examples in the documentation, such as 1001, and below 2^31.
  const first = 100_000_000 + digest.readUIntBE(0, 3) * 100
  for (const [index, limit] of ratelimits.entries()) limit.namespace_id = String(first + index)
}
