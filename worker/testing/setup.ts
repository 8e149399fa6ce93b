/**
 * Setup of each test file: migrates and empties all databases and deletes all files, because test files share a
 * runtime. Passwords are hashed at minimal cost.
 */
import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, inject, vi } from 'vitest'
import { dayMs } from '../platform/time.ts'
import { findPwaSettings } from '../pwa/settings.ts'
import { analyticsDatabases } from '../tracking/shards.ts'
import { changeAddress } from './app.ts'
import { settled } from './background-work.ts'
import { emptyDatabases } from './empty-databases.ts'
import { hashFast } from './fast-hashing.ts'
import { tolerateSlowServices } from './fast-timers.ts'

hashFast()
tolerateSlowServices()

await applyD1Migrations(env.DB, inject('migrations').app)
for (const db of analyticsDatabases(env))
  await applyD1Migrations(db, inject('migrations').analytics)
await emptyDatabases(env)
// An isolate keeps which cards count for half a second, so no card has the id of one in the file before.
await env.DB.prepare("insert into sqlite_sequence (name, seq) values ('business_cards', ?)")
  .bind(Date.now() % 1_000_000_000)
  .run()
// Reserves id 1, which cannot be deleted or change level: the first user that a test makes is an ordinary one.
await env.DB.prepare("insert into sqlite_sequence (name, seq) values ('users', 1)").run()
// An isolate keeps the settings for 5 s: these replace those of the file before.
await findPwaSettings(env)
const { objects } = await env.MEDIA.list()
if (objects.length > 0) await env.MEDIA.delete(objects.map(({ key }) => key))

// No test starts in the last 20 s of a day (UTC): many compare figures with the day on which they began.
beforeEach(async () => {
  const leftOfDay = dayMs - (Date.now() % dayMs)
  if (leftOfDay < 20_000 && !vi.isFakeTimers()) await scheduler.wait(leftOfDay)
})
beforeEach(changeAddress)
afterEach(settled)
