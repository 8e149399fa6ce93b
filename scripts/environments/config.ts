/** The configuration of an environment: `wrangler.toml` with the names and values of its own. */
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Unstable_Config, Unstable_RawConfig } from 'wrangler'
import { exitWithError } from '../cli-exit.ts'
import { type Checkout, type Environment, production, readEnvironments } from './list.ts'

export type WranglerConfig = Unstable_Config & { name: string }

/** Returns a configuration with the defaults of wrangler. */
export async function readWranglerConfig(configFile = 'wrangler.toml'): Promise<WranglerConfig> {
  const { unstable_readConfig: readConfig } = await import('wrangler')
  const { name = '', ...config } = readConfig({ config: configFile, env: '' })
  return { name, ...config }
}

/**
 * Writes the configuration of an environment for wrangler, and returns the path of the file. With `built`, what the build
 * says of its files takes precedence.
 */
export async function writeConfig(
  { folder = '.', environment = production }: Checkout = {},
  built: { file?: string; config?: Unstable_RawConfig } = {},
): Promise<string> {
  const { experimental_readRawConfig: readRawConfig } = await import('wrangler')
  const { rawConfig } = readRawConfig({ config: join(folder, 'wrangler.toml') })
  const entry = readEnvironments(folder)[environment] ?? {}
  const config = environmentConfig(atRoot(rawConfig, resolve(folder)), environment, entry)
  const file = built.file ?? join(folder, '.wrangler', 'environments', `${environment}.json`)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, JSON.stringify({ ...config, ...built.config }, null, 2))
  return file
}

/** The configuration with absolute paths, as it is written to another folder. */
function atRoot(config: Unstable_RawConfig, root: string): Unstable_RawConfig {
  return {
    ...config,
    main: resolve(root, config.main ?? ''),
    assets: { ...config.assets, directory: resolve(root, config.assets?.directory ?? '') },
    d1_databases: config.d1_databases?.map(({ migrations_dir = 'migrations', ...database }) => ({
      ...database,
      migrations_dir: resolve(root, migrations_dir),
    })),
  }
}

/** The id of a store that the setup has not made. */
const missingId = '0'

/** Ids, jurisdiction and address are only those of the environment, so that no two share them. */
function environmentConfig(
  base: Unstable_RawConfig,
  environment: string,
  { account_id = base.account_id, jurisdiction, ids = {}, vars = {}, domain }: Environment,
): Unstable_RawConfig {
  const unknown = Object.keys(vars).find((name) => !(name in (base.vars ?? {})))
  if (unknown)
    exitWithError(
      `environments.json sets ${unknown} of ${environment}, which is not in [vars] of wrangler.toml.`,
    )
  const named = <T extends string | undefined>(name: T) =>
    name && environment !== production ? `${name}-${environment}` : name
  const origin = domain ? `https://${domain}` : (vars.PUBLIC_ORIGIN ?? '')
  return {
    ...{ ...base, account_id, name: named(base.name) },
    ...addressOf(domain),
    d1_databases: base.d1_databases?.map((each) => ({
      ...each,
      database_name: named(each.database_name),
      database_id: ids[each.binding] ?? missingId,
    })),
    kv_namespaces: base.kv_namespaces?.map((each) => ({
      ...each,
      id: ids[each.binding] ?? missingId,
    })),
    r2_buckets: base.r2_buckets?.map((each) => ({
      ...each,
      bucket_name: named(each.bucket_name),
      jurisdiction,
    })),
    queues: {
      producers: base.queues?.producers?.map((each) => ({ ...each, queue: named(each.queue) })),
      consumers: base.queues?.consumers?.map((each) => ({
        ...each,
        queue: named(each.queue),
        dead_letter_queue: named(each.dead_letter_queue),
      })),
    },
    ratelimits: base.ratelimits?.map((each, index) => ({
      ...each,
      namespace_id: rateLimitId(ids.DB, index),
    })),
    vars: {
      ...{ ...base.vars, ...vars, PUBLIC_ORIGIN: origin },
      ...(jurisdiction && { JURISDICTION: jurisdiction }),
    },
  }
}

/**
 * A number that no other worker in the account uses: all with the same `namespace_id` share its counters
 * (developers.cloudflare.com/workers/runtime-apis/bindings/rate-limit).
 */
function rateLimitId(database = missingId, index: number): string {
  const digest = createHash('sha256').update(database).digest()
  // Far above the examples in the documentation, such as 1001, and below 2^31.
  return String(100_000_000 + digest.readUIntBE(0, 3) * 100 + index)
}

function addressOf(domain?: string): Partial<Unstable_RawConfig> {
  const routes = domain ? [{ pattern: domain, custom_domain: true }] : []
  return { routes, workers_dev: !domain, preview_urls: false }
}
