/** Every npm command that a document names, in a clean copy of the checkout. */
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'

// 60 seconds on an idle machine.
vi.setConfig({ testTimeout: 900_000 })

const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync('package.json', 'utf8'),
)

/** Commands that take longer than all others together, or need an account, and why their parts are known to work. */
const elsewhere: Record<string, string> = {
  test: 'runs this file',
  check: 'npm test begins with it',
  seed: 'npm test loads the demo data of the journeys with it',
  setup: 'scripts/setup/terminal.long.test.ts runs it',
  deploy: 'needs an account: scripts/deploy/deploy.test.ts deploys to a stand-in',
  bench: 'takes an hour: scripts/arguments.long.test.ts starts it',
  trust: 'takes an hour: scripts/arguments.long.test.ts starts it',
  browsers: 'needs Firefox and WebKitGTK: scripts/arguments.long.test.ts starts it',
  screenshots: 'takes ten minutes: scripts/arguments.long.test.ts starts it',
}

type Step = [command: string, printed: RegExp, status?: number]

/** Commands on one data directory, in order, with what each prints; those of docs/operate.md as they stand there. */
const onData: Step[] = [
  ['npm run create-admin', /^Created admin \(level 5\)\. One-time password/m],
  ['npm run doctor -- --local', /There is no backup/, 1],
  ['npm run fsck', /^ok {6}every total matches its events$/m],
  ['npm run backup', /rows of \d+ tables, .* made in/],
  ['npm run backup -- list', /\n1 backup\n/],
  ['npm run backup -- verify', /^ok /m],
  ['npm run backup -- save --to saved-backup', /files written, 0 missing/],
  [
    'PEPPER=$PEPPER DATA_DIR=restored npm run restore -- --from saved-backup',
    /^Restored \S+: \d+ rows, every table equal, in [\d.]+ s$/m,
  ],
  ['DATA_DIR=restored npm run fsck', /^ok {6}every total matches its events$/m],
  ['DATA_DIR=restored npm run restore -- --from saved-backup', /is not empty/, 1],
  ['npm run events:replay', /^0 recorded, 0 left\.$/m],
  ['npm run reshard', /Every shard is in the database that ANALYTICS_SHARDS names\./],
]

/** What follows on the same data, after it was served. */
const onServedData: Step[] = [
  ['npm run rotate-pepper', /1 passwords and 0 second factors still use a previous pepper/],
  ['npm run rotate-pepper -- --finish', /^PEPPER is [0-9a-f]+ alone$/m],
  ['npm run create-admin -- --recover', /^Recovered user 1 \(level 5\)\. One-time password/m],
]

/** Commands that write files of the repository, or read them. */
const onFiles: Step[] = [
  ['npm run strings', /./],
  ['npm run messages', /; 0 translations are missing$/m],
  ['npm run types', /Types written to worker-configuration\.d\.ts|Generating project types/],
  ['npm run db:generate', /No schema changes[\s\S]+No schema changes/],
  ['npm run wrangler -- --version', /^\d+\.\d+\.\d+$/m],
]

const onServer = ['npm start', 'npm run dev', 'npm run smoke']

const folder = mkdtempSync(join(tmpdir(), 'edgecard-'))
const copy = join(folder, 'copy')
const git = (...args: string[]) => execFileSync('git', args, { cwd: copy, encoding: 'utf8' })
const dataDir = join(folder, 'data')
// Without what the runner of the tests sets.
const env = {
  ...process.env,
  ...{ NODE_ENV: undefined, WRANGLER_LOG: undefined },
  ...{ DATA_DIR: dataDir, PEPPER: '' },
  // As npm sets it.
  PATH: `${join(copy, 'node_modules', '.bin')}${delimiter}${process.env.PATH}`,
}

beforeAll(() => {
  const listed = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const files = execFileSync('git', listed, { encoding: 'utf8' }).split('\0')
  for (const file of new Set(files)) if (file && existsSync(file)) cpSync(file, join(copy, file))
  git('init', '--quiet')
  git('add', '--all')
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'))
  if (existsSync('dist')) cpSync('dist', join(copy, 'dist'), { recursive: true })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('every command runs in this file, or says why not', () => {
  const run = [...onData, ...onServedData, ...onFiles].map(([command]) => command)
  const names = [...run, ...onServer].map((command) => /npm (?:run )?([\w:-]+)/.exec(command)?.[1])
  expect([...new Set([...names, ...Object.keys(elsewhere)])].sort()).toEqual(
    Object.keys(scripts).sort(),
  )
})

test('every local command of docs/operate.md runs in this file as it stands there', () => {
  const blocks = readFileSync('docs/operate.md', 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm)
  const local = [...blocks]
    .flatMap(([, block = '']) => block.trim().split('\n'))
    .filter((command) => !/--remote|run wrangler|run deploy|npm sbom/.test(command))
  const run = [...onData, ...onServedData, ...onFiles].map(([command]) => command)
  expect(local.filter((command) => !run.includes(command))).toEqual([])
})

test('the commands on data, and the servers of it, do what they say, one after the other', async () => {
  await runAll(onData)
  expect(existsSync(join(folder, 'saved', 'manifest.json'))).toBe(true)
  await expectSmokePasses()
  await expectSourceIsServed()
  await runAll(onServedData)
})

test('the commands on files leave a clean copy as it is', async () => {
  await runAll(onFiles)
  expect(git('diff', '--stat')).toBe('')
  expect(git('ls-files', '--others', '--exclude-standard').trim()).toBe('node_modules')
})

async function runAll(steps: Step[]) {
  for (const [command, printed, status = 0] of steps) {
    const there = command
      .replaceAll('saved-backup', join(folder, 'saved'))
      .replace('DATA_DIR=restored', `DATA_DIR=${join(folder, 'restored')}`)
      .replace('$PEPPER', () => pepper())
    const output = expect.stringMatching(printed)
    expect([command, await run(withoutNpm(there))]).toEqual([command, { status, output }])
  }
}

/** The line of package.json that npm would run. `npm start`, `npm run dev` and `npm run smoke` run npm itself. */
function withoutNpm(command: string): string {
  return command.replace(/npm run ([\w:-]+)(?: --(?= ))?/, (_, name) => scripts[name] ?? '')
}

function pepper(): string {
  return JSON.parse(readFileSync(join(dataDir, 'state.json'), 'utf8')).pepper
}

async function expectSmokePasses() {
  const { origin, stop } = await serve('npm start')
  const { status, output } = await run(`npm run smoke -- ${origin}`)
  // e2e/smoke.spec.ts runs all checks, with a card and a user.
  expect([status, output]).toEqual([0, expect.stringMatching(/: \d\d passed, 0 failed/)])
  await stop()
}

async function expectSourceIsServed() {
  const { origin, stop } = await serve('npm run dev')
  expect((await fetch(`${origin}/healthz`)).status).toBe(200)
  const app = await fetch(`${origin}/auth`)
  expect(await app.text()).toContain('/@vite/client')
  await stop()
}

type Ended = { status: number | null; output: string }

async function run(command: string): Promise<Ended> {
  const child = spawn(command, { shell: true, cwd: copy, env })
  const ended = new Promise<number | null>((done) => child.once('close', done))
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { status: await ended, output: stdout + stderr }
}

/** Starts a server on a free port, and waits until it is ready. */
async function serve(command: string) {
  const port = await freePort()
  const child = spawn(command, {
    ...{ shell: true, cwd: copy, detached: true },
    ...{ env: { ...env, PORT: String(port) }, stdio: ['ignore', 'pipe', 'inherit'] },
  })
  let isRunning = true
  const ended = new Promise<void>((done) =>
    child.once('close', () => {
      isRunning = false
      done()
    }),
  )
  // The group of npm, its shell and the server.
  const stop = async () => {
    if (child.pid && isRunning) process.kill(-child.pid, 'SIGTERM')
    await ended
  }
  onTestFinished(stop)
  let isReady = false
  for await (const line of createInterface({ input: child.stdout })) {
    isReady = line.startsWith('Ready on ')
    if (isReady) break
  }
  expect([command, isReady]).toEqual([command, true])
  return { origin: `http://localhost:${port}`, stop }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, listening))
  const address = server.address()
  await new Promise((closed) => server.close(closed))
  return typeof address === 'object' && address ? address.port : 0
}
