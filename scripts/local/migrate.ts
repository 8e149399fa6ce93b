/** Applies migrations to local databases, recorded in wrangler's migrations table. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bindings } from '../../worker/env.ts'
import { analyticsDatabases } from '../../worker/tracking/shards.ts'

/** Migrates every database; returns the number of migrations applied. */
export async function migrateAll(env: Bindings): Promise<number> {
  let applied = await migrate(env.DB, 'schema/migrations/app')
  for (const db of analyticsDatabases(env))
    applied += await migrate(db, 'schema/migrations/analytics')
  return applied
}

// Each file and its record are one transaction.
async function migrate(db: D1Database, folder: string): Promise<number> {
  await db.exec(
    'CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)',
  )
  const { results } = await db.prepare('SELECT name FROM d1_migrations').all<{ name: string }>()
  const applied = new Set(results.map(({ name }) => name))
  const missing = readdirSync(folder)
    .filter((name) => name.endsWith('.sql') && !applied.has(name))
    .sort()
  for (const name of missing) {
    const statements = readFileSync(join(folder, name), 'utf8').split('--> statement-breakpoint')
    await db.batch([
      ...statements.map((sql) => db.prepare(sql.trim().replace(/;$/, ''))),
      db.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name),
    ])
  }
  return missing.length
}
