import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { assetFiles } from './card-scripts.ts'

// The address of a script in `/assets/` is a constant next to its import, which neither tsc nor knip follows.
const runtimeImport =
  /const script = '\/assets\/([^']+)'[\s\S]*?import\(\/\* @vite-ignore \*\/ script\)\s*\.then\(\s*\(\{ ([^}]+) \}\)/g

const sources = globSync('web/**/*.{ts,tsx}').map((path) => readFileSync(path, 'utf8'))
const imports = sources.flatMap((source) =>
  Array.from(source.matchAll(runtimeImport), ([, file = '', names = '']) => ({ file, names })),
)

test('every import at run time is found', () => {
  const all = sources.flatMap((source) => source.match(/@vite-ignore/g) ?? [])
  expect(imports).toHaveLength(all.length)
  expect(imports.map(({ file }) => file).sort()).toEqual(['card.js', 'proof.js'])
})

test.each(imports)('$file exports what pages import: $names', async ({ file, names }) => {
  const code = await assetFiles[file]?.()
  const exported = /export\s*\{([^}]*)\};?$/.exec(code ?? '')?.[1]?.split(',') ?? []
  const published = exported.map((each) => each.trim().split(' as ').at(-1))
  expect(published).toEqual(expect.arrayContaining(names.split(', ')))
})
