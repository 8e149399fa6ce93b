/** Builds the app and the worker into `dist/`, unless their sources are unchanged. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeConfig } from './environments/config.ts'

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

/** Builds what all environments share; returns whether anything was built. */
export async function build(): Promise<boolean> {
  // The Vite plugin of Cloudflare would look for an environment of this name in wrangler.toml.
  process.env.CLOUDFLARE_ENV = ''
  const hash = fingerprint()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return false
  const { createBuilder } = await import('vite')
  const builder = await createBuilder({ configFile: 'vite.config.ts', logLevel: 'error' })
  await builder.buildApp()
  writeFileSync(stamp, hash)
  return true
}

/** Writes the configuration that deploys the built worker to an environment, and returns the path of the file. */
export async function writeBuiltConfig(environment: string): Promise<string> {
  const { main, no_bundle, rules, assets } = JSON.parse(readFileSync(builtConfig, 'utf8'))
  const file = join(dirname(builtConfig), `deploy-${environment}.json`)
  return writeConfig({ environment }, { file, config: { main, no_bundle, rules, assets } })
}

function fingerprint(): string {
  const hash = createHash('sha256')
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
