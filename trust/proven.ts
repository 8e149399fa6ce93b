/** Runs tests to their whole length, and reads from them how many cases they had. */
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import * as z from 'zod'
import { findChromium } from '../scripts/chromium.ts'
import { Claim, type Proof, summed } from './proof.ts'

const report = 'test-results/trust.json'

const VitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(
        z.object({ status: z.string(), meta: z.object({ proves: Claim.optional() }).optional() }),
      ),
    }),
  ),
})

/** The tests of these files, or of these names in them; those that claim nothing count as one case of `what` each. */
export function provenBy(
  project: 'plain' | 'worker',
  what: string,
  files: string[],
  name?: string,
): Proof[] {
  const args = ['run', '--project', project, '--reporter=dot', '--reporter=json']
  run('vitest', [
    ...args,
    `--outputFile.json=${report}`,
    ...files,
    ...(name ? ['--testNamePattern', name] : []),
  ])
  const { testResults } = VitestReport.parse(JSON.parse(readFileSync(report, 'utf8')))
  const proofs = testResults.flatMap(({ name: file, status, assertionResults }) => {
    const ran = assertionResults.filter(({ status: one }) => one !== 'skipped' && one !== 'pending')
    // A file that does not load has no tests.
    if (ran.length === 0 && status === 'failed')
      return [{ what: file.split('/').slice(-1).join(), cases: 0, failures: 1 }]
    return ran.map(({ status: one, meta }) => proofOf(meta?.proves, what, one === 'passed'))
  })
  return summed(proofs)
}

type Suite = { suites?: Suite[]; specs?: z.infer<typeof Spec>[] }
const Spec = z.object({
  ok: z.boolean(),
  tests: z.array(
    z.object({
      annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })),
    }),
  ),
})
const Suite: z.ZodType<Suite> = z.lazy(() =>
  z.object({ suites: z.array(Suite).optional(), specs: z.array(Spec).optional() }),
)

/** The browser proofs of these files of `trust/`: on servers of their own, or on the one of the journeys. */
export async function provenInBrowser(
  what: string,
  files: string[],
  server: 'own' | 'journeys',
): Promise<Proof[]> {
  const chromium = await findChromium()
  if (!chromium) return [{ what, cases: 0, failures: 1, note: 'No Chromium was found.' }]
  // Playwright takes a path from where its configuration is.
  const env = {
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_NAME: resolve(report),
    TRUST_SERVER: server,
  }
  run('playwright', ['test', '-c', 'trust', '--reporter=list,json', ...files], env)
  const specs = specsOf(Suite.parse(JSON.parse(readFileSync(report, 'utf8'))))
  const proofs = specs.flatMap(({ ok, tests }) => {
    const claims = tests.flatMap(({ annotations }) =>
      annotations.filter(({ type }) => type === 'proves').map(({ description }) => description),
    )
    if (claims.length === 0) return [proofOf(undefined, what, ok)]
    return claims.map((claim) => proofOf(Claim.parse(JSON.parse(claim ?? '')), what, ok))
  })
  return summed(proofs)
}

function specsOf({ suites = [], specs = [] }: Suite): z.infer<typeof Spec>[] {
  return [...specs, ...suites.flatMap(specsOf)]
}

function proofOf(claim: Claim | undefined, what: string, passed: boolean): Proof {
  return { ...(claim ?? { what, cases: 1 }), failures: passed ? 0 : 1 }
}

function run(command: string, args: string[], env = {}) {
  rmSync(report, { force: true })
  spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env, TRUST: 'whole' } })
}
