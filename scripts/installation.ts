/** The installation that a command works on: the local one, or one in a Cloudflare account. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bindings } from '../worker/env.ts'
import { analyticsName } from '../worker/tracking/shards.ts'
import { exitWithError, flag, text } from './cli-exit.ts'
import { openLocal } from './local/open-local.ts'
import { readWranglerConfig } from './setup/config-file.ts'

/** The options of every command that works on an installation. */
export const installationOptions = {
  remote: { ...flag, default: false },
  env: text,
}

/** The lines about these options in the usage of a command. */
export const installationUsage = `  --remote   use your Cloudflare account instead of the local databases
  --env      with --remote, a named environment of wrangler.toml, such as staging`

type Target = { remote: boolean; env?: string }

/** Returns the installation that the options name; throws a `CommandError` if there is none. */
export function targetOf({ remote, env }: Target): Target {
  if (env !== undefined && !remote)
    exitWithError('Add --remote, because an environment is an installation in your account.')
  requireEnvironment(env)
  return { remote, env }
}

/** Opens the databases and the bucket for this work, and closes them after it. Any error becomes a `CommandError`. */
export async function inInstallation<T>(
  { remote, env: environment }: Target,
  work: (env: Bindings) => Promise<T>,
  { pepper }: { pepper?: string } = {},
): Promise<T> {
  const { env, close } = await (remote ? openRemote(environment) : openLocal({ pepper }))
  return work(env)
    .catch((error: unknown) => exitWithError(error instanceof Error ? error.message : `${error}`))
    .finally(close)
}

/** Throws a `CommandError` if an environment is named that `wrangler.toml` does not have. */
export function requireEnvironment(name: string | undefined, configFile = 'wrangler.toml') {
  if (name !== undefined && !readFileSync(configFile, 'utf8').includes(`\n[env.${name}]\n`))
    exitWithError('wrangler.toml has no environment of this name.')
}

/**
 * Returns the remote bindings of `wrangler.toml`, or of a named environment of it: databases and bucket only. Call
 * `close` when done.
 */
async function openRemote(environment?: string) {
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
