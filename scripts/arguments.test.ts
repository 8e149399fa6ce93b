import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import {
  backupArguments,
  browsersArguments,
  checkArguments,
  createAdminArguments,
  deployArguments,
  doctorArguments,
  eventsReplayArguments,
  reshardArguments,
  restoreArguments,
  rotatePepperArguments,
  smokeArguments,
  startArguments,
} from './arguments.ts'
import { CommandError, rejectArguments } from './cli-exit.ts'

const noEnvironment = 'wrangler.toml has no environment of this name.'

test.each<[(args: string[]) => unknown, args: string, sentence: string]>([
  [rejectArguments, '--port 1', 'This command takes no arguments.'],
  [rejectArguments, 'again', 'This command takes no arguments.'],
  [backupArguments, 'now', 'Run npm run backup, or npm run backup -- list, verify or save.'],
  [backupArguments, 'save', 'Name a folder: npm run backup -- save --to FOLDER.'],
  [backupArguments, 'list --to folder', 'Only npm run backup -- save writes to a folder.'],
  [backupArguments, 'list one', 'Give at most one backup, to verify or save.'],
  [backupArguments, 'verify one two', 'Give at most one backup, to verify or save.'],
  [backupArguments, '--remote --env moon', noEnvironment],
  [browsersArguments, 'inbox editor', 'Give one name only.'],
  [browsersArguments, '--firefox', 'Give the name of a journey.'],
  [checkArguments, '--fix', 'The only option is --write.'],
  [createAdminArguments, '--username ab', 'Username must be at least 3 characters.'],
  [createAdminArguments, '--email nobody', 'Please enter a valid email.'],
  [
    createAdminArguments,
    '--level 5',
    'The options are --username NAME, --email ADDRESS, --recover',
  ],
  [createAdminArguments, '--remote --env moon', noEnvironment],
  [deployArguments, 'staging', 'The options are --env NAME and --despite.'],
  [deployArguments, '--env', 'The options are --env NAME and --despite.'],
  [deployArguments, '--env moon', noEnvironment],
  [doctorArguments, '--all', 'The options are --remote, --local and --env NAME.'],
  [doctorArguments, '--remote --local', 'Choose either --remote or --local.'],
  [doctorArguments, '--env moon', noEnvironment],
  [eventsReplayArguments, '--since yesterday', '--since must be a day or a time, such as'],
  [eventsReplayArguments, '--since 5', '--since must be a day or a time, such as'],
  [eventsReplayArguments, '2026-11-20', 'The options are --since DAY, --remote and --env NAME.'],
  [eventsReplayArguments, '--env staging', 'Add --remote, because an environment is'],
  [reshardArguments, '2', 'The options are --drop, --remote and --env NAME.'],
  [reshardArguments, '--env staging', 'Add --remote, because an environment is'],
  [restoreArguments, 'one two', 'Give at most one backup.'],
  [restoreArguments, '--to folder', 'The options are --from FOLDER, --remote and --env NAME.'],
  [restoreArguments, '--env staging', 'Add --remote, because an environment is'],
  [rotatePepperArguments, '--end', 'The options are --finish, --remote and --env NAME.'],
  [rotatePepperArguments, '--env staging', 'Add --remote, because an environment is'],
  [smokeArguments, 'https://a.example.com https://b.example.com', 'Give one address only.'],
  [smokeArguments, '--slug ada', 'The only option is --card SLUG.'],
  [startArguments, '--port 1', 'The only option is --lan.'],
])('%O refuses "%s" in one sentence', (read, args, sentence) => {
  const refused = () => read(args.split(' ').filter(Boolean))
  expect(refused).toThrow(CommandError)
  expect(refused).toThrow(sentence)
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
  expect(reshardArguments(['--drop', '--remote', '--env', 'staging'])).toMatchObject({
    ...{ drop: true, target: { remote: true, env: 'staging' } },
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
  expect([status, stdout, stderr]).toEqual([
    1,
    '',
    'This command takes no arguments. See --help.\n',
  ])
  expect(readdirSync(folder)).toEqual([])
})
