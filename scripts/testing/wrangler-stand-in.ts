/**
 * A stand-in for wrangler and a Cloudflare account: it takes the arguments that `wrangler --help` documents, keeps what was
 * made, runs migrations and SQL in SQLite, and refuses what wrangler 4 and the platform refuse, in their words. Run as a
 * program, it takes its folder from STAND_IN.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  apiError,
  type Call,
  type Command,
  type FakeAccount,
  StandInError,
} from './stand-in-account.ts'
import { d1Commands } from './stand-in-d1.ts'
import { storeCommands } from './stand-in-stores.ts'
import { workerCommands } from './stand-in-workers.ts'

const commands: Record<string, Command> = {
  ...storeCommands,
  ...d1Commands,
  ...workerCommands,
}

/** A new account without anything in it. */
export function newAccount(folder: string, facts: Partial<FakeAccount> = {}): FakeAccount {
  mkdirSync(folder, { recursive: true })
  const empty = { queues: [], buckets: [], databases: [], namespaces: [], workers: {}, calls: [] }
  return {
    ...{ folder, loggedIn: true, plan: 'paid', r2: true, subdomain: 'acme', ...empty },
    accounts: [{ id: 'a'.repeat(32), name: 'Acme' }],
    ...facts,
  }
}

/** Runs one command as wrangler does without a terminal. */
export async function standIn(
  account: FakeAccount,
  args: string[],
  { input = '', env = {} }: { input?: string; env?: Record<string, string | undefined> } = {},
): Promise<{ status: number; stdout: string; stderr: string }> {
  const isFirst = !account.calls.some((each) => keyOf(each) === keyOf(args))
  account.calls.push(args)
  const failing = isFirst ? account.failing : undefined
  if (failing === 'before') return failed(apiError('internal error', 10001))
  try {
    const stdout = await execute({ account, args, input, env })
    if (failing === 'after') return failed(apiError('The connection was lost', 10001))
    return { status: 0, stdout, stderr: '' }
  } catch (error) {
    if (error instanceof StandInError) return failed(error.message)
    throw error
  }
}

// Statements differ in their first word.
function keyOf(args: string[]): string {
  return [...args.slice(0, 4), args.at(-1)?.split(' ')[0]].join(' ')
}

function failed(message: string) {
  return { status: 1, stdout: '', stderr: `\n✘ [ERROR] ${message}\n\n` }
}

type Execution = { account: FakeAccount; args: string[]; input: string; env: Call['env'] }

async function execute({ account, args, input, env }: Execution): Promise<string> {
  const name = Object.keys(commands).find(
    (each) => args.slice(0, each.split(' ').length).join(' ') === each,
  )
  const command = name === undefined ? undefined : commands[name]
  if (!name || !command) throw new StandInError(`Unknown arguments: ${args.join(', ')}`)
  const { names, flags } = parse(command, args.slice(name.split(' ').length))
  if (!account.loggedIn && name !== 'whoami')
    throw new StandInError('You are not logged in. Please run `wrangler login` to authenticate.')
  return command.run({ account, names, flags, input, env })
}

function parse(command: Command, args: string[]) {
  const flags: Command['flags'] = { config: 'string', env: 'string', ...command.flags }
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, kind]) => [
      name,
      { type: kind === 'boolean' ? ('boolean' as const) : ('string' as const) },
    ]),
  )
  const parsed = parseOrRefuse(args, options)
  if (parsed.positionals.length !== command.names)
    throw new StandInError(
      parsed.positionals.length < command.names
        ? 'Not enough non-option arguments'
        : `Unknown argument: ${parsed.positionals.at(-1)}`,
    )
  for (const [name, value] of Object.entries(parsed.values)) {
    const choices = Object.entries(flags).find(([flag]) => flag === name)?.[1]
    if (Array.isArray(choices) && !choices.includes(value))
      throw new StandInError(`Invalid values:\n  Argument: ${name}, Given: "${value}"`)
  }
  return { names: parsed.positionals, flags: parsed.values }
}

function parseOrRefuse(args: string[], options: Record<string, { type: 'string' | 'boolean' }>) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new StandInError(`Unknown arguments: ${error instanceof Error ? error.message : ''}`)
  }
}

/** Installs the stand-in as `wrangler`; returns the environment of a program that runs it with this account. */
export function installStandIn(account: FakeAccount) {
  const bin = join(account.folder, 'bin')
  mkdirSync(bin, { recursive: true })
  const program = `#!/bin/sh\nexec '${process.execPath}' '${import.meta.filename}' "$@"\n`
  writeFileSync(join(bin, 'wrangler'), program, { mode: 0o755 })
  writeFileSync(join(account.folder, 'account.json'), JSON.stringify(account))
  const PATH = [bin, process.env.PATH].join(':')
  return { ...process.env, CLOUDFLARE_ACCOUNT_ID: '', PATH, STAND_IN: account.folder }
}

/** As a program: the account is loaded from its folder, and saved after the call. */
async function runAsProgram(folder: string) {
  const file = join(folder, 'account.json')
  const account = existsSync(file)
    ? { ...newAccount(folder), ...JSON.parse(readFileSync(file, 'utf8')) }
    : newAccount(folder)
  const input = process.stdin.isTTY ? '' : readFileSync(0, 'utf8')
  const { status, stdout, stderr } = await standIn(account, process.argv.slice(2), {
    input,
    env: process.env,
  })
  writeFileSync(file, JSON.stringify(account))
  appendFileSync(join(folder, 'calls.txt'), `${process.argv.slice(2).join(' ')}\n`)
  process.stdout.write(stdout)
  process.stderr.write(stderr)
  process.exitCode = status
}

if (process.argv[1] === import.meta.filename && process.env.STAND_IN)
  await runAsProgram(process.env.STAND_IN)
