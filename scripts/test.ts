/** `npm test`: checks, plain and worker tests, browser journeys; one line at the end sums them all. */
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { build } from './build.ts'
import { findChromium } from './chromium.ts'
import { usage } from './stop.ts'

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

const sums: Sum[] = []
// The worker's tests are served the built files, too.
await build()
if (!which) sums.push(checks())
if (!which || which === 'plain') sums.push(vitest('plain'))
if (!which || which === 'worker') sums.push(vitest('worker'))
if (!which || which === 'e2e') sums.push(await journeys())

const total = (key: keyof Sum) => sums.reduce((sum, entry) => sum + entry[key], 0)
const skipped = total('skipped')
const failed = total('failed') + (ci ? skipped : 0)
console.log(
  `${total('passed')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
)
process.exit(failed > 0 || total('passed') === 0 ? 1 : 0)

function checks(): Sum {
  return ran(spawnSync('node', ['scripts/check.ts'], { stdio: 'inherit' }).status)
}

function vitest(project: string): Sum {
  rmSync(report, { force: true })
  const args = [
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  const { status } = spawnSync('vitest', name ? [...args, name] : args, { stdio: 'inherit' })
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

async function journeys(): Promise<Sum> {
  const chromium = findChromium()
  if (!chromium) {
    console.error(
      'No Chromium was found and none could be installed; the browser journeys did not run.',
    )
    return { passed: 0, failed: 0, skipped: 1 }
  }
  rmSync(report, { force: true })
  const env = { ...process.env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  const args = ['test', '--reporter=list,json', ...(name ? [name] : [])]
  const { status } = spawnSync('playwright', args, { stdio: 'inherit', env })
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

function ran(status: number | null): Sum {
  return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 }
}

// A runner can fail without a failed test, such as a file that does not load.
function atLeastOneFailure(status: number | null, sum: Sum): Sum {
  return status !== 0 && sum.failed === 0 ? { ...sum, failed: 1 } : sum
}
