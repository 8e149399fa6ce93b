/** `npm test`: checks, plain and worker tests, browser journeys; one line at the end sums them all. */
import { execFile, spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { dataDir } from '../e2e/server.ts'
import { build } from './build.ts'
import { findChromium } from './chromium.ts'
import { usage } from './stop.ts'
import { watched } from './watched.ts'

usage(`
Usage: npm test [-- plain|worker|e2e [name]]

Everything by default: types, lint and format, then all tests.
  plain      schema, card and app tests in Node
  worker     tests in workerd with D1, R2 and the queue
  e2e        journeys in real Chromium, which is installed if there is none
  name       only the files or tests whose name has this
With CI=true a missing browser or a skipped test is a failure.
`)

type Sum = { passed: number; failed: number; skipped: number }

const [which, name] = process.argv.slice(2)
const ci = process.env.CI === 'true'
const report = 'test-results/report.json'

const longestSilence = 120_000

const sums: Sum[] = []
// What does not need another runs beside it: each leaves a core idle now and then.
const checked = which ? undefined : checks()
// The worker's tests are served the built files, too.
await build()
const seeded = !which || which === 'e2e' ? seed() : undefined
if (!which || which === 'plain') sums.push(await vitest('plain'))
if (checked) sums.push(await checked)
if (!which || which === 'worker') sums.push(await vitest('worker'))
await seeded
if (!which || which === 'e2e') sums.push(await journeys())

const total = (key: keyof Sum) => sums.reduce((sum, entry) => sum + entry[key], 0)
const skipped = total('skipped')
const failed = total('failed') + (ci ? skipped : 0)
console.log(
  `${total('passed')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
)
process.exit(failed > 0 || total('passed') === 0 ? 1 : 0)

// What they say is printed when they have ended, not in between.
function checks(): Promise<Sum> {
  return new Promise((resolve) => {
    execFile('node', ['scripts/check.ts'], (error, stdout, stderr) => {
      process.stdout.write(stdout)
      process.stderr.write(stderr)
      resolve({ passed: error ? 0 : 1, failed: error ? 1 : 0, skipped: 0 })
    })
  })
}

/** The demo data of the journeys' server, which takes half a minute on one core. */
function seed() {
  rmSync(dataDir, { recursive: true, force: true })
  return run('node', ['scripts/seed.ts'], { DATA_DIR: dataDir }, 'ignore')
}

async function vitest(project: string): Promise<Sum> {
  rmSync(report, { force: true })
  const args = [
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  const status = await awake('vitest', name ? [...args, name] : args)
  const {
    numPassedTests = 0,
    numFailedTests = 0,
    numPendingTests = 0,
    numTodoTests = 0,
  } = readReport()
  return atLeastOneFailure(status, {
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests + numTodoTests,
  })
}

// A runtime that stands still would do so until the machine's time is up; it is started once more.
async function awake(command: string, args: string[]): Promise<number | null> {
  const ended = await watched(command, args, longestSilence)
  if (ended !== 'silent') return ended
  console.error(`${command} printed nothing for two minutes and is run once more.`)
  const again = await watched(command, args, longestSilence)
  return again === 'silent' ? 1 : again
}

async function journeys(): Promise<Sum> {
  const chromium = findChromium()
  if (!chromium) {
    console.error(
      'No Chromium was found and none could be installed; the browser journeys did not run.',
    )
    return { passed: 0, failed: 0, skipped: 1 }
  }
  rmSync(report, { force: true })
  const env = {
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    SEEDED: 'true',
  }
  const args = ['test', '--reporter=list,json', ...(name ? [name] : [])]
  const status = await run('playwright', args, env)
  const { stats } = readReport()
  const { expected = 0, unexpected = 0, flaky = 0, skipped: left = 0 } = stats ?? {}
  return atLeastOneFailure(status, { passed: expected + flaky, failed: unexpected, skipped: left })
}

function readReport() {
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

// A runner can fail without a failed test, such as a file that does not load.
function atLeastOneFailure(status: number | null, sum: Sum): Sum {
  return status !== 0 && sum.failed === 0 ? { ...sum, failed: 1 } : sum
}
