import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import {
  backupArguments,
  createAdminArguments,
  deployArguments,
  doctorArguments,
  eventsReplayArguments,
  reshardArguments,
  restoreArguments,
  rotatePepperArguments,
} from './arguments.ts'
import { CommandError, flag, readArgs, text } from './cli-exit.ts'

function readNothing(args: string[]) {
  return readArgs({}, { args })
}

function readSome(args: string[]) {
  return readArgs({ slug: text, all: flag }, { args, names: 1 })
}

const noEnvironment = 'environments.json has no environment of this name.'

const refused: [(args: string[]) => unknown, args: string, sentence: string][] = [
  [readNothing, '--port 1', "Unknown option '--port'."],
  [readNothing, 'again', "Unexpected argument 'again'."],
  [readSome, 'one two', "Unexpected argument 'two'."],
  [readSome, '--slug', "Option '--slug <value>' argument missing."],
  [readSome, '--slug --all', "Option '--slug' argument is ambiguous."],
  [readSome, '--all=yes', "Option '--all' does not take an argument."],
  [backupArguments, 'now', 'Run npm run backup, or npm run backup -- list, verify or save.'],
  [backupArguments, 'save', 'Name a folder: npm run backup -- save --to FOLDER.'],
  [backupArguments, 'list --to folder', 'Only npm run backup -- save writes to a folder.'],
  [backupArguments, 'list one', 'Give a backup only to verify or save.'],
  [backupArguments, 'verify one two', "Unexpected argument 'two'."],
  [backupArguments, '--remote --env moon', noEnvironment],
  [createAdminArguments, '--username ab', 'Username must be at least 3 characters.'],
  [createAdminArguments, '--email nobody', 'Please enter a valid email.'],
  [createAdminArguments, '--level 5', "Unknown option '--level'."],
  [createAdminArguments, '--remote --env moon', noEnvironment],
  [deployArguments, 'staging', "Unexpected argument 'staging'."],
  [deployArguments, '--env', "Option '--env <value>' argument missing."],
  [deployArguments, '--env moon', noEnvironment],
  [deployArguments, '--all --env production', 'Choose one of --env, --all and --list.'],
  [deployArguments, '--all --list', 'Choose one of --env, --all and --list.'],
  [doctorArguments, '--all', "Unknown option '--all'."],
  [doctorArguments, '--remote --local', 'Choose either --remote or --local.'],
  [doctorArguments, '--env moon', noEnvironment],
  [eventsReplayArguments, '--since yesterday', '--since must be a day or a time, such as'],
  [eventsReplayArguments, '--since 5', '--since must be a day or a time, such as'],
  [eventsReplayArguments, '2026-11-20', "Unexpected argument '2026-11-20'."],
  [eventsReplayArguments, '--env staging', 'Add --remote, because an environment is'],
  [reshardArguments, '2', "Unexpected argument '2'."],
  [reshardArguments, '--env staging', 'Add --remote, because an environment is'],
  [restoreArguments, 'one two', "Unexpected argument 'two'."],
  [restoreArguments, '--to folder', "Unknown option '--to'."],
  [restoreArguments, '--env staging', 'Add --remote, because an environment is'],
  [rotatePepperArguments, '--end', "Unknown option '--end'."],
  [rotatePepperArguments, '--env staging', 'Add --remote, because an environment is'],
]

test.each(refused)('%O refuses "%s" in one sentence', (read, args, sentence) => {
  const run = () => read(args.split(' ').filter(Boolean))
  expect(run).toThrow(CommandError)
  expect(run).toThrow(sentence)
})

test('options and names are read', () => {
  const here = { remote: false }
  expect(backupArguments(['save', 'one', '--to', 'folder'])).toMatchObject({
    ...{ command: 'save', id: 'one', to: 'folder', target: here },
  })
  expect(createAdminArguments([])).toMatchObject({ username: 'admin', isNamed: false })
  expect(createAdminArguments(['--email', 'a@b.test'])).toMatchObject({ isNamed: true })
  expect(eventsReplayArguments([])).toMatchObject({ since: 0, target: here })
  expect(eventsReplayArguments(['--since', '2026-11-20T08:00Z'])).toMatchObject({
    since: Date.UTC(2026, 10, 20, 8),
  })
  expect(reshardArguments(['--drop', '--remote', '--env', 'production'])).toMatchObject({
    ...{ drop: true, target: { remote: true, env: 'production' } },
  })
  expect(restoreArguments(['one', '--from', 'folder'])).toMatchObject({ id: 'one', from: 'folder' })
})

test('a command prints the refusal, ends with code 1 and changes nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'edgecard-'))
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [resolve('scripts/fsck.ts'), 'x'],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  )
  expect([status, stdout, stderr]).toEqual([1, '', "Unexpected argument 'x'. See --help.\n"])
  expect(readdirSync(folder)).toEqual([])
})
