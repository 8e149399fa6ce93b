/** The installation that a command works on: the local one, or one in a Cloudflare account. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bindings } from '../worker/env.ts'
import { exitWithError, flag, text } from './cli-exit.ts'
import { migrate } from './deploy/release.ts'
import { readWranglerConfig, writeConfig } from './environments/config.ts'
import { requireEnvironment } from './environments/list.ts'
import { openLocal } from './local/open-local.ts'
import { wranglerProgram } from './setup/wrangler.ts'

/** The options of every command that works on an installation. */
export const installationOptions = {
  remote: { ...flag, default: false },
  env: text,
}

/** The lines about these options in the usage of a command. */
export const installationUsage = `  --remote   use your Cloudflare account instead of the local databases
  --env      with --remote, another environment than production, such as staging`

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

/** Returns the remote bindings of an environment: databases and bucket only. Call `close` when done. */
async function openRemote(environment?: string) {
  const { getPlatformProxy } = await import('wrangler')
  const config = await readWranglerConfig(await writeConfig({ environment }))
  const { name, account_id, compatibility_date, d1_databases, r2_buckets, vars } = config
  const folder = mkdtempSync(join(tmpdir(), 'edgecard-'))
  const configPath = join(folder, 'wrangler.json')
  const remote = <T>(bindings: T[]) => bindings.map((binding) => ({ ...binding, remote: true }))
  writeFileSync(
    configPath,
    JSON.stringify({
      ...{ name, account_id, compatibility_date, vars },
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

/** Applies the migrations to every database of an environment. */
export async function migrateRemote(environment?: string) {
  const site = { wrangler: wranglerProgram(), say: (line: string) => console.log(line) }
  await migrate(await writeConfig({ environment }), site)
}
