/** A server without demo data, with only the first user, for end-to-end tests. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adminSql } from './admin-sql.ts'
import { printUsage } from './cli-exit.ts'
import { migrateAll } from './local/migrate.ts'
import { startRuntime } from './local/runtime.ts'

printUsage(`
Usage: node scripts/serve-empty.ts

Serves the built worker on a free port, which it prints, with temporary databases.
Environment:
  GOOGLE_MAPS_API_KEY   overrides the one in wrangler.toml
  PAGE_CACHE            "tiered", as for npm start
`)

const dataDir = mkdtempSync(join(tmpdir(), 'edgecard-'))
const { miniflare, url, env } = await startRuntime({
  dataDir,
  worker: 'built',
  vars: {
    PEPPER: 'of an empty server',
    PAGE_CACHE: process.env.PAGE_CACHE || 'local',
    DEMO_MODE: 'false',
    EMAIL_API_URL: '',
    GOOGLE_MAPS_API_KEY: process.env.GOOGLE_MAPS_API_KEY ?? '',
    // A closed port, so that tests never call a real geocoder.
    GEOCODER_URL: 'http://127.0.0.1:9/search',
  },
})
await migrateAll(env)
const first = { username: 'first', email: 'first@example.com', password: '', fullName: 'First' }
await env.DB.exec(adminSql(first))
process.once('SIGTERM', () => void shutDown())
console.log(url.origin)

async function shutDown() {
  await miniflare.dispose()
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(0)
}
