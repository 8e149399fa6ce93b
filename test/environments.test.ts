/** Wrangler inherits neither bindings nor variables, so `[env.staging]` repeats them: docs/platform.md. */
import { expect, test } from 'vitest'
import { readWranglerConfig } from '../scripts/setup/config-file.ts'

const configFile = 'wrangler.toml'
const production = await readWranglerConfig({ configFile })
const staging = await readWranglerConfig({ configFile, environment: 'staging' })

/** What the setup writes, and what names the file, the worker and its address. */
const different = [
  ...['configPath', 'userConfigPath', 'name', 'topLevelName', 'targetEnvironment', 'env'],
  ...['definedEnvironments', 'routes', 'workers_dev', 'preview_urls', 'PUBLIC_ORIGIN'],
  ...['database_id', 'id', 'jurisdiction', 'account_id'],
]

/** Staging with the names of production. */
function asProduction(text: string): string {
  return text.replaceAll('-staging', '').replace(/"namespace_id":"2/g, '"namespace_id":"1')
}

test('staging has every binding, limit, variable and secret of production', () => {
  const comparable = (config: typeof production) =>
    JSON.parse(
      asProduction(
        JSON.stringify(config, (key, value) => (different.includes(key) ? undefined : value)),
      ),
    )
  expect(comparable(staging)).toEqual(comparable(production))
})

test('staging shares no store, queue, limit, address or worker with production', () => {
  const namesOf = ({ name, d1_databases, r2_buckets, queues, ratelimits }: typeof production) => [
    name,
    ...d1_databases.map(({ database_name }) => database_name),
    ...r2_buckets.map(({ bucket_name }) => bucket_name),
    ...(queues.consumers ?? []).flatMap(({ queue, dead_letter_queue: dead }) => [queue, dead]),
    ...(queues.producers ?? []).map(({ queue }) => queue),
    ...(ratelimits ?? []).map(({ namespace_id }) => namespace_id),
  ]
  const shared = namesOf(staging).filter((name) => name && namesOf(production).includes(name))
  expect(shared).toEqual([])
  expect(staging.routes).toEqual([])
})
