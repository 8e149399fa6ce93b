/**
 * Setup of each test file: migrates and empties all databases and deletes all files, because test files share a
 * runtime. Passwords are hashed at minimal cost.
 */
import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, inject } from 'vitest'
import { analyticsDatabases } from '../events/shards.ts'
import { changeAddress } from './app.ts'
import { settled } from './background-work.ts'
import { emptyDatabases } from './empty-databases.ts'
import { hashFast } from './fast-hashing.ts'

hashFast()

await applyD1Migrations(env.DB, inject('migrations').app)
for (const db of analyticsDatabases(env))
  await applyD1Migrations(db, inject('migrations').analytics)
await emptyDatabases(env)
// User 1 cannot be deleted or change level: no test may make that user by coming first.
await env.DB.prepare("insert into sqlite_sequence (name, seq) values ('users', 1)").run()
const { objects } = await env.MEDIA.list()
if (objects.length > 0) await env.MEDIA.delete(objects.map(({ key }) => key))

beforeEach(changeAddress)
afterEach(settled)
