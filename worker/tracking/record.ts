/** Records visitor events: rows and rollups, in one transaction. */
import type { CardEvent } from '../../schema/event.ts'
import type { Bindings } from '../env.ts'
import { aggregate, compareEvents, mergeRepeats } from './aggregate.ts'
import { markExclusions } from './exclusions.ts'
import { lateStatements } from './late-events.ts'
import { findStored, isAlreadyStored, writeStatements } from './record-sql.ts'
import { shardGuardStatement } from './shard-guard.ts'
import { analyticsOf } from './shards.ts'

/** The maximum number of events per transaction. */
export const maxBatchSize = 1000
const maxAttempts = 6

/**
 * Records events, up to 1000 per transaction. Idempotent: repeats and any order give the same result. `alsoWrite` is
 * added to each transaction, so it is for events that fit in one.
 */
export async function recordEvents(
  env: Bindings,
  events: CardEvent[],
  alsoWrite: D1PreparedStatement[] = [],
): Promise<void> {
  const byDatabase = Map.groupBy(events.toSorted(compareEvents), ({ cardId }) =>
    analyticsOf(env, cardId),
  )
  for (const [db, shardEvents] of byDatabase)
    for (let start = 0; start < shardEvents.length; start += maxBatchSize)
      await recordBatch(env, {
        db,
        events: shardEvents.slice(start, start + maxBatchSize),
        alsoWrite,
      })
}

/** Records at most 1000 events of one database, sorted by `compareEvents`, in one transaction. */
export async function recordBatch(env: Bindings, { events, ...batch }: Batch): Promise<void> {
  await store(env, { ...batch, events: await markExclusions(env.DB, mergeRepeats(events)) })
}

type Batch = { db: D1Database; events: CardEvent[]; alsoWrite?: D1PreparedStatement[] }

// Rows are inserted without a check. If one exists already, the constraint rolls back the whole transaction, and the
// next attempt leaves out the stored events. So the rollups count exactly the rows inserted, under concurrent writes,
// too.
async function store(env: Bindings, { db, events, alsoWrite = [] }: Batch): Promise<void> {
  let stored = await findStored(
    db,
    events.filter((event) => event.dwellMs > 0),
  )
  for (let attempt = 1; ; attempt += 1) {
    const changes = aggregate(events, stored)
    const statements = [
      ...writeStatements(db, changes),
      ...lateStatements(env, db, changes),
      ...alsoWrite,
    ]
    if (statements.length === 0) return
    const failure = await db.batch([shardGuardStatement(env, db, events), ...statements]).then(
      () => undefined,
      (error: unknown) => error,
    )
    if (failure === undefined) return
    if (!isAlreadyStored(failure) || attempt === maxAttempts) throw failure
    stored = await findStored(db, events)
  }
}
