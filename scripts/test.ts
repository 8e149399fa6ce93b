/** `npm test`: checks, plain and worker tests, browser journeys, and one line with the totals. */
import { spawn, spawnSync } from 'node:child_process'
import { globSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { JSONReport, JSONReportSpec, JSONReportSuite } from '@playwright/test/reporter'
import type { JsonTestResults } from 'vitest/node'
import { dataDir, hashing } from '../e2e/server.ts'
import { build } from './build.ts'
import { findChromium, installPackages } from './chromium.ts'
import { exitWithError, flag, readArgs, startCommand, text } from './cli-exit.ts'

startCommand(`
Usage: npm test [-- --all] [-- --shuffle=SEED]
       npm test -- plain|worker|e2e [file [title]]

Types, lint and format, every *.test.ts, and the journeys with the tag @core. With --all also every *.long.test.ts and
all other journeys.
  plain      schema, card and app tests in Node
  worker     tests in workerd with D1, R2 and the queue
  e2e        journeys in real Chromium, which is installed if there is none
  file       only the files whose path has this, with the long ones
  title      only the tests whose title has this
  --shuffle  runs files and their tests in an order that the seed, a number, decides
With CI=true a missing browser or a skipped test is a failure.
`)

const kinds = ['plain', 'worker', 'e2e'] as const
type Kind = (typeof kinds)[number]
/** `run` is the arguments of `npm test` that run it alone; `picture` is the screen of a journey when it failed. */
type Failure = { test: string; error: string; run: string; picture?: string }
type Sum = { passed: number; skipped: number; failures: Failure[] }

// A runner that hangs must end before CI does.
const runnerTimeoutMs = 45 * 60_000

const { values, positionals } = readArgs({ all: flag, shuffle: text }, { names: 3 })
const [kind, file, title] = positionals
if (kind && !kinds.some((known) => known === kind))
  exitWithError('The kinds of tests are plain, worker and e2e. See --help.')
const isComplete = values.all || file !== undefined
const wants = (one: Kind) => !kind || kind === one

// These steps do not use all cores, so they run beside the others.
const programs = findPrograms()
const checked = kind ? undefined : checks()
// The worker tests and the journeys need the built files.
await build()
const chromium = await programs
const seeded = wants('e2e') ? seed() : undefined
const projects = (['plain', 'worker'] as const).filter(wants)
// One after the other: each keeps two cores busy, and together they would wait for each other.
const tested = projects.length > 0 ? await vitest(projects) : undefined
await seeded
const walked = wants('e2e') ? await journeys(chromium) : undefined
const sums = [await checked, tested, walked].filter((sum) => sum !== undefined)
report()

/** Repeats each failure, because the output above is long, and ends the process. */
function report(): void {
  const failures = sums.flatMap((sum) => sum.failures)
  for (const { test, error, run, picture } of failures)
    console.log(
      [`Failed: ${test}`, error, picture && `Screen: ${picture}`, `Run it alone: npm ${run}`]
        .filter(Boolean)
        .join('\n  '),
    )
  if (!isComplete && !kind) console.log(leftOut())
  const total = (key: 'passed' | 'skipped') => sums.reduce((sum, entry) => sum + entry[key], 0)
  const [passed, skipped] = [total('passed'), total('skipped')]
  console.log(
    `${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
  )
  const isSkipAllowed = process.env.CI !== 'true' || skipped === 0
  process.exit(failures.length === 0 && passed > 0 && isSkipAllowed ? 0 : 1)
}

/** Returns the path of Chromium, and installs what the long tests of print files read codes and fonts with. */
async function findPrograms(): Promise<string | undefined> {
  const chromium = wants('e2e') ? await findChromium() : undefined
  if (isComplete && wants('plain') && spawnSync('zbarimg', ['--version']).error)
    await installPackages('zbar-tools', 'poppler-utils')
  return chromium
}

function leftOut(): string {
  const long = globSync('{build,card,demo,schema,scripts,test,web,worker}/**/*.long.test.{ts,tsx}')
  const specs = globSync('e2e/*.spec.ts').filter(
    (spec) => !readFileSync(spec, 'utf8').includes('@core'),
  )
  return `Not run: ${long.length} long test files, and the journeys without @core (${specs.length} files and parts of others). npm test -- --all runs everything.`
}

async function checks(): Promise<Sum> {
  const { status, output } = await runSilently('node', ['scripts/check.ts'])
  process.stdout.write(output)
  return status === 0
    ? { passed: 1, skipped: 0, failures: [] }
    : {
        passed: 0,
        skipped: 0,
        failures: [{ test: 'types, lint and format', error: 'See above.', run: 'run check' }],
      }
}

/** Creates the demo data for the server of the journeys. */
async function seed(): Promise<void> {
  rmSync(dataDir, { recursive: true, force: true })
  const { status, output } = await runSilently('node', ['scripts/seed.ts'], {
    DATA_DIR: dataDir,
    HASHING: hashing,
  })
  if (status !== 0) exitWithError(`The demo data could not be created.\n${output}`)
}

async function vitest(projects: Kind[]): Promise<Sum> {
  const path = emptyReport('vitest')
  const args = [
    ...['run', '--reporter=default', '--reporter=json'],
    ...projects.flatMap((project) => ['--project', project]),
    `--outputFile.json=${path}`,
    ...(isComplete ? [] : ['--exclude=**/*.long.test.*']),
    ...(values.shuffle ? ['--sequence.shuffle', `--sequence.seed=${values.shuffle}`] : []),
    ...(title ? ['--testNamePattern', escapePattern(title)] : []),
    ...(file ? [file] : []),
  ]
  // The build leaves NODE_ENV at production, in which messages of the app are not compiled on the fly.
  const env = { NODE_ENV: 'test' }
  const { status } = await run('vitest', args, env)
  const {
    numPassedTests: passed = 0,
    numPendingTests = 0,
    numTodoTests = 0,
    testResults = [],
  }: Partial<JsonTestResults> = readReport(path)
  const failures = testResults.flatMap(({ name, message, status: ending, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    const path = relative('.', name)
    const project = path.startsWith('worker/') ? 'worker' : 'plain'
    // A file that does not load has no tests.
    if (failed.length === 0 && ending === 'failed')
      return [{ test: path, error: plainText(message), run: `test -- ${project} ${path}` }]
    return failed.map((test) => ({
      test: `${path} > ${test.fullName}`,
      error: plainText(...(test.failureMessages ?? [])),
      run: `test -- ${project} ${path} ${quote(test.title)}`,
    }))
  })
  // With a title given, all other tests are skipped on purpose.
  const skipped = title ? 0 : numPendingTests + numTodoTests
  return atLeastOneFailure(status, { passed, skipped, failures }, kind ? `test -- ${kind}` : 'test')
}

async function journeys(executable: string | undefined): Promise<Sum> {
  if (!executable) {
    console.error(
      'No Chromium was found and none could be installed; the browser journeys did not run.',
    )
    return { passed: 0, skipped: 1, failures: [] }
  }
  const path = emptyReport('e2e')
  const args = [
    ...['test', '--reporter=list,json'],
    ...(isComplete ? [] : ['--grep', '@core']),
    ...(title ? ['--grep', escapePattern(title)] : []),
    ...(file ? [file] : []),
  ]
  const { status } = await run('playwright', args, {
    CHROMIUM_PATH: executable,
    PLAYWRIGHT_JSON_OUTPUT_NAME: path,
    SEEDED: 'true',
  })
  const { stats, suites = [] }: Partial<JSONReport> = readReport(path)
  const failures = suites.flatMap(journeysOf).flatMap(failuresOf)
  return atLeastOneFailure(
    status,
    { passed: stats?.expected ?? 0, skipped: stats?.skipped ?? 0, failures },
    'test -- e2e',
  )
}

function journeysOf({ suites = [], specs }: JSONReportSuite): JSONReportSpec[] {
  return [...specs, ...suites.flatMap(journeysOf)]
}

function failuresOf({ file: spec, line, title: name, tests }: JSONReportSpec): Failure[] {
  return tests
    .filter((test) => test.status !== 'expected' && test.status !== 'skipped')
    .map(({ results }) => {
      const result = results.at(-1)
      const picture = result?.attachments.find((one) => one.name === 'screenshot')?.path
      return {
        test: `e2e/${spec}:${line} ${name}`,
        // The first error of a test that took too long does not say at which call; the second does.
        error: plainText(...(result?.errors ?? []).map(({ message }) => message)),
        run: `test -- e2e ${spec}:${line}`,
        ...(picture && { picture: relative('.', picture) }),
      }
    })
}

// A runner can fail without a failed test.
function atLeastOneFailure(status: number | null, sum: Sum, command: string): Sum {
  if (status === 0 || sum.failures.length > 0) return sum
  const error = 'The runner ended with an error of its own, or was stopped after 45 minutes.'
  return { ...sum, failures: [{ test: command, error, run: command }] }
}

function emptyReport(part: string): string {
  const path = `test-results/${part}.json`
  rmSync(path, { force: true })
  return path
}

function readReport(path: string) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return {}
  }
}

/** Joins messages without their colors, indented under the name of the test. */
function plainText(...messages: (string | undefined)[]): string {
  return stripVTControlCharacters(messages.join('\n')).replace(/\n+/g, '\n    ')
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

type Run = { status: number | null; output: string }

/** Runs a command that prints what it does. */
function run(command: string, args: string[], env = {}): Promise<Run> {
  const running = spawn(command, args, { stdio: 'inherit', ...optionsOf(env) })
  return new Promise((resolve) => running.on('close', (status) => resolve({ status, output: '' })))
}

/** Runs a command and returns what it printed, which would mix with the output of others. */
function runSilently(command: string, args: string[], env = {}): Promise<Run> {
  const running = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...optionsOf(env) })
  const printed: Buffer[] = []
  for (const stream of [running.stdout, running.stderr])
    stream.on('data', (bytes: Buffer) => printed.push(bytes))
  return new Promise((resolve) =>
    running.on('close', (status) => resolve({ status, output: Buffer.concat(printed).toString() })),
  )
}

function optionsOf(env: object) {
  return { env: { ...process.env, ...env }, timeout: runnerTimeoutMs }
}
