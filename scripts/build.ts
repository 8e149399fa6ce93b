/** Builds the app and the worker into `dist/`, unless their sources are unchanged. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const sources = [
  'build',
  'web',
  'worker',
  'card',
  'schema',
  'vite.config.ts',
  'wrangler.toml',
  'package-lock.json',
]
const stamp = 'dist/.built'

/** The configuration of the built worker, whatever its name is: `vite.config.ts`. */
export const builtConfig = 'dist/edgecard/wrangler.json'

/** Builds production or a named environment of `wrangler.toml`; returns whether anything was built. */
export async function build(environment = ''): Promise<boolean> {
  // The Vite plugin of Cloudflare chooses the environment by this variable.
  process.env.CLOUDFLARE_ENV = environment
  const hash = fingerprint(environment)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return false
  const { createBuilder } = await import('vite')
  const builder = await createBuilder({ configFile: 'vite.config.ts', logLevel: 'error' })
  await builder.buildApp()
  writeFileSync(stamp, hash)
  return true
}

function fingerprint(environment: string): string {
  const hash = createHash('sha256').update(environment)
  for (const file of sources.flatMap(filesOf))
    hash.update(file).update('\0').update(readFileSync(file))
  return hash.digest('hex')
}

function filesOf(path: string): string[] {
  if (path.includes('.')) return [path]
  return (
    readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
      .map((entry) => join(entry.parentPath, entry.name))
      // The build itself creates a `.wrangler` directory.
      .filter((file) => !file.includes('/.'))
      .sort()
  )
}
