/** Where messages end that could not be recorded, as they came, until `npm run events:replay`. */

export type Dead = { key: string; event: string }

/** Keeps the messages; one that is kept already stays as it is. */
export async function bury(db: D1Database, dead: Dead[]): Promise<void> {
  if (dead.length > 0) await buryStatement(db, dead).run()
}

export function buryStatement(db: D1Database, dead: Dead[]): D1PreparedStatement {
  return db
    .prepare(
      `insert or ignore into dead_events (key, event, received_at)
       select value ->> 'key', value ->> 'event', ?2 from json_each(?1)`,
    )
    .bind(JSON.stringify(dead), Date.now())
}
