/** Supply chain checks on package-lock.json: licenses, install scripts and sources of the packages. */
import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.optional(z.string()),
      license: z.optional(z.string()),
      resolved: z.optional(z.string()),
      integrity: z.optional(z.string()),
      dev: z.optional(z.boolean()),
      optional: z.optional(z.boolean()),
      hasInstallScript: z.optional(z.boolean()),
    }),
  ),
})
type Lock = z.infer<typeof Lock>

/** Licenses allowed in the product. */
const productLicenses = [
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Zlib',
  'BlueOak-1.0.0',
]
const contentLicenses = ['CC0-1.0', 'CC-BY-4.0', 'OFL-1.1', 'Unlicense']
/** Licenses allowed only for development tools, which are not part of the product. */
const toolLicenses = ['MPL-2.0', 'PSF-2.0', 'LGPL-3.0-or-later', 'SEE LICENSE IN FEEL-FREE.md']

/** Platform packages without license and hash in the lock file, with the license of their main package. */
const platformPackages: [RegExp, string][] = [
  [/^@biomejs\/cli-/, 'MIT OR Apache-2.0'],
  [/^@cloudflare\/workerd-/, 'Apache-2.0'],
  [/^@oxc-parser\/binding-/, 'MIT'],
]

export function readLock(): Lock {
  return Lock.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
}

/** Returns a sentence for every violation. */
export function supplyFindings(lock: Lock, mayRun: Record<string, boolean>): string[] {
  return installed(lock).flatMap((each) => {
    const { name, license, dev, hasInstallScript, resolved, integrity } = each
    const allowed = [...productLicenses, ...contentLicenses, ...(dev ? toolLicenses : [])]
    return [
      isAllowed(license, allowed)
        ? []
        : `${name} is under ${license || 'no license'}, which is not allowed${dev ? '' : ' in what we ship'}.`,
      hasInstallScript && !(name in mayRun)
        ? `${name} runs an install script. Add it to allowScripts in package.json; false blocks it.`
        : [],
      resolved?.startsWith('https://') === false || (!integrity && !isPlatformPackage(name))
        ? `${name} is not fetched over https with an integrity hash.`
        : [],
    ].flat()
  })
}

/** Returns docs/licenses.md: one line per package, shipped ones first, then tools. */
export function licensesPage(lock: Lock): string {
  const all = installed(lock)
  const list = (dev: boolean) => {
    const group = all.filter((each) => each.dev === dev)
    const lines = group.map(({ name, version, license }) => `- \`${name}\` ${version}: ${license}`)
    return `${[...new Set(lines)].sort().join('\n')}\n`
  }
  return `# Licenses

Written by \`npm run licenses\` from \`package-lock.json\`; a test compares it, and refuses what is not on the list of
\`scripts/supply.ts\`. Parts that are copied into what we ship are named in [NOTICE](../NOTICE).

## What the product is made of

${list(false)}
## Tools to build and test it

${list(true)}`
}

function installed({ packages }: Lock) {
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, { license, version = '', dev = false, ...rest }]) => {
      const name = path.split('node_modules/').at(-1) ?? path
      const parentLicense = platformPackages.find(([pattern]) => pattern.test(name))?.[1]
      return { name, version, dev, license: license ?? parentLicense ?? '', ...rest }
    })
}

function isPlatformPackage(name: string): boolean {
  return platformPackages.some(([pattern]) => pattern.test(name))
}

// Of licenses joined by `OR` one must be allowed, of those joined by `AND` all.
function isAllowed(license: string, allowed: string[]): boolean {
  return license
    .replace(/[()]/g, '')
    .split(' AND ')
    .every((all) => all.split(' OR ').some((one) => allowed.includes(one)))
}
