/** The built worker on databases full of payloads, behind four proxies. Prints one line of JSON and runs until SIGTERM. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrateAll } from '../scripts/local/migrate.ts'
import { startRuntime } from '../scripts/local/runtime.ts'
import { database } from '../worker/platform/database.ts'
import { startSession } from '../worker/testing/sessions.ts'
import { cssPayloads } from './css-payloads.ts'
import { openDefenseProxy } from './defense-proxy.ts'
import { fillApp } from './hostile-app.ts'
import { hostileCard, insertRowsAsJson, placesOfACard } from './hostile-cards.ts'
import { drawings } from './payload-files.ts'
import { payloads, payloadsFrom } from './payloads.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'edgecard-hostile-'))
const formWithName = JSON.stringify({ fields: [{ key: 'name', label: null, required: false }] })
const harmlessDrawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><path d="M0 0h20v20z"/></svg>'
/** Stands in for the hash in the URL of the drawing at this index. */
const nameOf = (at: number) => String(at).padStart(64, '0')
const { miniflare, url, env } = await startRuntime({
  dataDir,
  worker: 'built',
  // One user uploads and views everything.
  requestsPerMinute: 1_000_000,
  vars: {
    PEPPER: 'of a hostile server',
    EMAIL_API_URL: '',
    UPLOADS_PER_10_MINUTES: '9999',
    UPLOADS_A_DAY: '9999',
    GEOCODER_URL: 'http://127.0.0.1:9/search',
    // Tiles of our own, so the map is drawn without a network.
    MAP_TILE_URL: '/favicon.svg?{x}{y}{z}',
  },
})
await migrateAll(env)
await insertRowsAsJson(env.DB, 'users', [
  { username: 'hostile', email: 'hostile@example.com', password: 'none', access_level: 5 },
])
const texts = (start: number) => {
  const next = payloadsFrom(start)
  return () => next().text
}
const mixed = payloads.map(({ id }) => ({ slug: `mixed-${id}`, next: texts(id) }))
const alone = payloads.map(({ id, text }) => ({ slug: `alone-${id}`, next: () => text }))
const paused = payloads.map(({ id }) => ({ slug: `paused-${id}`, next: texts(id) }))
await insertRowsAsJson(env.DB, 'business_cards', [
  ...[...mixed, ...alone].map(({ slug, next }) => hostileCard(next, { slug, userId: 1 })),
  ...paused.map(({ slug, next }) => hostileCard(next, { slug, userId: 1, state: 'paused' })),
])
const plain = { user_id: 1, uid: 'plain', address: 'Berlin', form_config: formWithName }
await insertRowsAsJson(
  env.DB,
  'business_cards',
  ['', '.bc-name{color:red}', ...cssPayloads].map((customCss, at) => ({
    ...plain,
    slug: `css-${at}`,
    name: 'Ada Lovelace',
    customizations: JSON.stringify({ website: null, about: 'Hello', customCss }),
  })),
)
// Simulates drawings that passed the checks: R2 has a harmless one, and the proxy replaces its body.
const hostileDrawings = new Map(
  drawings.slice(0, 100).map((text, at) => [`/images/${nameOf(at)}-20.svg`, text]),
)
for (const path of hostileDrawings.keys()) await env.MEDIA.put(path.slice(1), harmlessDrawing)
const { results } = await env.DB.prepare('select id, slug from business_cards').all()
const proxies = {
  both: await openDefenseProxy(url, { policy: true, escaping: true }, hostileDrawings),
  escaping: await openDefenseProxy(url, { policy: false, escaping: true }),
  policy: await openDefenseProxy(url, { policy: true, escaping: false }),
  none: await openDefenseProxy(url, { policy: false, escaping: false }, hostileDrawings),
}
const ids = Object.fromEntries(results.map(({ id, slug }) => [String(slug), Number(id)]))
await fillApp(env, { userId: 1, cardId: ids['mixed-0'] ?? 0 })
const cookie = `sid=${await startSession(database(env.DB), 1, 'Unknown')}`
process.once('SIGTERM', () => void shutDown())
console.log(JSON.stringify({ proxies, ids, cookie, places: placesOfACard() }))

async function shutDown() {
  await miniflare.dispose()
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(0)
}
