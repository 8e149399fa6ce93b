/** Section 1: every route, every actor, every variant; and each guard taken away in turn. */
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import * as z from 'zod'
import { type Mutant, mutants } from './mutants.ts'
import type { Proof } from './proof.ts'
import { provenBy } from './proven.ts'

const matrix = ['worker/matrix.test.ts', 'worker/foreign.test.ts']
/** What asks the rules that the matrix has no variant for: slugs, CSS, credentials, proofs. */
const alsoAsks = ['account', 'auth', 'bulk', 'cards', 'second-factor', 'uploads', 'users', 'view']
const asking = [
  ...matrix,
  'worker/middleware/fresh.test.ts',
  'worker/app.test.ts',
  'worker/junk.test.ts',
  ...alsoAsks.map((name) => `worker/routes/${name}.test.ts`),
]

export function prove(): Proof[] {
  return [...provenBy('worker', 'other answers', matrix), survivors()]
}

/** Each guard is taken away by itself; the tests must find it out. */
function survivors(): Proof {
  const alive = mutants.filter((_, number) => !isFoundOut(number))
  return {
    what: 'guards of the rules and of the middleware taken away, found out',
    cases: mutants.length,
    failures: alive.length,
    note: alive.map(({ file, guard }: Mutant) => `${file}: ${guard}`).join('; ') || undefined,
  }
}

const report = 'test-results/mutant.json'
const Report = z.object({ numFailedTests: z.number(), numPassedTests: z.number() })

function isFoundOut(number: number): boolean {
  rmSync(report, { force: true })
  const args = ['run', '--project', 'worker', '--bail=1', '--reporter=json']
  spawnSync('vitest', [...args, `--outputFile=${report}`, ...asking], {
    env: { ...process.env, MUTANT: String(number) },
  })
  const { numFailedTests } = Report.parse(JSON.parse(readFileSync(report, 'utf8')))
  console.log(`  ${mutants[number]?.guard}: ${numFailedTests > 0 ? 'found out' : 'ALIVE'}`)
  return numFailedTests > 0
}
