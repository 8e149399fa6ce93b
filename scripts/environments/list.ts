/** `environments.json`: the list of an operator's installations, each with what differs from `wrangler.toml`. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { exitWithError } from '../cli-exit.ts'

export const jurisdictions = ['eu', 'us', 'fedramp'] as const

/** The environment that commands without `--env` mean. The names of all others are suffixes of worker and stores. */
export const production = 'production'

const Environment = z.strictObject({
  account_id: z.optional(z.string()),
  /** A host name on Cloudflare; workers.dev if absent. */
  domain: z.optional(z.string()),
  jurisdiction: z.optional(z.enum(jurisdictions)),
  /** The ids of databases and namespaces by their binding. */
  ids: z.optional(z.record(z.string(), z.string())),
  /** Variables that differ from those in `wrangler.toml`. */
  vars: z.optional(z.record(z.string(), z.string())),
})

export type Environment = z.infer<typeof Environment>

/** A folder with `wrangler.toml` and `environments.json`, by default this one, and an environment, by default production. */
export type Checkout = { folder?: string; environment?: string }

/** Short enough for the name of the worker, which has at most 63 characters on workers.dev. */
export const namePattern = /^[a-z]([a-z0-9-]{0,30}[a-z0-9])?$/

const Environments = z.record(z.string().check(z.regex(namePattern)), Environment)

/** Returns the environments in their order; none before the first setup. */
export function readEnvironments(folder = '.'): Record<string, Environment> {
  const file = join(folder, 'environments.json')
  if (!existsSync(file)) return {}
  const { data, error } = Environments.safeParse(parse(readFileSync(file, 'utf8')))
  if (data) return data
  const [issue] = error.issues
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
  const place = [...(issue?.path ?? []), ...unknown].join('.') || 'its beginning'
  return exitWithError(
    `environments.json is wrong at ${place}. See docs/operate.md under "Environments".`,
  )
}

/** Returns the names of the environments in their order; throws a `CommandError` if there are none. */
export function listEnvironments(folder?: string): string[] {
  const names = Object.keys(readEnvironments(folder))
  if (names.length > 0) return names
  return exitWithError('environments.json has no environments. Run npm run setup -- --cloudflare.')
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return exitWithError('environments.json is not JSON.')
  }
}

/** Throws a `CommandError` if an environment is named that is neither production nor in the list. */
export function requireEnvironment(name = production) {
  if (name !== production && !(name in readEnvironments()))
    exitWithError(
      'environments.json has no environment of this name. npm run setup -- --cloudflare --env NAME makes one.',
    )
}

/** Changes what the list says of an environment, and adds it at the end if it is new. */
export function updateEnvironment(
  { folder = '.', environment = production }: Checkout,
  { ids, vars, ...change }: Environment,
) {
  const all = readEnvironments(folder)
  const former = all[environment] ?? {}
  const changed = {
    ...{ ...former, ...change },
    ...(ids && { ids: { ...former.ids, ...ids } }),
    ...(vars && { vars: { ...former.vars, ...vars } }),
  }
  const text = JSON.stringify({ ...all, [environment]: changed }, null, 2)
  writeFileSync(join(folder, 'environments.json'), `${text}\n`)
}
