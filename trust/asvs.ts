/** Section 10: the rows of docs/asvs.md, and for each the guard without which the test it names fails. */
import { readFileSync } from 'node:fs'
import { asvsAccountGuards } from './asvs-account-guards.ts'
import { type AsvsGuard, asvsGuards } from './asvs-guards.ts'
import { checkMutants, type Mutant } from './mutants.ts'
import type { Proof } from './proof.ts'

/** By the number of the requirement. */
export const guardsByNumber: Record<string, AsvsGuard> = { ...asvsGuards, ...asvsAccountGuards }

/** `shown` is the test or the exception; `test` is what `shown` names, absent in some exceptions; `guard` is a file, or says why there is none. */
export type AsvsRow = {
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

/** One for each guard and test: several requirements may rest on the same two. */
export function asvsMutants(): Mutant[] {
  const mutants = readRows().flatMap(({ number, test }) => {
    const [file, guard, instead] = guardsByNumber[number] ?? []
    if (!test || file === undefined || guard === undefined || instead === undefined) return []
    return [{ file, guard, instead, by: test.file, test: test.name }]
  })
  const known = new Set<string>()
  return mutants.filter(({ guard, by, test }) => {
    const key = [guard, by, test].join('\n')
    return !known.has(key) && known.add(key)
  })
}
