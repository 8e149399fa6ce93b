/** The databases and the bucket of the Cloudflare account, accessed with wrangler's login. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bindings } from '../worker/env.ts'
import { analyticsName } from '../worker/tracking/shards.ts'
import { exitWithError } from './cli-exit.ts'
import { readWranglerConfig } from './setup/config-file.ts'

/**
 * Returns the remote bindings of `wrangler.toml`, or of a named environment of it: databases and bucket only. Call
 * `close` when done.
 */
export async function openRemote(environment?: string) {
  const { getPlatformProxy } = await import('wrangler')
  const config = await readWranglerConfig({ environment })
  const { name, compatibility_date, d1_databases, r2_buckets, vars } = config
  const folder = mkdtempSync(join(tmpdir(), 'edgecard-'))
  const configPath = join(folder, 'wrangler.json')
  const remote = <T>(bindings: T[]) => bindings.map((binding) => ({ ...binding, remote: true }))
  writeFileSync(
    configPath,
    JSON.stringify({
      ...{ name, compatibility_date, vars },
      d1_databases: remote(d1_databases),
      r2_buckets: remote(r2_buckets),
    }),
  )
  const { env, dispose } = await getPlatformProxy<Bindings>({ configPath, persist: false })
  return {
    env,
    close: async () => {
      await dispose()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Applies the migrations to every database that `wrangler.toml`, or a named environment of it, binds. */
export async function migrateRemote(environment = '') {
  const { d1_databases } = await readWranglerConfig({ environment })
  for (const { binding } of d1_databases)
    if (binding === 'DB' || analyticsName.test(binding))
      run('wrangler', 'd1', 'migrations', 'apply', binding, '--remote', `--env=${environment}`)
}

/** Runs a command in this terminal; prints an error and exits if it fails. */
export function run(command: string, ...args: string[]) {
  const env = { ...process.env, WRANGLER_LOG: 'log' }
  const { status } = spawnSync(command, args, { stdio: 'inherit', env })
  if (status !== 0)
    exitWithError(`Stopped: ${command} ${args.slice(0, 4).join(' ')} failed. No later steps ran.`)
}
