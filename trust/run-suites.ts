/** Runs every case of test files, and reads the number of cases from their reports. */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { findChromium } from '../scripts/chromium.ts'
import { Claim, type Proof, sumProofs } from './proof.ts'

const VitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(
        z.object({ status: z.string(), meta: z.optional(z.object({ proves: z.optional(Claim) })) }),
      ),
    }),
  ),
})

/**
 * Runs Vitest files. A test without a claim counts as one case of `what`. With `repeats`, each test runs as often again,
 * with other random inputs.
 */
export async function runSuites(
  project: 'plain' | 'worker' | 'trust',
  what: string,
  files: string[],
  { repeats = 0 } = {},
): Promise<Proof[]> {
  const { testResults } = VitestReport.parse(
    await reportOf('vitest', (report) => ({
      args: [
        ...['run', '--project', project, '--reporter=dot', '--reporter=json'],
        ...[`--outputFile.json=${report}`, `--repeats=${repeats}`],
        ...files,
      ],
    })),
  )
  const proofs = testResults.flatMap(({ name: file, status, assertionResults }) => {
    const ran = assertionResults.filter(({ status: one }) => one !== 'skipped' && one !== 'pending')
    // A file that does not load has no tests.
    if (ran.length === 0 && status === 'failed')
      return [{ what: file.split('/').slice(-1).join(), cases: 0, failures: 1 }]
    return ran.map(({ status: one, meta }) => {
      const { cases = 1, ...claim } = meta?.proves ?? { what }
      return proofOf({ ...claim, cases: cases * (repeats + 1) }, what, one === 'passed')
    })
  })
  return sumProofs(proofs)
}

type Suite = { suites?: Suite[]; specs?: z.infer<typeof Spec>[] }
const Spec = z.object({
  ok: z.boolean(),
  tests: z.array(
    z.object({
      annotations: z.array(z.object({ type: z.string(), description: z.optional(z.string()) })),
    }),
  ),
})
const Suite: z.ZodMiniType<Suite> = z.lazy(() =>
  z.object({ suites: z.optional(z.array(Suite)), specs: z.optional(z.array(Spec)) }),
)

/** Runs Playwright files of `trust/`, which start servers of their own. */
export async function runBrowserSuites(what: string, files: string[]): Promise<Proof[]> {
  const chromium = await findChromium()
  if (!chromium) return [{ what, cases: 0, failures: 1, note: 'No Chromium was found.' }]
  const report = await reportOf('playwright', (file) => ({
    args: ['test', '-c', 'trust', '--reporter=list,json', ...files],
    // Playwright resolves relative paths from the folder of its configuration.
    env: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: resolve(file) },
  }))
  const specs = specsOf(Suite.parse(report))
  const proofs = specs.flatMap(({ ok, tests }) => {
    const claims = tests.flatMap(({ annotations }) =>
      annotations.filter(({ type }) => type === 'proves').map(({ description }) => description),
    )
    if (claims.length === 0) return [proofOf(undefined, what, ok)]
    return claims.map((claim) => proofOf(Claim.parse(JSON.parse(claim ?? '')), what, ok))
  })
  return sumProofs(proofs)
}

function specsOf({ suites = [], specs = [] }: Suite): z.infer<typeof Spec>[] {
  return [...specs, ...suites.flatMap(specsOf)]
}

function proofOf(claim: Claim | undefined, what: string, passed: boolean): Proof {
  return { ...(claim ?? { what, cases: 1 }), failures: passed ? 0 : 1 }
}

/** Runs a test runner, and returns the JSON report that it writes. */
async function reportOf(
  command: string,
  options: (file: string) => { args: string[]; env?: Record<string, string> },
): Promise<unknown> {
  const file = `test-results/trust-${randomUUID()}.json`
  const { args, env } = options(file)
  const running = spawn(command, args, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  await once(running, 'exit')
  const report: unknown = JSON.parse(readFileSync(file, 'utf8'))
  rmSync(file)
  return report
}
