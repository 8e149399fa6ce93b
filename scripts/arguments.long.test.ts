import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync('package.json', 'utf8'),
)
const commands = Object.values(scripts).flatMap((line) => /run\.mjs ([\w-]+)/.exec(line)?.[1] ?? [])

/** What a command may read before it knows its arguments. */
const read = ['trust/access.csv', 'wrangler.toml']

/** A wrong argument of each command, and what it says. */
const refused: [command: string, args: string, sentence: string][] = [
  ['backup', 'now', 'Run npm run backup, or npm run backup -- list, verify or save.'],
  ['bench', 'speed', 'Choose one of weight, '],
  ['browsers', 'inbox editor', "Unexpected argument 'editor'."],
  ['check', '--fix', "Unknown option '--fix'."],
  ['create-admin', '--username ab', 'Username must be at least 3 characters.'],
  ['deploy', '--env moon', 'environments.json has no environment of this name.'],
  ['dev', '--port 1', "Unknown option '--port'."],
  ['doctor', '--all', "Unknown option '--all'."],
  ['events-replay', '--since yesterday', '--since must be a day or a time, such as'],
  ['fsck', '--remote', "Unknown option '--remote'."],
  ['messages', 'de', "Unexpected argument 'de'."],
  ['reshard', '2', "Unexpected argument '2'."],
  ['restore', 'one two', "Unexpected argument 'two'."],
  ['rotate-pepper', '--end', "Unknown option '--end'."],
  ['screenshots', 'nothing-of-this-name', 'There is no screen with that name.'],
  ['seed', 'again', "Unexpected argument 'again'."],
  ['setup', '', 'Add --cloudflare to set up a Cloudflare account.'],
  ['smoke', 'cards.example.com', 'Give the address of the installation without a path'],
  ['start', '--port 1', "Unknown option '--port'."],
  ['strings', 'all', "Unexpected argument 'all'."],
  ['test', 'unit', 'The kinds of tests are plain, worker and e2e.'],
  ['trust', '--section 99', 'There is no such section. Choose one of 1, 2, '],
]

test('every command has a row, except the one that passes its arguments on', () => {
  const rows = new Set(refused.map(([command]) => command))
  expect(commands.filter((command) => !rows.has(command))).toEqual(['wrangler'])
})

test.each(commands.filter((command) => command !== 'wrangler'))('%s has a usage', (command) => {
  const source = readFileSync(`scripts/${command}.ts`, 'utf8')
  const [before = '', after] = source.split(/^startCommand\(`\n/m)
  expect(after).toMatch(/^Usage: npm (run )?[\w:-]+/)
  // Before it are comments, imports and constants, so nothing acts.
  const statements = before.split('\n').filter((line) => /^\w/.test(line))
  expect(statements.filter((line) => !/^(import|const) (?!.*\bawait )/.test(line))).toEqual([])
})

test('--help prints the usage, and the command does nothing', async () => {
  const folder = makeFolder()
  expect(await run(folder, 'create-admin', ['--help'])).toEqual({
    status: 0,
    stdout: expect.stringMatching(/^Usage: npm run create-admin/),
    stderr: '',
  })
  expectUnchanged(folder)
})

test.concurrent.each(refused)(
  '%s: "%s" is refused in one sentence, and changes nothing',
  async (command, args, sentence) => {
    const folder = makeFolder()
    const { status, stdout, stderr } = await run(folder, command, args.split(' ').filter(Boolean))
    expect([status, stdout, stderr.trim().split('\n')]).toEqual([1, '', [expect.any(String)]])
    expect(stderr).toContain(sentence)
    expectUnchanged(folder)
  },
)

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'edgecard-'))
  for (const file of read) cpSync(file, join(folder, file))
  return folder
}

function expectUnchanged(folder: string) {
  expect(readdirSync(folder, { recursive: true }).sort()).toEqual(['trust', ...read])
  for (const file of read)
    expect(readFileSync(join(folder, file), 'utf8')).toBe(readFileSync(file, 'utf8'))
}

type Ended = { status: number | null; stdout: string; stderr: string }

function run(cwd: string, command: string, args: string[]): Promise<Ended> {
  const options = {
    cwd,
    // Neither wrangler nor any other program is found on this PATH.
    env: {
      ...process.env,
      PATH: '/nowhere',
      NODE_COMPILE_CACHE: resolve('node_modules/.cache/compiled'),
    },
  }
  return new Promise((ended) => {
    const program = [resolve('scripts', `${command}.ts`), ...args]
    const child = execFile(process.execPath, program, options, (_, stdout, stderr) =>
      ended({ status: child.exitCode, stdout, stderr }),
    )
  })
}
