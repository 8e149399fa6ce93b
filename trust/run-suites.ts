/** Runs tests to their whole length, and reads from them how many cases they had. */
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

/** The tests of these files; those that claim nothing count as one case of `what` each. */
export async function runSuites(
  project: 'plain' | 'worker',
  what: string,
  files: string[],
): Promise<Proof[]> {
  const { testResults } = VitestReport.parse(
    await reportOf('vitest', (report) => ({
      args: ['run', '--project', project, '--reporter=dot', '--reporter=json', ...files].concat(
        `--outputFile.json=${report}`,
      ),
    })),
  )
  const proofs = testResults.flatMap(({ name: file, status, assertionResults }) => {
    const ran = assertionResults.filter(({ status: one }) => one !== 'skipped' && one !== 'pending')
    // A file that does not load has no tests.
    if (ran.length === 0 && status === 'failed')
      return [{ what: file.split('/').slice(-1).join(), cases: 0, failures: 1 }]
    return ran.map(({ status: one, meta }) => proofOf(meta?.proves, what, one === 'passed'))
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

/** The browser proofs of these files of `trust/`: on servers of their own, or on the one of the journeys. */
export async function runBrowserSuites(
  what: string,
  files: string[],
  server: 'own' | 'journeys',
): Promise<Proof[]> {
  const chromium = await findChromium()
  if (!chromium) return [{ what, cases: 0, failures: 1, note: 'No Chromium was found.' }]
  const told = await reportOf('playwright', (report) => ({
    args: ['test', '-c', 'trust', '--reporter=list,json', ...files],
    // Playwright takes a path from where its configuration is.
    env: {
      CHROMIUM_PATH: chromium,
      PLAYWRIGHT_JSON_OUTPUT_NAME: resolve(report),
      TRUST_SERVER: server,
    },
  }))
  const specs = specsOf(Suite.parse(told))
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

/** What the runner writes into the file it is given. */
async function reportOf(
  command: string,
  into: (report: string) => { args: string[]; env?: Record<string, string> },
): Promise<unknown> {
  const report = `test-results/trust-${randomUUID()}.json`
  const { args, env } = into(report)
  const running = spawn(command, args, {
    stdio: 'inherit',
    env: { ...process.env, ...env, TRUST: 'whole' },
  })
  await once(running, 'exit')
  const told: unknown = JSON.parse(readFileSync(report, 'utf8'))
  rmSync(report)
  return told
}
