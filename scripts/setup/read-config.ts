/** Reads `wrangler.toml`, or what the build made of it, with wrangler's own parser. */
import * as z from 'zod/mini'

const text = z.optional(z.string())
const Queue = z.object({ queue: z.string(), dead_letter_queue: text })

/** The fields that the setup uses. */
const WranglerConfig = z.looseObject({
  name: z.string(),
  account_id: text,
  workers_dev: z.optional(z.boolean()),
  preview_urls: z.optional(z.boolean()),
  routes: z.optional(z.array(z.union([z.string(), z.looseObject({ pattern: z.string() })]))),
  vars: z.record(z.string(), z.unknown()),
  secrets: z.optional(z.object({ required: z.optional(z.array(z.string())) })),
  d1_databases: z.array(
    z.object({
      binding: z.string(),
      database_name: z.string(),
      database_id: text,
      migrations_dir: text,
    }),
  ),
  r2_buckets: z.array(
    z.object({ binding: z.string(), bucket_name: z.string(), jurisdiction: text }),
  ),
  kv_namespaces: z.array(z.object({ binding: z.string(), id: text })),
  queues: z.object({
    producers: z.optional(z.array(z.looseObject({ queue: z.string() }))),
    consumers: z.optional(z.array(Queue)),
  }),
  ratelimits: z.optional(z.array(z.object({ name: z.string(), namespace_id: z.string() }))),
})
export type WranglerConfig = z.infer<typeof WranglerConfig>

/** The configuration of production, or of a named environment. */
export async function readWranglerConfig({
  configFile,
  environment = '',
}: {
  configFile: string
  environment?: string
}): Promise<WranglerConfig> {
  const { unstable_readConfig: readConfig } = await import('wrangler')
  return WranglerConfig.parse(readConfig({ config: configFile, env: environment }))
}
