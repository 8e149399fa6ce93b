/** Section 10: for each requirement in docs/asvs.md, its test must fail when its guard is removed. */
import { readFileSync } from 'node:fs'
import { checkMutants, type Mutant, readMutants } from './mutants.ts'
import type { Proof } from './proof.ts'

/** Keyed by requirement number. */
export const guardsByNumber: Record<string, Mutant> = Object.fromEntries(
  readMutants()
    .filter(({ set }) => set.startsWith('ASVS '))
    .map((mutant) => [mutant.set.slice('ASVS '.length), mutant]),
)

/**
 * `shown` is the cell "Verified by"; `test` is the test that it names, absent in some exceptions; `guard` is a file, or the
 * reason why there is none.
 */
type AsvsRow = {
  number: string
  shown: string
  test?: { file: string; name: string }
  guard: string
}

export function readRows(): AsvsRow[] {
  const lines = readFileSync('docs/asvs.md', 'utf8').split('\n')
  return lines
    .filter((line) => /^\| +\d/.test(line))
    .map((line) => {
      const [, number = '', , shown = '', guard = ''] = line.split('|').map((cell) => cell.trim())
      const [, file, name] = /`([\w./-]+\.(?:test|spec)\.tsx?)`: (.+)$/.exec(shown) ?? []
      return { number, shown, guard, ...(file && name && { test: { file, name } }) }
    })
}

export async function prove(): Promise<Proof[]> {
  return [await checkMutants('ASVS guards removed and detected by the named test', asvsMutants())]
}

/** One for each guard and test; several requirements may share both. */
function asvsMutants(): Mutant[] {
  const mutants = readRows().flatMap(({ number, test }) => {
    const mutant = guardsByNumber[number]
    return test && mutant ? [{ ...mutant, test: test.file, testName: test.name }] : []
  })
  const known = new Set<string>()
  return mutants.filter(({ guard, test, testName }) => {
    const key = [guard, test, testName].join('\n')
    return !known.has(key) && known.add(key)
  })
}
