/** Turns visitor events into rows and day totals. */
import type { CardEvent } from '../../schema/event.ts'
import type { Bindings } from '../env.ts'
import { aggregate, byKey, mergeRepeats } from './aggregate.ts'
import { markExclusions } from './exclusions.ts'
import { lateStatements } from './late-events.ts'
import { findStored, isAlreadyStored, writeStatements } from './record-sql.ts'
import { shardFence } from './shard-fence.ts'
import { analyticsOf } from './shards.ts'

/** How many events a transaction takes. */
export const mostAtOnce = 1000
const mostTries = 6

/**
 * Records the events, a thousand a transaction: each event once, however often and in whatever order it comes.
 * `alsoWrite` are statements for the same transaction, when all events go to one.
 */
export async function recordEvents(
  env: Bindings,
  events: CardEvent[],
  alsoWrite: D1PreparedStatement[] = [],
): Promise<void> {
  const byDatabase = Map.groupBy(events.toSorted(byKey), ({ cardId }) => analyticsOf(env, cardId))
  for (const [db, own] of byDatabase)
    for (let start = 0; start < own.length; start += mostAtOnce)
      await recordBatch(env, { db, events: own.slice(start, start + mostAtOnce), alsoWrite })
}

/** At most a thousand events of one database, sorted by `byKey`, in one transaction. */
export async function recordBatch(env: Bindings, { events, ...batch }: Batch): Promise<void> {
  await store(env, { ...batch, events: await markExclusions(env.DB, mergeRepeats(events)) })
}

type Batch = { db: D1Database; events: CardEvent[]; alsoWrite?: D1PreparedStatement[] }

// Rows are inserted as if none were there. When one is, the constraint undoes the whole transaction, and the next try
// knows which: so the totals count exactly the rows inserted with them, whoever else writes meanwhile.
async function store(env: Bindings, { db, events, alsoWrite = [] }: Batch): Promise<void> {
  let stored = await findStored(
    db,
    events.filter((event) => event.dwellMs > 0),
  )
  for (let tries = 1; ; tries += 1) {
    const changes = aggregate(events, stored)
    const statements = [
      ...writeStatements(db, changes),
      ...lateStatements(env, db, changes),
      ...alsoWrite,
    ]
    if (statements.length === 0) return
    const clash = await db.batch([shardFence(env, db, events), ...statements]).then(
      () => undefined,
      (error: unknown) => error,
    )
    if (clash === undefined) return
    if (!isAlreadyStored(clash) || tries === mostTries) throw clash
    stored = await findStored(db, events)
  }
}
