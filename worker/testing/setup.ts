/** Before each test file, which shares its runtime with the files before it: both databases, migrated and empty. */
import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { inject } from 'vitest'

await applyD1Migrations(env.DB, inject('migrations').app)
await applyD1Migrations(env.ANALYTICS, inject('migrations').analytics)
await empty(env.DB)
await empty(env.ANALYTICS)

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
