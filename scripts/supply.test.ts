import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { licensesPage, readLock, supplyFindings } from './supply.ts'

const lock = readLock()
const { allowScripts, dependencies, devDependencies } = JSON.parse(
  readFileSync('package.json', 'utf8'),
)

test('every license and every install script is on the list', () => {
  expect(Object.keys(lock.packages).length).toBeGreaterThan(300)
  expect(supplyFindings(lock, allowScripts)).toEqual([])
})

const good = {
  version: '1.0.0',
  license: 'MIT',
  resolved: 'https://x.test/a.tgz',
  integrity: 'sha',
}

test.each([
  [{ license: 'GPL-3.0' }, 'is under GPL-3.0, which is not allowed in what we ship.'],
  [{ license: 'LGPL-3.0-or-later' }, 'is under LGPL-3.0-or-later, which is not'],
  [{ license: '(MIT AND GPL-3.0)' }, 'is under (MIT AND GPL-3.0), which is not'],
  [{ license: undefined }, 'is under no license, which is not'],
  [{ license: 'GPL-3.0', dev: true }, 'is under GPL-3.0, which is not allowed.'],
  [{ hasInstallScript: true }, 'runs an install script'],
  [{ integrity: undefined }, 'is not fetched over https with an integrity hash.'],
  [{ resolved: 'http://x.test/a.tgz' }, 'is not fetched over https with an integrity hash.'],
])('%j is refused', (fields, sentence) => {
  const found = supplyFindings({ packages: { 'node_modules/a': { ...good, ...fields } } }, {})
  expect(found).toEqual([expect.stringContaining(`a ${sentence}`)])
})

test.each([[{}], [{ license: '(GPL-3.0 OR MIT)' }], [{ license: 'LGPL-3.0-or-later', dev: true }]])(
  '%j is accepted',
  (fields) => {
    const packages = { 'node_modules/a': { ...good, ...fields } }
    expect(supplyFindings({ packages }, {})).toEqual([])
  },
)

test('docs/licenses.md matches the lock file', () => {
  expect(readFileSync('docs/licenses.md', 'utf8')).toBe(licensesPage(lock))
})

test('every dependency is pinned to one version, and installed without scripts', () => {
  for (const version of Object.values({ ...dependencies, ...devDependencies }))
    expect(version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/)
  expect(readFileSync('scripts/run.mjs', 'utf8')).toContain("npm(['ci', '--ignore-scripts'")
})
