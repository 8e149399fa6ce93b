import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'

vi.setConfig({ testTimeout: 900_000 })

const isWhole = process.env.TRUST === 'whole'
const document = readFileSync('docs/operate.md', 'utf8')
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
const commands = [...document.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) =>
  block.trim().split('\n'),
)

/** Commands of wrangler, as in its own help. */
const wranglerCommands = ['d1 time-travel info', 'versions list', 'rollback', 'tail', 'queues info']

test.each(commands)('%s is an existing command with known options', (command) => {
  const [, ofWrangler] = /^npm run wrangler -- (.+)/.exec(command) ?? []
  if (ofWrangler)
    return expect(wranglerCommands.some((each) => ofWrangler.startsWith(each))).toBe(true)
  const [, name = ''] = /npm run ([\w:-]+)/.exec(command) ?? []
  const [, file] = /run\.mjs ([\w-]+)/.exec(scripts[name]) ?? []
  const text = readFileSync(`scripts/${file}.ts`, 'utf8')
  for (const [option] of command.matchAll(/(?<= )--[\w-]+/g)) expect(text).toContain(option)
})

test('every operations command is in the document', () => {
  for (const name of ['backup', 'restore', 'doctor', 'rotate-pepper', 'previous-release', 'sbom'])
    expect(
      commands.some((command) => command.includes(`npm run ${name}`)),
      name,
    ).toBe(true)
})

// Each starts a runtime of its own, so together they take minutes.
const local = commands.filter(
  (command) => !command.includes('--remote') && !/wrangler|npm run deploy/.test(command),
)

if (isWhole)
  test('the commands do what they say, one after the other', ({ task }) => {
    const folder = mkdtempSync(join(tmpdir(), 'edgecard-'))
    const env = {
      ...process.env,
      DATA_DIR: join(folder, 'data'),
      WRANGLER_LOG: 'error',
      PEPPER: '',
    }
    const run = (command: string) => {
      const there = command
        .replaceAll('saved-backup', join(folder, 'saved'))
        .replace('DATA_DIR=restored', `DATA_DIR=${join(folder, 'restored')}`)
      const { status, stdout, stderr } = spawnSync(there, { shell: true, encoding: 'utf8', env })
      return { status, text: stdout + stderr }
    }
    expect(run('npm run seed').status).toBe(0)
    env.PEPPER = JSON.parse(readFileSync(join(env.DATA_DIR, 'state.json'), 'utf8')).pepper
    const results = new Map(local.map((command) => [command, run(command)]))
    const failed = [...results].filter(([, { status }]) => status !== 0)
    expect(failed.map(([command]) => command)).toEqual(['npm run doctor -- --local'])
    const outputOf = (command: string) => results.get(command)?.text
    expect(outputOf('npm run doctor -- --local')).toMatch(/ben has the public demo password/)
    expect(outputOf('npm run doctor -- --local')).toMatch(/There is no backup/)
    expect(outputOf('npm run backup -- list')).toMatch(/\n1 backup\n/)
    expect(outputOf('npm run backup -- verify')).toMatch(/^ok /m)
    const restored = outputOf(
      'PEPPER=$PEPPER DATA_DIR=restored npm run restore -- --from saved-backup',
    )
    expect(restored).toMatch(/Restored \S+: \d+ rows, every table equal, in [\d.]+ s/)
    expect(restored).not.toMatch(/FAILED|MISSING|NOTE/)
    expect(outputOf('npm run create-admin -- --recover')).toMatch(/Recovered user 1 \(level 5\)/)
    expect(outputOf('npm run rotate-pepper')).toMatch(/5 passwords and 0 second factors still use/)
    expect(outputOf('npm run sbom')).toContain('"bomFormat": "CycloneDX"')
    const again = run(`DATA_DIR=${join(folder, 'restored')} npm run restore -- --from saved-backup`)
    expect([again.status, again.text]).toEqual([1, expect.stringContaining('is not empty')])
    expect(existsSync(join(folder, 'saved', 'manifest.json'))).toBe(true)
    const note = /(\d+) rows, every table equal, in ([\d.]+) s/.exec(restored ?? '')
    Object.assign(task?.meta ?? {}, {
      proves: {
        what: 'commands in docs/operate.md run',
        cases: local.length,
        note: `${note?.[1]} rows restored and compared in ${note?.[2]} s`,
      },
    })
  })
