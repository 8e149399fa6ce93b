/**
 * Serves the built worker on a free port, which it prints, with temporary databases and only the first user, for
 * end-to-end tests. Reads `PAGE_CACHE`, `GOOGLE_MAPS_API_KEY`, `RECEIPT_EMAIL` and the secrets of wallet passes from the
 * environment; `IMAGES=off` leaves out the Images binding. Emails are written to `MAIL_DIR`; none are sent without it.
 */
import { walletSecrets } from '../../worker/wallet/configured.ts'
import { adminSql, openDatabase } from '../first-user.ts'
import { openOutbox } from '../local/outbox.ts'
import { startEmptyServer } from './empty-server.ts'

const walletNames = Object.values(walletSecrets).flat()

const { MAIL_DIR, RECEIPT_EMAIL, IMAGES } = process.env
const outbox = MAIL_DIR ? await openOutbox(MAIL_DIR) : undefined

const vars = {
  PAGE_CACHE: process.env.PAGE_CACHE || 'local',
  GOOGLE_MAPS_API_KEY: process.env.GOOGLE_MAPS_API_KEY ?? '',
  ...(outbox ? { EMAIL_API_URL: outbox.url, EMAIL_API_KEY: 'local' } : {}),
  ...(RECEIPT_EMAIL ? { RECEIPT_EMAIL } : {}),
  // A closed port, so that tests never call a real geocoder.
  GEOCODER_URL: 'http://127.0.0.1:9/search',
  ...Object.fromEntries(walletNames.map((name) => [name, process.env[name] ?? ''])),
}
const { origin, env, close } = await startEmptyServer(vars, IMAGES === 'off')
const first = { username: 'first', email: 'first@example.com', password: '', fullName: 'First' }
await openDatabase(env.DB)(...adminSql(first))
process.once('SIGTERM', () => void shutDown())
console.log(origin)

async function shutDown() {
  await close()
  outbox?.close()
  process.exit(0)
}
