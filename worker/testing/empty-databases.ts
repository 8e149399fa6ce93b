/** Deletes all rows of all databases. Only tests import this. */

import type { Bindings } from '../env.ts'
import { analyticsDatabases } from '../tracking/shards.ts'

export async function emptyDatabases(env: Bindings): Promise<void> {
  for (const db of [env.DB, ...analyticsDatabases(env)]) await empty(db)
}

async function empty(db: D1Database) {
  const { results } = await db
    .prepare(
      "select name from sqlite_master where type = 'table' and name not glob '_cf_*' and name not in ('d1_migrations', 'sqlite_sequence')",
    )
    .all<{ name: string }>()
  const deletions = results.map(({ name }) => db.prepare(`delete from "${name}"`))
  await db.batch([
    db.prepare('pragma defer_foreign_keys = on'),
    // Twice, because a trigger of one table writes rows to another.
    ...deletions,
    ...deletions,
    db.prepare('delete from sqlite_sequence'),
  ])
}
