/** The installation that a command works on: the local one, or one in a Cloudflare account. */
import { readFileSync } from 'node:fs'
import type { Bindings } from '../worker/env.ts'
import { exitWithError } from './cli-exit.ts'
import { openLocal } from './local/open-local.ts'
import { openRemote } from './remote.ts'

/** The options of every command that works on an installation. */
export const installationOptions = {
  remote: { type: 'boolean', default: false },
  env: { type: 'string' },
} as const

/** The lines about these options in the usage of a command. */
export const installationUsage = `  --remote   use your Cloudflare account instead of the local databases
  --env      with --remote, a named environment of wrangler.toml, such as staging`

type Target = { remote: boolean; env?: string }

/** Exits with an error if there is no such installation. */
export function requireInstallation({ remote, env }: Target) {
  if (env !== undefined && !remote)
    exitWithError('Add --remote, because an environment is an installation in your account.')
  const error = environmentError(env)
  if (error) exitWithError(error)
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

/** What is wrong with the name of an environment, in one sentence; undefined if `wrangler.toml` has it, or none is named. */
export function environmentError(
  name: string | undefined,
  configFile = 'wrangler.toml',
): string | undefined {
  const isKnown =
    name === undefined || readFileSync(configFile, 'utf8').includes(`\n[env.${name}]\n`)
  return isKnown ? undefined : 'wrangler.toml has no environment of this name.'
}
