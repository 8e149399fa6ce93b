/** A server without demo data, with only the first user, for end-to-end tests. */

import { walletSecrets } from '../worker/wallet/configured.ts'
import { adminSql } from './admin-sql.ts'
import { startCommand } from './cli-exit.ts'
import { startEmptyServer } from './local/empty-server.ts'
import { openOutbox } from './local/outbox.ts'

startCommand(`
Usage: node scripts/serve-empty.ts

Serves the built worker on a free port, which it prints, with temporary databases.
Environment:
  GOOGLE_MAPS_API_KEY   overrides the one in wrangler.toml
  PAGE_CACHE            "tiered", as for npm start
  MAIL_DIR              where emails are written to, in the folder outbox; none are sent without it
  RECEIPT_EMAIL         overrides the one in wrangler.toml
  APPLE_WALLET_…, GOOGLE_WALLET_…   the secrets of wallet passes: docs/wallet.md
`)

const walletNames = Object.values(walletSecrets).flat()

const { MAIL_DIR, RECEIPT_EMAIL } = process.env
const outbox = MAIL_DIR ? await openOutbox(MAIL_DIR) : undefined

const { origin, env, close } = await startEmptyServer({
  PAGE_CACHE: process.env.PAGE_CACHE || 'local',
  GOOGLE_MAPS_API_KEY: process.env.GOOGLE_MAPS_API_KEY ?? '',
  ...(outbox ? { EMAIL_API_URL: outbox.url, EMAIL_API_KEY: 'local' } : {}),
  ...(RECEIPT_EMAIL ? { RECEIPT_EMAIL } : {}),
  // A closed port, so that tests never call a real geocoder.
  GEOCODER_URL: 'http://127.0.0.1:9/search',
  ...Object.fromEntries(walletNames.map((name) => [name, process.env[name] ?? ''])),
})
const first = { username: 'first', email: 'first@example.com', password: '', fullName: 'First' }
await env.DB.exec(adminSql(first))
process.once('SIGTERM', () => void shutDown())
console.log(origin)

async function shutDown() {
  await close()
  outbox?.close()
  process.exit(0)
}
