/** Reads the arguments of each command, by default those of this process. A wrong argument throws a `CommandError`. */
import * as z from 'zod/mini'
import { NewUser } from '../schema/users/user.ts'
import { exitWithError, readArgs } from './cli-exit.ts'
import { environmentError, installationOptions, requireInstallation } from './installation.ts'

export function backupArguments(args?: string[]) {
  const { positionals, values } = readArgs(
    {
      ...{ args, allowPositionals: true },
      options: { ...installationOptions, to: { type: 'string', default: '' } },
    },
    'The options are --to FOLDER, --remote and --env NAME. See --help.',
  )
  const [word, name, ...rest] = positionals
  if (word !== undefined && word !== 'list' && word !== 'verify' && word !== 'save')
    return exitWithError(
      'Run npm run backup, or npm run backup -- list, verify or save. See --help.',
    )
  if (word === 'save' && !values.to)
    return exitWithError('Name a folder: npm run backup -- save --to FOLDER.')
  if (word !== 'save' && values.to)
    return exitWithError('Only npm run backup -- save writes to a folder. See --help.')
  if (rest.length > 0 || (name !== undefined && word === 'list'))
    return exitWithError('Give at most one backup, to verify or save. See --help.')
  requireInstallation(values)
  return { command: word, id: name, to: values.to, target: values }
}

/** The name of a journey, if one is given. */
export function browsersArguments(args?: string[]): string | undefined {
  const { positionals } = readArgs(
    { args, allowPositionals: true },
    'Give the name of a journey. See --help.',
  )
  if (positionals.length > 1) exitWithError('Give one name only. See --help.')
  return positionals[0]
}

export function checkArguments(args?: string[]) {
  const options = { write: { type: 'boolean' } } as const
  return readArgs({ args, options }, 'The only option is --write. See --help.').values
}

export function createAdminArguments(args?: string[]) {
  const { values } = readArgs(
    {
      args,
      options: {
        ...installationOptions,
        username: { type: 'string', default: 'admin' },
        email: { type: 'string' },
        recover: { type: 'boolean', default: false },
      },
    },
    'The options are --username NAME, --email ADDRESS, --recover, --remote and --env NAME. See --help.',
  )
  const named = z.pick(NewUser, { username: true, email: true }).safeParse({
    username: values.username,
    email: values.email ?? 'admin@example.com',
  })
  if (!named.success) return exitWithError(`${named.error.issues[0]?.message}.`)
  requireInstallation(values)
  return { ...values, ...named.data, isNamed: values.email !== undefined }
}

export function deployArguments(args?: string[]) {
  const { values } = readArgs(
    {
      args,
      options: { despite: { type: 'boolean', default: false }, env: { type: 'string' } },
    },
    'The options are --env NAME and --despite. See --help.',
  )
  requireEnvironment(values.env)
  return values
}

export function doctorArguments(args?: string[]) {
  const { values } = readArgs(
    {
      args,
      options: {
        remote: { type: 'boolean', default: false },
        local: { type: 'boolean' },
        env: { type: 'string' },
      },
    },
    'The options are --remote, --local and --env NAME. See --help.',
  )
  if (values.remote && values.local) exitWithError('Choose either --remote or --local. See --help.')
  requireEnvironment(values.env)
  return values
}

function requireEnvironment(name: string | undefined) {
  const error = environmentError(name)
  if (error) exitWithError(error)
}

/** `since` is in milliseconds since 1970; 0 for all events. */
export function eventsReplayArguments(args?: string[]) {
  const { since: day, ...target } = readArgs(
    { args, options: { ...installationOptions, since: { type: 'string' } } },
    'The options are --since DAY, --remote and --env NAME. See --help.',
  ).values
  const since = day === undefined ? 0 : Date.parse(day)
  if (Number.isNaN(since) || (day !== undefined && !/^\d{4}-\d\d-\d\d/.test(day)))
    exitWithError('--since must be a day or a time, such as 2026-11-20 or 2026-11-20T08:00Z.')
  requireInstallation(target)
  return { since, target }
}

export function reshardArguments(args?: string[]) {
  const { drop, ...target } = readArgs(
    { args, options: { ...installationOptions, drop: { type: 'boolean' } } },
    'The options are --drop, --remote and --env NAME. See --help.',
  ).values
  requireInstallation(target)
  return { drop, target }
}

export function restoreArguments(args?: string[]) {
  const {
    positionals: [id, ...rest],
    values: { from, ...target },
  } = readArgs(
    {
      ...{ args, allowPositionals: true },
      options: { ...installationOptions, from: { type: 'string' } },
    },
    'The options are --from FOLDER, --remote and --env NAME. See --help.',
  )
  if (rest.length > 0) exitWithError('Give at most one backup. See --help.')
  requireInstallation(target)
  return { id, from, target }
}

export function rotatePepperArguments(args?: string[]) {
  const { finish, ...target } = readArgs(
    { args, options: { ...installationOptions, finish: { type: 'boolean', default: false } } },
    'The options are --finish, --remote and --env NAME. See --help.',
  ).values
  requireInstallation(target)
  return { finish, target }
}

export function smokeArguments(args?: string[]) {
  const { values, positionals } = readArgs(
    { args, options: { card: { type: 'string' } }, allowPositionals: true },
    'The only option is --card SLUG. See --help.',
  )
  const [address = '', ...rest] = positionals
  if (rest.length > 0) exitWithError('Give one address only. See --help.')
  return { address, card: values.card }
}

export function startArguments(args?: string[]) {
  const options = { lan: { type: 'boolean' } } as const
  return readArgs({ args, options }, 'The only option is --lan. See --help.').values
}
