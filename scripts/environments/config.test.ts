/** Every environment has what `wrangler.toml` configures, in stores of its own: docs/platform.md. */
import { expect, test } from 'vitest'
import { newCheckout } from '../testing/setup-site.ts'
import { readWranglerConfig, writeConfig } from './config.ts'
import { production, updateEnvironment } from './list.ts'

const folder = newCheckout()
const ids = (n: number) => ({ DB: `db-${n}`, ANALYTICS: `analytics-${n}`, PLACES: `places-${n}` })
updateEnvironment({ folder }, { domain: 'cards.acme.test', jurisdiction: 'eu', ids: ids(1) })
updateEnvironment({ folder, environment: 'staging' }, { ids: ids(2), vars: { OPERATOR: 'Acme' } })

async function configOf(environment: string) {
  return readWranglerConfig(await writeConfig({ folder, environment }))
}

const own = await readWranglerConfig()
const first = await configOf(production)
const staging = await configOf('staging')

/** What an environment has of its own. */
const different = [
  ...['configPath', 'userConfigPath', 'name', 'topLevelName', 'routes', 'workers_dev'],
  ...['preview_urls', 'PUBLIC_ORIGIN', 'OPERATOR', 'database_id', 'id', 'namespace_id'],
  ...['jurisdiction', 'JURISDICTION', 'main', 'directory', 'migrations_dir'],
]

function comparable(config: typeof own) {
  const text = JSON.stringify(config, (key, value) => (different.includes(key) ? undefined : value))
  return JSON.parse(text.replaceAll('-staging', ''))
}

test('staging has every binding, limit, variable and secret of production', () => {
  expect(comparable(staging)).toEqual(comparable(own))
  expect(comparable(first)).toEqual(comparable(own))
  expect(staging.vars.OPERATOR).toBe('Acme')
})

test('staging shares no store, queue, limit, address or worker with production', () => {
  const namesOf = (config: typeof own) => [
    ...[config.name, config.vars.PUBLIC_ORIGIN],
    ...config.d1_databases.flatMap(({ database_name, database_id }) => [
      database_name,
      database_id,
    ]),
    ...config.r2_buckets.map(({ bucket_name }) => bucket_name),
    ...config.kv_namespaces.map(({ id }) => id),
    ...(config.queues.consumers ?? []).flatMap(({ queue, dead_letter_queue: dead }) => [
      queue,
      dead,
    ]),
    ...(config.queues.producers ?? []).map(({ queue }) => queue),
    ...config.ratelimits.map(({ namespace_id }) => namespace_id),
  ]
  expect(namesOf(staging).filter((name) => name && namesOf(first).includes(name))).toEqual([])
  expect([staging.routes, staging.workers_dev, staging.r2_buckets[0]?.jurisdiction]).toEqual([
    ...[[], true, undefined],
  ])
})

test('rate limits are counted apart from other installations and examples, and stay the same', async () => {
  const idsIn = ({ ratelimits }: typeof own) => ratelimits.map(({ namespace_id }) => namespace_id)
  expect(idsIn(await configOf(production))).toEqual(idsIn(first))
  const all = [...idsIn(first), ...idsIn(staging)]
  expect(new Set(all).size).toBe(8)
  for (const id of all) expect(Number(id) >= 1e8 && Number(id) < 2 ** 31, id).toBe(true)
})

test('the worker knows the jurisdiction of its stores', () => {
  expect([first.vars.JURISDICTION, staging.vars.JURISDICTION]).toEqual(['eu', undefined])
})

test('a domain is the only address of an environment', () => {
  const { routes, workers_dev, preview_urls, vars } = first
  expect(routes).toEqual([{ pattern: 'cards.acme.test', custom_domain: true }])
  expect([workers_dev, preview_urls, vars.PUBLIC_ORIGIN]).toEqual([
    ...[false, false, 'https://cards.acme.test'],
  ])
})

test('a store that an environment lacks is not that of production', async () => {
  const { d1_databases, kv_namespaces } = await configOf('new')
  for (const id of [...d1_databases.map((each) => each.database_id), kv_namespaces[0]?.id])
    expect(id).toBe('0')
})

test('a variable that does not exist is refused', async () => {
  updateEnvironment({ folder, environment: 'wrong' }, { vars: { PRODUCT_NAM: 'Acme' } })
  await expect(configOf('wrong')).rejects.toThrow(
    'environments.json sets PRODUCT_NAM of wrong, which is not in [vars] of wrangler.toml.',
  )
})
