import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Package = { license?: string; resolved?: string; integrity?: string; dev?: boolean }
type Lock = { packages: Record<string, Package & { hasInstallScript?: boolean }> }
const lock: Lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const manifest = JSON.parse(readFileSync('package.json', 'utf8'))

const allowed =
  'MIT ISC Apache-2.0 BSD-2-Clause BSD-3-Clause 0BSD Zlib BlueOak-1.0.0 CC0-1.0 CC-BY-4.0 OFL-1.1 Unlicense'
// Only for tools, which are not part of what we ship.
const allowedTools = `${allowed} MPL-2.0 PSF-2.0 LGPL-3.0-or-later SEE_LICENSE_IN_FEEL-FREE.md`
// Platform packages, for which the lock file has neither license nor hash; those of their main packages are allowed.
const platforms = /^@(biomejs\/cli|cloudflare\/workerd|oxc-parser\/binding)-/

const packages = Object.entries(lock.packages)
  .map(([path, each]) => ({ ...each, name: path.split('node_modules/').at(-1) ?? '' }))
  .filter(({ name }) => name !== '' && !platforms.test(name))

test('every package has a license that is allowed', () => {
  const isAllowed = ({ license = '', dev }: Package) => {
    const list = (dev ? allowedTools : allowed).split(' ').map((one) => one.replaceAll('_', ' '))
    const all = license.replace(/[()]/g, '').split(' AND ')
    return all.every((one) => one.split(' OR ').some((name) => list.includes(name)))
  }
  expect(packages.length).toBeGreaterThan(300)
  expect(packages.filter((each) => !isAllowed(each)).map(({ name }) => name)).toEqual([])
})

test('every package is pinned, fetched with a hash and installed without an unlisted script', () => {
  for (const version of Object.values({ ...manifest.dependencies, ...manifest.devDependencies }))
    expect(version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/)
  for (const { name, resolved, integrity, hasInstallScript } of packages) {
    expect(resolved ?? 'https://', name).toMatch(/^https:/)
    expect(integrity, name).toMatch(/^sha/)
    if (hasInstallScript) expect(manifest.allowScripts).toHaveProperty([name])
  }
  expect(readFileSync('scripts/run.mjs', 'utf8')).toContain("npm(['ci', '--ignore-scripts'")
})
