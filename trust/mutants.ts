/** Mutation tests: each guard in `mutants.csv` is removed in turn, and a test must fail. */

import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import type { Plugin } from 'vitest/config'
import * as z from 'zod/mini'
import type { Proof } from './proof.ts'

const Rows = z.array(
  z.object({
    /** The row of docs/trust.md that it belongs to, or `ASVS` and a requirement of docs/asvs.md. */
    set: z.string(),
    file: z.string(),
    /** Occurs exactly once in the file. */
    guard: z.string(),
    replacement: z.string(),
    /** The file of the tests that detect the removal. Empty for ASVS, where docs/asvs.md names the test. */
    test: z.string(),
  }),
)

/** `testName` limits the run to one test, named as in its source. */
export type Mutant = Omit<z.infer<typeof Rows>[number], 'set'> & { testName?: string }

/** Every row of `mutants.csv`. */
export function readMutants() {
  return Rows.parse(parse(readFileSync('trust/mutants.csv'), { columns: true }))
}

/** Tests a set of `mutants.csv`. */
export function checkSet(set: string, what: string): Promise<Proof> {
  return checkMutants(
    what,
    readMutants().filter((mutant) => mutant.set === set),
  )
}

/** Applies each mutant by itself, and counts as failures those that no test detects. */
export async function checkMutants(what: string, mutants: Mutant[]): Promise<Proof> {
  const failing = await failingFiles([...new Set(mutants.map(({ test }) => test))])
  if (failing.length > 0)
    return { what, cases: 0, failures: failing.length, note: `fails unmutated: ${failing.join()}` }
  const undetected = await filterAsync(mutants, async (mutant) => !(await isDetected(mutant)))
  return {
    what,
    cases: mutants.length,
    failures: undetected.length,
    note: undetected.map(({ file, guard }) => `${file}: ${guard}`).join('; ') || undefined,
  }
}

const Report = z.object({
  numFailedTests: z.number(),
  testResults: z.array(z.object({ name: z.string(), status: z.string() })),
})

/** The test files that fail or do not load without a mutant. */
async function failingFiles(files: string[]): Promise<string[]> {
  const { testResults } = await reportOf(files)
  return files.filter((file) => {
    const result = testResults.find(({ name }) => name.endsWith(`/${file}`))
    return result?.status !== 'passed'
  })
}

/** Filters by an asynchronous predicate, two items at a time: a run of few tests keeps one core busy. */
async function filterAsync<Item>(
  items: Item[],
  predicate: (item: Item) => Promise<boolean>,
): Promise<Item[]> {
  const matching: Item[] = []
  const remaining = items.values()
  const work = async () => {
    for (const item of remaining) if (await predicate(item)) matching.push(item)
  }
  await Promise.all([work(), work()])
  return matching
}

async function isDetected(mutant: Mutant): Promise<boolean> {
  const isFailing = await fails(mutant)
  console.log(`  ${mutant.file} without ${mutant.guard}: ${isFailing ? 'noticed' : 'ALIVE'}`)
  return isFailing
}

// A file that does not load has no failing test.
async function fails({ test, testName, ...mutant }: Mutant): Promise<boolean> {
  const project = test.startsWith('worker/') ? 'worker' : 'plain'
  const only = testName ? ['--testNamePattern', patternOf(testName)] : []
  const args = [test, '--bail=1', '--project', project, ...only]
  const { numFailedTests } = await reportOf(args, JSON.stringify(mutant))
  return numFailedTests > 0
}

async function reportOf(args: string[], mutant = ''): Promise<z.infer<typeof Report>> {
  const file = `test-results/mutant-${randomUUID()}.json`
  await run('vitest', ['run', '--reporter=json', `--outputFile=${file}`, ...args], mutant)
  const report = Report.parse(JSON.parse(readFileSync(file, 'utf8')))
  rmSync(file)
  return report
}

/** A pattern for a test name; `%s` and `$name` stand for the values of parameterized tests. */
function patternOf(testName: string): string {
  return testName.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replace(/%[a-z]|\\\$\w+/g, '.*')
}

function run(command: string, args: string[], mutant: string): Promise<void> {
  const running = spawn(command, args, {
    stdio: 'ignore',
    env: { ...process.env, MUTANT: mutant },
  })
  return new Promise((resolve) => running.on('exit', () => resolve()))
}

const MutantText = z.object({ file: z.string(), guard: z.string(), replacement: z.string() })

/**
 * A Vite plugin that applies the mutant in `MUTANT`, as JSON, and nothing without one. Throws unless the guard occurs
 * exactly once. It is always installed, because the list of plugins is part of the keys of Vite's and Vitest's caches.
 */
export function mutate(): Plugin {
  const mutant = process.env.MUTANT ? MutantText.parse(JSON.parse(process.env.MUTANT)) : undefined
  const isMutated = (id: string) => !!mutant && !!id.split('?')[0]?.endsWith(`/${mutant.file}`)
  return {
    name: 'mutant',
    enforce: 'pre',
    // What a plugin does is not part of the keys, so the mutated file is not cached.
    configureVitest: ({ defineCacheKeyGenerator }) =>
      defineCacheKeyGenerator(({ id }) => (isMutated(id) ? false : undefined)),
    transform(code, id) {
      if (!mutant || !isMutated(id)) return undefined
      if (code.split(mutant.guard).length !== 2)
        throw new Error(`${mutant.file} does not have exactly one "${mutant.guard}"`)
      return code.replace(mutant.guard, () => mutant.replacement)
    },
  }
}
