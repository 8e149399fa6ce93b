/** Reads the arguments of each command, by default those of this process. A wrong argument throws a `CommandError`. */
import * as z from 'zod/mini'
import { NewUser } from '../schema/users/user.ts'
import { exitWithError, flag, readArgs, text } from './cli-exit.ts'
import { requireEnvironment } from './environments/list.ts'
import { installationOptions, targetOf } from './installation.ts'

export function backupArguments(args?: string[]) {
  const options = { ...installationOptions, to: text }
  const { positionals, values } = readArgs(options, { args, names: 2 })
  const [command, id] = positionals
  const { to = '' } = values
  if (command !== undefined && command !== 'list' && command !== 'verify' && command !== 'save')
    return exitWithError(
      'Run npm run backup, or npm run backup -- list, verify or save. See --help.',
    )
  if (command === 'save' && !to)
    return exitWithError('Name a folder: npm run backup -- save --to FOLDER.')
  if (command !== 'save' && to)
    return exitWithError('Only npm run backup -- save writes to a folder. See --help.')
  if (command === 'list' && id !== undefined)
    return exitWithError('Give a backup only to verify or save. See --help.')
  return { command, id, to, target: targetOf(values) }
}

export function createAdminArguments(args?: string[]) {
  const options = { ...installationOptions, username: text, email: text, recover: flag }
  const { values } = readArgs(options, { args })
  const named = z.pick(NewUser, { username: true, email: true }).safeParse({
    username: values.username ?? 'admin',
    email: values.email ?? 'admin@example.com',
  })
  if (!named.success) return exitWithError(`${named.error.issues[0]?.message}.`)
  const isNamed = values.email !== undefined
  return { recover: values.recover, ...named.data, isNamed, target: targetOf(values) }
}

export function deployArguments(args?: string[]) {
  const { values } = readArgs({ despite: flag, env: text, all: flag, list: flag }, { args })
  if ([values.all, values.list, values.env].filter(Boolean).length > 1)
    exitWithError('Choose one of --env, --all and --list. See --help.')
  requireEnvironment(values.env)
  return values
}

export function doctorArguments(args?: string[]) {
  const { values } = readArgs({ ...installationOptions, local: flag }, { args })
  if (values.remote && values.local) exitWithError('Choose either --remote or --local. See --help.')
  requireEnvironment(values.env)
  return values
}

/** `since` is in milliseconds since 1970; 0 for all events. */
export function eventsReplayArguments(args?: string[]) {
  const { values } = readArgs({ ...installationOptions, since: text }, { args })
  const { since: day = '1970-01-01' } = values
  const since = /^\d{4}-\d\d-\d\d/.test(day) ? Date.parse(day) : Number.NaN
  if (Number.isNaN(since))
    exitWithError('--since must be a day or a time, such as 2026-11-20 or 2026-11-20T08:00Z.')
  return { since, target: targetOf(values) }
}

export function reshardArguments(args?: string[]) {
  const { values } = readArgs({ ...installationOptions, drop: flag }, { args })
  return { drop: values.drop, target: targetOf(values) }
}

export function restoreArguments(args?: string[]) {
  const { positionals, values } = readArgs(
    { ...installationOptions, from: text },
    { args, names: 1 },
  )
  return { id: positionals[0], from: values.from, target: targetOf(values) }
}

export function rotatePepperArguments(args?: string[]) {
  const { values } = readArgs({ ...installationOptions, finish: flag }, { args })
  return { finish: values.finish ?? false, target: targetOf(values) }
}
