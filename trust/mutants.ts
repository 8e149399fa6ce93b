/** Mutation tests: each guard is removed in turn, and the tests have to fail. */

import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import type { Plugin } from 'vite'
import * as z from 'zod/mini'
import type { Proof } from './proof.ts'

/**
 * `guard` stands once in the file; `by` are the tests that notice when `instead` stands there: the one named `test`, as it
 * is written there, or any.
 */
export type Mutant = { file: string; guard: string; instead: string; by: string; test?: string }

/** Takes each away by itself, and counts those that no test misses. */
export async function checkMutants(what: string, mutants: Mutant[]): Promise<Proof> {
  const files = [...new Set(mutants.map(({ by }) => by))]
  const whole = await filterAsync(files, (file) => fails(file))
  if (whole.length > 0)
    return { what, cases: 0, failures: whole.length, note: `fails unmutated: ${whole.join()}` }
  const alive = await filterAsync(mutants, async (mutant) => !(await isNoticed(mutant)))
  return {
    what,
    cases: mutants.length,
    failures: alive.length,
    note: alive.map(({ file, guard }) => `${file}: ${guard}`).join('; ') || undefined,
  }
}

/** The items that are so; two at a time, as a run of few tests keeps one core busy. */
async function filterAsync<Item>(
  items: Item[],
  is: (item: Item) => Promise<boolean>,
): Promise<Item[]> {
  const so: Item[] = []
  const left = items.values()
  const work = async () => {
    for (const item of left) if (await is(item)) so.push(item)
  }
  await Promise.all([work(), work()])
  return so
}

async function isNoticed(mutant: Mutant): Promise<boolean> {
  const found = await fails(mutant.by, mutant)
  console.log(`  ${mutant.file} without ${mutant.guard}: ${found ? 'noticed' : 'ALIVE'}`)
  return found
}

const Report = z.object({ numFailedTests: z.number() })

/** Whether a test of the file fails, up to the first that does. A file that does not even load tells nothing. */
async function fails(file: string, mutant?: Mutant): Promise<boolean> {
  const report = `test-results/mutant-${randomUUID()}.json`
  const args = ['run', '--bail=1', '--reporter=json', `--outputFile=${report}`, file]
  if (mutant?.test) args.push('--testNamePattern', patternOf(mutant.test))
  // What is kept of a file from one run to the next does not know what was taken away from it.
  args.push('--experimental.fsModuleCache=false')
  const project = file.startsWith('worker/') ? 'worker' : 'plain'
  await run('vitest', [...args, '--project', project], mutant ? JSON.stringify(mutant) : '')
  const { numFailedTests } = Report.parse(JSON.parse(readFileSync(report, 'utf8')))
  rmSync(report)
  return numFailedTests > 0
}

/** The names of a test of many cases have each case in the place of `%s` or `$name`. */
function patternOf(test: string): string {
  return test.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replace(/%[a-z]|\\\$\w+/g, '.*')
}

function run(command: string, args: string[], mutant: string): Promise<void> {
  const running = spawn(command, args, {
    stdio: 'ignore',
    env: { ...process.env, MUTANT: mutant },
  })
  return new Promise((resolve) => running.on('exit', () => resolve()))
}

const MutantText = z.object({ file: z.string(), guard: z.string(), instead: z.string() })

/** Takes away what the mutant names, a JSON text; fails when the code does not have it once. */
export function mutate(text: string): Plugin {
  const { file, guard, instead } = MutantText.parse(JSON.parse(text))
  return {
    name: 'mutant',
    enforce: 'pre',
    transform(code, id) {
      if (!id.split('?')[0]?.endsWith(`/${file}`)) return undefined
      if (code.split(guard).length !== 2)
        throw new Error(`${file} does not have exactly one "${guard}"`)
      return code.replace(guard, () => instead)
    },
  }
}
