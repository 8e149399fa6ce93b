/** `npm test`: checks, plain and worker tests, end-to-end tests, and one line with the totals. */
import { execFile, spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { dataDir, hashing } from '../e2e/server.ts'
import { build } from './build.ts'
import { findChromium } from './chromium.ts'
import { exitWithError, printUsage, readArgs } from './cli-exit.ts'
import { type ExitStatus, runInBackground, runWithWatchdog } from './run-with-watchdog.ts'

printUsage(`
Usage: npm test [-- plain|worker|e2e [name]]

Everything by default: types, lint and format, then all tests.
  plain      schema, card and app tests in Node
  worker     tests in workerd with D1, R2 and the queue
  e2e        journeys in real Chromium, which is installed if there is none
  name       only the files or tests whose name has this
With CI=true a missing browser or a skipped test is a failure.
`)

type Sum = {
  passed: number
  failed: number
  skipped: number
  failures?: string[]
  flaky?: string[]
}

const {
  positionals: [which, name, ...rest],
} = readArgs({ allowPositionals: true }, 'Give a kind of test, and a name. See --help.')
if (which && !['plain', 'worker', 'e2e'].includes(which))
  exitWithError('The kinds of tests are plain, worker and e2e. See --help.')
if (rest.length > 0) exitWithError('Give one name only. See --help.')
const ci = process.env.CI === 'true'
const wants = (part: string) => !which || which === part

// These steps do not use all cores, so they run in parallel with others.
const chromium = wants('e2e') ? findChromium() : undefined
const checked = which ? undefined : checks()
// The worker tests need the built files.
await build()
const seeded = wants('e2e') ? seed() : undefined
const sums: Sum[] = []
if (wants('plain')) sums.push(await vitest('plain', runWithWatchdog))
if (checked) sums.push(await checked)
await seeded
const tested = wants('worker') && vitest('worker', which ? runWithWatchdog : runInBackground)
if (chromium) sums.push(await endToEnd(await chromium))
if (tested) sums.push(await tested)

const total = (key: 'passed' | 'failed' | 'skipped') =>
  sums.reduce((sum, entry) => sum + entry[key], 0)
const skipped = total('skipped')
const failed = total('failed') + (ci ? skipped : 0)
// Repeated here, because the output above is thousands of lines.
for (const name of sums.flatMap((sum) => sum.flaky ?? []))
  console.log(`Passed when retried: ${name}`)
for (const name of sums.flatMap((sum) => sum.failures ?? [])) console.log(`Failed: ${name}`)
console.log(
  `${total('passed')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
)
process.exit(failed > 0 || total('passed') === 0 ? 1 : 0)

// The output is printed at the end, so that it does not mix with that of the tests.
function checks(): Promise<Sum> {
  return new Promise((resolve) => {
    execFile('node', ['scripts/check.ts'], (error, stdout, stderr) => {
      process.stdout.write(stdout)
      process.stderr.write(stderr)
      const failures = error ? ['scripts/check.ts'] : []
      resolve({ passed: error ? 0 : 1, failed: failures.length, skipped: 0, failures })
    })
  })
}

/** Creates the demo data for the server of the end-to-end tests. */
function seed() {
  rmSync(dataDir, { recursive: true, force: true })
  return run('node', ['scripts/seed.ts'], { DATA_DIR: dataDir, HASHING: hashing }, 'ignore')
}

async function vitest(project: string, run: typeof runWithWatchdog): Promise<Sum> {
  const report = emptyReport(project)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const args = ['run', '--project', project, ...reporters, ...(name ? [name] : [])]
  const status = await retryIfSilent(() => run('vitest', args))
  const {
    numPassedTests = 0,
    numFailedTests = 0,
    numPendingTests = 0,
    numTodoTests = 0,
    testResults = [],
  }: VitestReport = readReport(report)
  const names = (wanted: (test: VitestTest) => boolean) =>
    testResults.flatMap((file) =>
      file.assertionResults
        .filter(wanted)
        .map((test) => `${relative('.', file.name)} > ${test.fullName}`),
    )
  return atLeastOneFailure(status, {
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests + numTodoTests,
    failures: names((test) => test.status === 'failed'),
    flaky: names((test) => test.status === 'passed' && test.failureMessages.length > 0),
  })
}

type VitestTest = { fullName: string; status: string; failureMessages: string[] }
type VitestReport = {
  numPassedTests?: number
  numFailedTests?: number
  numPendingTests?: number
  numTodoTests?: number
  testResults?: { name: string; assertionResults: VitestTest[] }[]
}

// Retries once if the runtime hangs.
async function retryIfSilent(run: () => Promise<ExitStatus>): Promise<number | null> {
  const status = await run()
  if (status !== 'silent') return status
  console.error('The tests printed nothing for five minutes and are started once more.')
  const again = await run()
  return again === 'silent' ? 1 : again
}

async function endToEnd(chromium: string | undefined): Promise<Sum> {
  if (!chromium) {
    console.error(
      'No Chromium was found and none could be installed; the browser journeys did not run.',
    )
    return { passed: 0, failed: 0, skipped: 1 }
  }
  const report = emptyReport('e2e')
  const env = {
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    SEEDED: 'true',
  }
  const args = ['test', '--reporter=list,json', ...(name ? [name] : [])]
  const status = await run('playwright', args, env)
  const { stats, suites = [] } = readReport(report)
  const { expected = 0, unexpected = 0, flaky = 0, skipped: left = 0 } = stats ?? {}
  return atLeastOneFailure(status, {
    passed: expected + flaky,
    failed: unexpected,
    skipped: left,
    failures: journeys(suites, 'unexpected'),
    flaky: journeys(suites, 'flaky'),
  })
}

type JourneySuite = {
  suites?: JourneySuite[]
  specs?: { file: string; line: number; title: string; tests: { status: string }[] }[]
}

function journeys(suites: JourneySuite[], status: string): string[] {
  return suites.flatMap(({ suites: inner = [], specs = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some((test) => test.status === status))
      .map(({ file, line, title }) => `e2e/${file}:${line} ${title}`),
    ...journeys(inner, status),
  ])
}

function emptyReport(part: string): string {
  const report = `test-results/${part}.json`
  rmSync(report, { force: true })
  return report
}

function readReport(report: string) {
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    return {}
  }
}

function run(
  command: string,
  args: string[],
  env = {},
  stdio: 'inherit' | 'ignore' = 'inherit',
): Promise<number | null> {
  const running = spawn(command, args, { stdio, env: { ...process.env, ...env } })
  return new Promise((resolve) => running.on('close', resolve))
}

// A runner can fail without a failed test, for example if a file does not load.
function atLeastOneFailure(status: number | null, sum: Sum): Sum {
  if (status === 0 || sum.failed > 0) return sum
  return { ...sum, failed: 1, failures: ['a test run ended with an error of its own: see above'] }
}
