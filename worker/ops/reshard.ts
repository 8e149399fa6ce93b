/** Moving shards of cards between analytics databases while events arrive. Any step may be cut off and done again. */
import { createHash } from 'node:crypto'
import { readStates, type ShardState } from '../events/shard-fence.ts'
import { type AnalyticsBindings, analyticsNames, databaseNamed, homesOf } from '../events/shards.ts'
import {
  deleteRows,
  lastKey,
  listCardTables,
  pagesOf,
  type Table,
  writeRows,
} from './table-pages.ts'

const mostTries = 3

/** Shards that are in one database, by the name of its binding, and belong into another. */
export type Move = { from: string; to: string; shards: number[] }

/** What was proved of a table: as many rows on both sides, with the same SHA-256 in the order of their keys. */
export type Proof = { table: string; rows: number; sha256: string }

/** What has to move until every shard is where `ANALYTICS_SHARDS` says; from and to are one where a move was called off. */
export async function planMoves(env: AnalyticsBindings): Promise<Move[]> {
  const owners = await findOwners(env)
  const homes = homesOf(env)
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
  return homesOf(env).map((_, shard) => {
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
 * Moves the shards: from its first step their events wait in the inbox, after its last they are recorded in the new
 * database. Throws when the copy cannot be proved equal; nothing has been given up then.
 */
export async function move(env: AnalyticsBindings, { from, to, shards }: Move): Promise<Proof[]> {
  const [source, target] = [databaseNamed(env, from), databaseNamed(env, to)]
  if (from === to) {
    await setState(source, shards, 'here')
    return []
  }
  // Of a shard that is nowhere `here`, only its owner is `leaving`.
  for (const name of analyticsNames(env))
    if (name !== from) await setState(databaseNamed(env, name), shards, 'left')
  await setState(source, shards, 'leaving')
  const proofs = await copyUntilEqual(source, target, shards)
  await copyArchiveDays(source, target)
  await setState(target, shards, 'here')
  await setState(source, shards, 'left')
  return proofs
}

/** Deletes what has moved from where it was; how many rows. Before, every running worker must know the new place. */
export async function dropMoved(env: AnalyticsBindings): Promise<number> {
  const owners = await findOwners(env)
  let dropped = 0
  for (const name of analyticsNames(env)) {
    const db = databaseNamed(env, name)
    const states = await readStates(env, db)
    const gone = owners.flatMap((owner, shard) =>
      owner.state === 'here' && owner.name !== name && states[shard] !== 'here' ? [shard] : [],
    )
    if (gone.length > 0) dropped += await deleteShards(db, gone)
  }
  return dropped
}

async function setState(db: D1Database, shards: number[], state: ShardState): Promise<void> {
  await db
    .prepare(
      `insert into shard_moves (shard, state) select value, ?2 from json_each(?1) where true
       on conflict (shard) do update set state = excluded.state`,
    )
    .bind(JSON.stringify(shards), state)
    .run()
}

// What is dropped for its age meanwhile is the only thing that still changes at the source.
async function copyUntilEqual(
  source: D1Database,
  target: D1Database,
  shards: number[],
): Promise<Proof[]> {
  const tables = await listCardTables(source)
  const proofs: Proof[] = []
  for (const table of tables) {
    let proof: Proof | undefined
    for (let tries = 0; !proof; tries += 1) {
      if (tries === mostTries)
        throw new Error(`The copy of ${table.name} is not what it was made of`)
      if (tries > 0) await deleteTable(target, table, shards)
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

// Rows are copied in the order of their keys, so what a copy that was cut off had reached is where it goes on.
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

// A database that did not know a day archived would have it written again, without the events dropped since.
async function copyArchiveDays(source: D1Database, target: D1Database): Promise<void> {
  const { results } = await source
    .prepare('select json_array(day, stale) as day from archive_days')
    .all<{ day: string }>()
  await target
    .prepare(
      `insert into archive_days (day, stale) select value ->> 0, value ->> 1 from json_each(?1) where true
       on conflict (day) do update set stale = max(stale, excluded.stale)`,
    )
    .bind(`[${results.map(({ day }) => day)}]`)
    .run()
}
