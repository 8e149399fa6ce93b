import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test, vi } from 'vitest'

vi.setConfig({ testTimeout: 120_000 })

const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync('package.json', 'utf8'),
)
const commands = Object.values(scripts).flatMap((line) => /run\.mjs ([\w-]+)/.exec(line)?.[1] ?? [])

/** What a command may read before it knows its arguments. */
const read = ['trust/access.csv', 'wrangler.toml']

/** Wrong arguments of each command, and what it says. */
const refused: [command: string, args: string, sentence: string][] = [
  ['archive', '', 'Run npm run archive -- verify [YYYY-MM-DD] or restore [YYYY-MM-DD].'],
  ['archive', 'remove', 'Run npm run archive -- verify [YYYY-MM-DD] or restore [YYYY-MM-DD].'],
  ['archive', 'verify 2026-02-30', 'Write a day as 2026-11-20.'],
  ['archive', 'verify 2026-11-20 2026-11-19', 'Give one day, or the first and the last'],
  ['archive', 'verify --env staging', 'Add --remote, because an environment is'],
  ['backup', 'now', 'Run npm run backup, or npm run backup -- list, verify or save.'],
  ['backup', 'save', 'Name a folder: npm run backup -- save --to FOLDER.'],
  ['backup', 'list --to folder', 'Only npm run backup -- save writes to a folder.'],
  ['backup', 'verify one two', 'Give at most one backup, to verify or save.'],
  ['backup', '--remote --env moon', 'wrangler.toml has no environment of this name.'],
  ['bench', 'speed', 'Choose at most one benchmark of weight, '],
  ['bench', 'weight view', 'Choose at most one benchmark of weight, '],
  ['browsers', 'inbox editor', 'Give one name only.'],
  ['check', '--fix', 'The only option is --write.'],
  ['create-admin', '--username ab', 'Username must be at least 3 characters.'],
  ['create-admin', '--remote --env moon', 'wrangler.toml has no environment of this name.'],
  ['deploy', 'staging', 'The options are --env NAME and --despite.'],
  ['dev', '--port 1', 'This command takes no arguments.'],
  ['doctor', '--all', 'The options are --remote, --local and --env NAME.'],
  ['doctor', '--remote --local', 'Choose either --remote or --local.'],
  ['events-replay', '--since yesterday', '--since must be a day or a time, such as'],
  ['events-replay', '--since 5', '--since must be a day or a time, such as'],
  ['events-replay', '2026-11-20', 'The options are --since DAY, --remote and --env NAME.'],
  ['fsck', '--remote', 'This command takes no arguments.'],
  ['licenses', 'MIT', 'This command takes no arguments.'],
  ['messages', 'de', 'This command takes no arguments.'],
  ['previous-release', '--to v1', 'The only option is --from REF.'],
  ['reshard', '2', 'The options are --drop, --remote and --env NAME.'],
  ['restore', 'one two', 'Give at most one backup.'],
  ['restore', '--to folder', 'The options are --from FOLDER, --remote and --env NAME.'],
  ['rotate-pepper', '--end', 'The options are --finish, --remote and --env NAME.'],
  ['rotate-pepper', '--env staging', 'Add --remote, because an environment is'],
  ['sbom', 'one.json two.json', 'Give one file only.'],
  ['screenshots', '(', 'The pattern is not a regular expression.'],
  ['screenshots', 'nothing-of-this-name', 'There is no screen with that name.'],
  ['seed', 'again', 'This command takes no arguments.'],
  ['setup', '', 'Add --cloudflare to set up a Cloudflare account.'],
  ['smoke', 'cards.example.com', 'Give the address of the installation without a path'],
  ['start', '--port 1', 'The only option is --lan.'],
  ['strings', 'all', 'This command takes no arguments.'],
  ['test', 'unit', 'The kinds of tests are plain, worker and e2e.'],
  ['test', 'plain one two', 'Give one name only.'],
  ['trust', '--section 99', 'There is no such section. Choose one of 1, 2, '],
  ['trust', '5', 'The only option is --section N.'],
]

test('every command has a row, except the one that passes its arguments on', () => {
  const rows = new Set(refused.map(([command]) => command))
  expect(commands.filter((command) => !rows.has(command))).toEqual(['wrangler'])
})

// Each row is a process of its own.
const isWhole = process.env.TRUST === 'whole'
const isFirst = ([command]: (typeof refused)[number], index: number) =>
  refused.findIndex((row) => row[0] === command) === index

test.each(isWhole ? refused : refused.filter(isFirst))(
  '%s %s is refused in one sentence, and changes nothing',
  (command, args, sentence) => {
    const folder = mkdtempSync(join(tmpdir(), 'edgecard-'))
    for (const file of read) cpSync(file, join(folder, file))
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [resolve('scripts', `${command}.ts`), ...args.split(' ').filter(Boolean)],
      {
        cwd: folder,
        encoding: 'utf8',
        // Neither wrangler nor any other program is found on this PATH.
        env: {
          ...process.env,
          PATH: '/nowhere',
          NODE_COMPILE_CACHE: resolve('node_modules/.cache/compiled'),
        },
      },
    )
    expect([status, stdout, stderr.trim().split('\n')]).toEqual([1, '', [expect.any(String)]])
    expect(stderr).toContain(sentence)
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual(['trust', ...read])
    for (const file of read)
      expect(readFileSync(join(folder, file), 'utf8')).toBe(readFileSync(file, 'utf8'))
  },
)
