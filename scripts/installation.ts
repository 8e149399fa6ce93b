/** The installation that a command works on: the local one, or one in a Cloudflare account. */
import { readFileSync } from 'node:fs'
import type { Bindings } from '../worker/env.ts'
import { exitWithError, flag, text } from './cli-exit.ts'
import { openLocal } from './local/open-local.ts'
import { openRemote } from './remote.ts'

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
