/** `npm run browsers`: walks the journeys of `e2e/engines/` in Firefox and WebKitGTK, where they are installed. */
import { spawn, spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { findEngines } from '../e2e/engines/installed.ts'
import { dataDir, folder, hashing } from '../e2e/server.ts'
import { build } from './build.ts'
import { exitWithError, readArgs, startCommand } from './cli-exit.ts'

startCommand(`
Usage: npm run browsers [-- name]

Walks the journeys of e2e/engines/, or those whose title has the name, in Firefox and in WebKitGTK, the engine of Safari.
Both are Debian packages: apt-get install firefox-esr webkit2gtk-driver xvfb
A browser that is not installed is named and left out. Screenshots are in ${folder}/engines.
Environment: PORT (8788), FIREFOX_PATH
`)

const [name] = readArgs({}, { names: 1 }).positionals
const engines = findEngines()
for (const engine of engines)
  if ('missing' in engine)
    console.log(
      `${engine.name} was not tested, because the package ${engine.missing} is not installed.`,
    )
if (engines.every((engine) => 'missing' in engine)) process.exit(0)

await build()
rmSync(dataDir, { recursive: true, force: true })
const seeded = spawnSync('node', ['scripts/seed.ts'], {
  // The server checks passwords at the same cost.
  env: { ...process.env, DATA_DIR: dataDir, HASHING: hashing },
  stdio: ['ignore', 'ignore', 'inherit'],
})
if (seeded.status !== 0) exitWithError('The demo data could not be created.')

const config = ['--config=e2e/engines/playwright.config.ts', '--reporter=list']
const journeys = spawn('playwright', ['test', ...config, ...(name ? ['--grep', name] : [])], {
  stdio: 'inherit',
  env: {
    ...process.env,
    SEEDED: 'true',
    // Tiles of our own: the journeys send no requests to third parties.
    MAP_TILE_URL: '/favicon.svg?{x}{y}{z}',
  },
})
journeys.on('close', (status) => process.exit(status ?? 1))
