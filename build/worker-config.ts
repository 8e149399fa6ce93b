/** What the build adds to the configuration of `wrangler.toml`, because it follows from the rest. */
import { createHash } from 'node:crypto'

type Config = {
  d1_databases?: { binding: string; database_id?: string }[]
  r2_buckets?: { binding: string; jurisdiction?: string }[]
  ratelimits?: { namespace_id: string }[]
  vars?: Record<string, unknown>
}

/** Gives the installation rate limits of its own, and tells the worker the jurisdiction of its stores, if there is one. */
export function completeConfig(config: Config): void {
  setRateLimitIds(config)
  const { jurisdiction } = config.r2_buckets?.find(({ binding }) => binding === 'MEDIA') ?? {}
  if (jurisdiction) config.vars = { ...config.vars, JURISDICTION: jurisdiction }
}

/**
 * Replaces each `namespace_id`, which must be unique in an account, by one that is derived from the id of the database: all
 * workers with the same one share its counters (developers.cloudflare.com/workers/runtime-apis/bindings/rate-limit).
 */
function setRateLimitIds({ d1_databases = [], ratelimits = [] }: Config): void {
  const { database_id = '' } = d1_databases.find(({ binding }) => binding === 'DB') ?? {}
  const digest = createHash('sha256').update(database_id).digest()
  // Far above the examples in the documentation, such as 1001, and below 2^31.
  const first = 100_000_000 + digest.readUIntBE(0, 3) * 100
  for (const [index, limit] of ratelimits.entries()) limit.namespace_id = String(first + index)
}
