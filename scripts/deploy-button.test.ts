/** The documented rules of the Deploy to Cloudflare button: docs/platform.md. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isWeakPepper } from '../worker/platform/secrets.ts'
import { readWranglerConfig } from './setup/config-file.ts'

const { scripts, cloudflare } = JSON.parse(readFileSync('package.json', 'utf8'))
const secrets = [...readFileSync('.dev.vars.example', 'utf8').matchAll(/^(\w+)=(.*)$/gm)].map(
  ([, name, value]) => [name, value],
)

test('only the secret that every installation needs is asked for, and its suggestion is refused', () => {
  expect(secrets).toEqual([['PEPPER', expect.any(String)]])
  expect(secrets.every(([, value]) => isWeakPepper(value))).toBe(true)
})

test('every description is of a variable or a secret that is asked for', async () => {
  const { vars, secrets } = await readWranglerConfig({ configFile: 'wrangler.toml' })
  const names = [...Object.keys(vars), ...(secrets?.required ?? [])]
  for (const name of Object.keys(cloudflare.bindings)) expect(names).toContain(name)
  expect(cloudflare.bindings.PEPPER.description).toContain('openssl rand -hex 32')
})

test('every store has a name and an id, which the button replaces', async () => {
  const { d1_databases, kv_namespaces, r2_buckets, queues } = await readWranglerConfig({
    configFile: 'wrangler.toml',
  })
  for (const { database_id, database_name } of d1_databases)
    expect([database_id, database_name]).toEqual([expect.any(String), expect.any(String)])
  for (const { id } of kv_namespaces) expect(id).toEqual(expect.any(String))
  expect(r2_buckets).not.toEqual([])
  const made = (queues.producers ?? []).map(({ queue }) => queue)
  expect((queues.consumers ?? []).map(({ queue }) => queue)).toEqual(expect.arrayContaining(made))
})

test('there is a deploy script, which also builds and migrates, and no build script', () => {
  expect([scripts.deploy, scripts.build]).toEqual(['node scripts/run.mjs deploy', undefined])
  const text = readFileSync('scripts/deploy.ts', 'utf8')
  expect(text.indexOf('await build(')).toBeLessThan(text.indexOf('await migrateRemote('))
  expect(text).toContain("process.env.WORKERS_CI === '1'")
})
