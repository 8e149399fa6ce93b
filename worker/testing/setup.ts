/** Before each test file, which shares its runtime with the files before it: all databases migrated and empty, and no files. */
import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { inject } from 'vitest'
import { analyticsDatabases } from '../analytics/shards.ts'

await applyD1Migrations(env.DB, inject('migrations').app)
await empty(env.DB)
for (const db of analyticsDatabases(env)) {
  await applyD1Migrations(db, inject('migrations').analytics)
  await empty(db)
}
const { objects } = await env.MEDIA.list()
if (objects.length > 0) await env.MEDIA.delete(objects.map(({ key }) => key))

async function empty(db: D1Database) {
  const { results } = await db
    .prepare(
      "select name from sqlite_master where type = 'table' and name not glob '_cf_*' and name not in ('d1_migrations', 'sqlite_sequence')",
    )
    .all<{ name: string }>()
  await db.batch([
    db.prepare('pragma defer_foreign_keys = on'),
    ...results.map(({ name }) => db.prepare(`delete from "${name}"`)),
    db.prepare('delete from sqlite_sequence'),
  ])
}
