/** What protects, each part with what is left when it is taken away: the tests have to notice. */
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import * as z from 'zod'
import type { Proof } from './proof.ts'

/** `guard` stands once in the file; `by` are the tests that notice when `instead` stands there. */
export type Mutant = { file: string; guard: string; instead: string; by: string }

/** Takes each away by itself, and counts those that no test misses. */
export function noticed(what: string, mutants: Mutant[]): Proof {
  const whole = [...new Set(mutants.map(({ by }) => by))].filter((by) => fails(by))
  if (whole.length > 0)
    return { what, cases: 0, failures: whole.length, note: `fail anyway: ${whole.join()}` }
  const alive = mutants.filter((mutant) => !isNoticed(mutant))
  return {
    what,
    cases: mutants.length,
    failures: alive.length,
    note: alive.map(({ file, guard }) => `${file}: ${guard}`).join('; ') || undefined,
  }
}

function isNoticed(mutant: Mutant): boolean {
  const found = fails(mutant.by, mutant)
  console.log(`  ${mutant.file} without ${mutant.guard}: ${found ? 'noticed' : 'ALIVE'}`)
  return found
}

// Two may run at a time.
const report = `test-results/mutant-${process.pid}.json`
const Report = z.object({ numFailedTests: z.number() })

/** Whether a test of the file fails, up to the first that does. A file that does not even load tells nothing. */
function fails(file: string, mutant?: Mutant): boolean {
  rmSync(report, { force: true })
  const args = ['run', '--bail=1', '--reporter=json', `--outputFile=${report}`, file]
  // What is kept of a file from one run to the next does not know what was taken away from it.
  args.push('--experimental.fsModuleCache=false')
  const project = file.startsWith('worker/') ? 'worker' : 'plain'
  spawnSync('vitest', [...args, '--project', project], {
    env: { ...process.env, MUTANT: mutant ? JSON.stringify(mutant) : '' },
  })
  return Report.parse(JSON.parse(readFileSync(report, 'utf8'))).numFailedTests > 0
}
