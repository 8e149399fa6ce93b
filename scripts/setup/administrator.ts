/** The secret of an installation, and its first administrator. */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { minimumPepper, pepperId } from '../../worker/platform/secrets.ts'
import { pepperIsKnown } from '../doctor/findings.ts'
import { createFirstUser, type Execute, hasFirstUser } from '../first-user.ts'
import { parse } from './resources.ts'
import { mustRun, type Result, reasonOf, SetupError, type Wrangler } from './wrangler.ts'

type Deployed = { wrangler: Wrangler; configFile: string }

type Said = { say: (line: string) => void }

type Site = Deployed & Said & { folder?: string; pepper?: string }

const Secrets = z.array(z.object({ name: z.string() }))

/**
 * Sets the secret PEPPER unless the worker has it, and returns its value if this machine knows it. The value is saved
 * before it is set, because losing it locks everyone out.
 */
export async function ensurePepper(site: Site, worker: string): Promise<string | undefined> {
  const { say, folder = '.' } = site
  const file = join(folder, `.pepper-${worker}`)
  const saved = existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
  const pepper = site.pepper ?? saved
  const names = await listSecrets(site)
  if (names.includes('PEPPER')) {
    say('Secret PEPPER: found')
    return pepper
  }
  const value = pepper ?? randomBytes(32).toString('hex')
  if (value.length < minimumPepper || pepperIsKnown(value))
    throw new SetupError(`PEPPER must be at least ${minimumPepper} characters that nobody knows.`)
  if (saved !== value) writeFileSync(file, `${value}\n`, { mode: 0o600 })
  await putSecret(site, 'PEPPER', value)
  say(`Secret PEPPER: set, and saved in ${file}. Keep a copy: losing it locks everyone out.`)
  return value
}

/** Returns the names of the worker's secrets; none before the first deployment. */
export async function listSecrets(site: Deployed): Promise<string[]> {
  const args = ['secret', 'list', '--format', 'json', '--config', site.configFile]
  const listed = await site.wrangler(args)
  if (listed.status === 0) return parse(Secrets, listed).map(({ name }) => name)
  if (/Worker "[^"]*".* not found|code: 10007/.test(listed.stdout + listed.stderr)) return []
  // Any other failure could hide a secret that must not be replaced.
  throw new SetupError(reasonOf(['secret', 'list'], listed))
}

/** Sets a new secret PEPPER, and `pepper`, the former one, as PREVIOUS_PEPPER. */
export async function rotateRemotePepper(site: Deployed & Said, pepper: string): Promise<void> {
  const next = randomBytes(32).toString('hex')
  site.say(`The new PEPPER, shown only once. Store it with the previous one: ${next}`)
  // In this order every hash is always covered by one of the two.
  await putSecret(site, 'PREVIOUS_PEPPER', pepper)
  await putSecret(site, 'PEPPER', next)
  site.say(`PEPPER is ${pepperId(next)}, alongside the previous one`)
}

function putSecret(site: Deployed, name: string, value: string): Promise<Result> {
  const args = ['secret', 'put', name, '--config', site.configFile]
  return mustRun(site.wrangler, args, { input: value })
}

/** Creates user 1 and returns the one-time password; undefined if there is one already. */
export async function createAdministrator(
  site: Deployed & { email: string; username: string },
  pepper: string | undefined,
): Promise<string | undefined> {
  const execute = remoteDatabase(site)
  if (await hasFirstUser(execute)) return undefined
  const { email, username } = site
  if (!pepper)
    throw new SetupError(
      'The worker has a PEPPER that this machine does not know. Run the command again with PEPPER set to it.',
    )
  return createFirstUser(execute, { email, username, pepper })
}

const Executed = z.array(z.object({ results: z.array(z.unknown()) }))

/** Runs statements in the deployed database of the app; throws a `SetupError` if one fails. */
export function remoteDatabase(site: Deployed): Execute {
  return async (...statements) => {
    const result = await mustRun(site.wrangler, [
      ...['d1', 'execute', 'DB', '--remote', '--json', '--yes', '--config', site.configFile],
      ...['--command', statements.join(' ')],
    ])
    return parse(Executed, result).at(-1)?.results ?? []
  }
}
