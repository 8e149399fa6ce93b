import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readMutants } from '../trust/mutants.ts'

const mutants = readMutants()

test.each(sets())(
  'every guard in trust/mutants.csv for %s occurs exactly once in its file',
  (name) => {
    const wrong = mutants
      .filter(({ set }) => set === name)
      .flatMap(({ file, guard, replacement, test: testFile }) => [
        ...(timesIn(file, guard) === 1 ? [] : [`${file} does not have exactly one "${guard}"`]),
        ...(guard.length < 3 ? [`${file}: "${guard}" is too short`] : []),
        ...(guard === replacement ? [`${file}: "${guard}" is not changed`] : []),
        ...(/\.test\.tsx?$/.test(testFile) && existsSync(testFile)
          ? []
          : [`No test "${testFile}"`]),
      ])
    expect(wrong).toEqual([])
  },
)

test('npm run trust runs every set in trust/mutants.csv', () => {
  const sections = readFileSync('trust/sections.ts', 'utf8')
  const checked = [...sections.matchAll(/checkSet\('([\w-]+)'/g)].map(([, name]) => name)
  expect(checked.sort()).toEqual(sets().sort())
})

/** ASVS has a test of its own. */
function sets(): string[] {
  const names = mutants.map(({ set }) => set)
  return [...new Set(names)].filter((name) => !name.startsWith('ASVS '))
}

function timesIn(file: string, text: string): number {
  return existsSync(file) ? readFileSync(file, 'utf8').split(text).length - 1 : 0
}
