import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readWranglerConfig } from '../scripts/environments/config.ts'

const document = readFileSync('docs/platform.md', 'utf8')
const [facts = '', standIns = ''] = document.split('\n## Stand-ins\n')
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))

/** The cells of each row of a table, without its header. */
function rowsOf(text: string): string[][] {
  const lines = text.split('\n').filter((line) => line.startsWith('|'))
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

/** Each test that a cell names, such as `file.test.ts`: “name”, “other name”. */
function testsIn(cell: string): { file: string; name: string }[] {
  return [...cell.matchAll(/`([\w./-]+\.test\.ts)`: ((?:“[^”]+”(?:, )?)+)/g)].flatMap(
    ([, file = '', names = '']) =>
      [...names.matchAll(/“([^”]+)”/g)].map(([, name = '']) => ({ file, name })),
  )
}

function missingIn(cell: string): string[] {
  return testsIn(cell)
    .filter(({ file, name }) => !existsSync(file) || !readFileSync(file, 'utf8').includes(name))
    .map(({ file, name }) => `${file}: ${name}`)
}

test('every fact has a source, and a proof whose tests and commands exist', () => {
  const rows = rowsOf(facts)
  expect(rows.length).toBeGreaterThan(40)
  const wrong = rows.flatMap(([area, does = '', rely, proof = '', source]) => {
    const commands = [...proof.matchAll(/`npm (?:run )?([\w:-]+)/g)].map(([, name = '']) => name)
    const kinds = /^(operations counted|stand-in|rule): /.test(proof)
    const isProven = testsIn(proof).length + commands.length > 0
    const unknown = commands.filter((name) => !(name in scripts))
    return [
      ...(area && rely && source ? [] : [`${does}: a cell is empty`]),
      ...(proof === 'read' || (kinds && isProven) ? [] : [`${does}: ${proof}`]),
      ...[...missingIn(proof), ...unknown].map((each) => `${does}: no ${each}`),
    ]
  })
  expect(wrong).toEqual([])
})

test('every stand-in is listed with what it refuses, and the test of that exists', () => {
  const rows = rowsOf(standIns)
  expect(rows.flatMap(([, , proof = '']) => missingIn(proof))).toEqual([])
  expect(rows.filter(([, what, proof = '']) => !what || testsIn(proof).length === 0)).toEqual([])
  const listed = rows.map(([name = '']) => /^`([^`]+)`/.exec(name)?.[1])
  const files = globSync(['worker/testing/*-stand-in.ts', 'scripts/testing/*-stand-in.ts'])
  expect(files.filter((file) => !listed.includes(file))).toEqual([])
  expect(listed.filter((file) => !file || !existsSync(file))).toEqual([])
})

test('no worker is moved by placement', async () => {
  expect(Reflect.get(await readWranglerConfig(), 'placement')).toBeUndefined()
})
