/** The shipped worker over databases full of payloads, behind four doors. Prints one line of JSON, and lives until it is stopped. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrateAll } from '../scripts/migrate.ts'
import { startRuntime } from '../scripts/runtime.ts'
import { hostileCard, insertRows, placesOfACard } from './hostile-cards.ts'
import { from, payloads } from './payloads.ts'
import { openDoor } from './walls.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'edgecard-hostile-'))
const { miniflare, url, env } = await startRuntime({
  dataDir,
  worker: 'built',
  vars: {
    PEPPER: 'of a hostile server',
    EMAIL_API_URL: '',
    GEOCODER_URL: 'http://127.0.0.1:9/search',
    // A map whose pictures are our own, so that it is drawn.
    MAP_TILE_URL: '/favicon.svg?{x}{y}{z}',
  },
})
await migrateAll(env)
await insertRows(env.DB, 'users', [
  { username: 'hostile', email: 'hostile@example.com', password: 'none', access_level: 5 },
])
const texts = (start: number) => {
  const next = from(start)
  return () => next().text
}
const mixed = payloads.map(({ id }) => ({ slug: `mixed-${id}`, next: texts(id) }))
const alone = payloads.map(({ id, text }) => ({ slug: `alone-${id}`, next: () => text }))
const paused = payloads.map(({ id }) => ({ slug: `paused-${id}`, next: texts(id) }))
await insertRows(env.DB, 'business_cards', [
  ...[...mixed, ...alone].map(({ slug, next }) => hostileCard(next, { slug, userId: 1 })),
  ...paused.map(({ slug, next }) => hostileCard(next, { slug, userId: 1, state: 'paused' })),
])
const { results } = await env.DB.prepare('select id, slug from business_cards').all()
const doors = {
  both: await openDoor(url, { policy: true, escaping: true }),
  escaping: await openDoor(url, { policy: false, escaping: true }),
  policy: await openDoor(url, { policy: true, escaping: false }),
  none: await openDoor(url, { policy: false, escaping: false }),
}
const ids = Object.fromEntries(results.map(({ id, slug }) => [String(slug), Number(id)]))
process.once('SIGTERM', () => void shutDown())
console.log(JSON.stringify({ doors, ids, places: placesOfACard() }))

async function shutDown() {
  await miniflare.dispose()
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(0)
}
