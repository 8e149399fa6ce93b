/** Where messages end that could not be recorded, as they came, until `npm run events:replay`. */

// D1 takes 2 MB as one value; a message has at most 128 KB.
const mostAtOnce = 1_000_000

export type Dead = { key: string; event: string }

/** Keeps the messages; one that is kept already stays as it is. */
export async function bury(db: D1Database, dead: Dead[]): Promise<void> {
  let some: Dead[] = []
  let size = 0
  for (const each of dead) {
    some.push(each)
    size += each.event.length
    if (size < mostAtOnce) continue
    await buryStatement(db, some).run()
    some = []
    size = 0
  }
  if (some.length > 0) await buryStatement(db, some).run()
}

export function buryStatement(db: D1Database, dead: Dead[]): D1PreparedStatement {
  return db
    .prepare(
      `insert or ignore into dead_events (key, event, received_at)
       select value ->> 'key', value ->> 'event', ?2 from json_each(?1)`,
    )
    .bind(JSON.stringify(dead), Date.now())
}
