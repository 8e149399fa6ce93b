/**
 * Resharding: moves cards between analytics databases while events arrive. Every step can be interrupted and repeated.
 */
import { createHash } from 'node:crypto'
import type { Bindings } from '../env.ts'
import { repeatable } from '../platform/failures.ts'
import { firstWholeDay } from '../tracking/late-events.ts'
import {
  type AnalyticsBindings,
  analyticsNames,
  configuredDatabases,
  databaseNamed,
  readStates,
  type ShardState,
} from '../tracking/shards.ts'
import { deleteRows, lastKey, listCardTables, pagesOf, type Table, writeRows } from './tables.ts'

const maxAttempts = 3

/** Shards to move from one database (a binding name) to another. */
export type Move = { from: string; to: string; shards: number[] }

/** The verification of a table: equal row counts and SHA-256 in key order on both sides. */
export type Proof = { table: string; rows: number; sha256: string }

/** The moves that bring every shard to the database in `ANALYTICS_SHARDS`; `from` equals `to` for a canceled move. */
export async function planMoves(env: AnalyticsBindings): Promise<Move[]> {
  const owners = await findOwners(env)
  const homes = configuredDatabases(env)
  const moves = owners.flatMap(({ name: from, state }, shard) => {
    const to = homes[shard] ?? 'ANALYTICS'
    return from === to && state === 'here' ? [] : [{ from, to, shard }]
  })
  const grouped = Map.groupBy(moves, ({ from, to }) => `${from} ${to}`)
  return [...grouped.values()].flatMap((own) => {
    const shards = own.map(({ shard }) => shard)
    return own.slice(0, 1).map(({ from, to }) => ({ from, to, shards }))
  })
}

type Owner = { name: string; state: ShardState }

async function findOwners(env: AnalyticsBindings): Promise<Owner[]> {
  const states = new Map<string, ShardState[]>()
  for (const name of analyticsNames(env))
    states.set(name, await readStates(env, databaseNamed(env, name)))
  return configuredDatabases(env).map((_, shard) => {
    const owner = (['here', 'leaving'] as const)
      .flatMap((state) => [...states].map(([name, known]) => ({ name, state, known })))
      .find(({ state, known }) => known[shard] === state)
    if (owner) return { name: owner.name, state: owner.state }
    throw new Error(
      `Shard ${shard} is in none of these databases; bind the one it was moved to in wrangler.toml`,
    )
  })
}

/**
 * Moves the shards. From the first step their events wait in the inbox; after the last they are recorded in the new
 * database. Throws if the copy cannot be verified; nothing has been deleted then.
 */
export async function move(
  env: AnalyticsBindings & Pick<Bindings, 'EVENT_RETENTION_DAYS'>,
  { from, to, shards }: Move,
): Promise<Proof[]> {
  const [source, target] = [databaseNamed(env, from), databaseNamed(env, to)]
  if (from === to) {
    await setState(source, shards, 'here')
    return []
  }
  // A shard without a `here` is owned by the database that is `leaving`.
  for (const name of analyticsNames(env))
    if (name !== from) await setState(databaseNamed(env, name), shards, 'left')
  await setState(source, shards, 'leaving')
  const proofs = await copyUntilEqual(source, target, shards)
  await shareArchiveDays(env, { source, target })
  await setState(target, shards, 'here')
  await setState(source, shards, 'left')
  return proofs
}

/**
 * Deletes moved rows from their old databases and returns their number. All running workers must have the new
 * configuration first.
 */
export async function deleteMovedShards(env: AnalyticsBindings): Promise<number> {
  const owners = await findOwners(env)
  let dropped = 0
  for (const name of analyticsNames(env)) {
    const db = databaseNamed(env, name)
    const states = await readStates(env, db)
    const moved = owners.flatMap((owner, shard) =>
      owner.state === 'here' && owner.name !== name && states[shard] !== 'here' ? [shard] : [],
    )
    if (moved.length > 0) dropped += await deleteShards(db, moved)
  }
  return dropped
}

async function setState(db: D1Database, shards: number[], state: ShardState): Promise<void> {
  await repeatable(() =>
    db
      .prepare(
        `insert into shard_moves (shard, state) select value, ?2 from json_each(?1) where true
       on conflict (shard) do update set state = excluded.state`,
      )
      .bind(JSON.stringify(shards), state)
      .run(),
  )
}

// Only retention can still change the source in the meantime.
async function copyUntilEqual(
  source: D1Database,
  target: D1Database,
  shards: number[],
): Promise<Proof[]> {
  const tables = await listCardTables(source)
  const proofs: Proof[] = []
  for (const table of tables) {
    let proof: Proof | undefined
    for (let attempt = 0; !proof; attempt += 1) {
      if (attempt === maxAttempts)
        throw new Error(`The copy of ${table.name} does not match the original`)
      if (attempt > 0) await deleteTable(target, table, shards)
      await copyTable({ source, target }, table, shards)
      proof = await proveEqual({ source, target }, table, shards)
    }
    proofs.push(proof)
  }
  return proofs
}

type Sides = { source: D1Database; target: D1Database }

async function proveEqual(
  { source, target }: Sides,
  table: Table,
  shards: number[],
): Promise<Proof | undefined> {
  const [there, here] = await Promise.all([
    prove(source, table, shards),
    prove(target, table, shards),
  ])
  return there.rows === here.rows && there.sha256 === here.sha256 ? here : undefined
}

// Rows are copied in key order, so an interrupted copy continues after the last copied key.
async function copyTable({ source, target }: Sides, table: Table, shards: number[]): Promise<void> {
  const after = await lastKey(target, { table, shards })
  for await (const rows of pagesOf(source, { table, shards, after }))
    await writeRows(target, table, rows)
}

async function prove(db: D1Database, table: Table, shards: number[]): Promise<Proof> {
  const hash = createHash('sha256')
  let count = 0
  for await (const rows of pagesOf(db, { table, shards })) {
    count += rows.length
    for (const { text } of rows) hash.update(text).update('\n')
  }
  return { table: table.name, rows: count, sha256: hash.digest('hex') }
}

async function deleteShards(db: D1Database, shards: number[]): Promise<number> {
  let dropped = 0
  for (const table of await listCardTables(db)) dropped += await deleteTable(db, table, shards)
  return dropped
}

async function deleteTable(db: D1Database, table: Table, shards: number[]): Promise<number> {
  let dropped = 0
  for await (const rows of pagesOf(db, { table, shards })) {
    await deleteRows(db, table, rows)
    dropped += rows.length
  }
  return dropped
}

// For a pruned day, the source's object keeps the moved cards and the target archives nothing. Days whose events all still exist
// are archived again by both, each with its own cards.
async function shareArchiveDays(
  env: Pick<Bindings, 'EVENT_RETENTION_DAYS'>,
  { source, target }: Sides,
): Promise<void> {
  const { results } = await source
    .prepare('select json_array(day, stale) as day from archive_days')
    .all<{ day: string }>()
  const first = firstWholeDay(env)
  await repeatable(() =>
    target
      .prepare(
        `insert into archive_days (day, stale) select value ->> 0, value ->> 1 from json_each(?1) where true
       on conflict (day) do update set stale = max(stale, excluded.stale)`,
      )
      .bind(`[${results.map(({ day }) => day)}]`)
      .run(),
  )
  for (const db of [source, target])
    await repeatable(() =>
      db.prepare('update archive_days set stale = 1 where day >= ?').bind(first).run(),
    )
}
