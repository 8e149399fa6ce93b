/**
 * Empties the address columns of events that an earlier release recorded: it stored truncated addresses for 30 days. No
 * release since writes them.
 */
import * as z from 'zod/mini'
import type { Bindings } from '../env.ts'
import type { StepContext } from '../platform/job-step.ts'
import { repeatable } from '../platform/repeatable.ts'
import { databaseNamed } from './shards.ts'

const columns = { card_views: 'viewer_ip', card_clicks: 'clicker_ip', card_saves: 'saver_ip' }
const tables = ['card_views', 'card_clicks', 'card_saves'] as const
const rowsPerStep = 10_000

const Key = z.tuple([z.number(), z.number(), z.string()])
/** The last row that was looked at. */
const Checkpoint = z.object({ table: z.enum(tables), after: Key })
type Checkpoint = z.infer<typeof Checkpoint>

const begin: Checkpoint['after'] = [0, 0, '']

/** Step of a cron job: looks at the next 10,000 rows of a database. The job ends for good once every column is empty. */
export async function clearAddresses(
  env: Bindings,
  { from, database }: StepContext,
): Promise<Checkpoint | undefined> {
  const db = databaseNamed(env, database)
  const { table, after } = Checkpoint.safeParse(from).data ?? { table: tables[0], after: begin }
  const last = await lastKey(db, table, after)
  await repeatable(() =>
    db
      .prepare(clearSql(table))
      .bind(...after, ...(last ?? [Number.MAX_SAFE_INTEGER, 0, '']))
      .run(),
  )
  if (last) return { table, after: last }
  const next = tables[tables.indexOf(table) + 1]
  return next && { table: next, after: begin }
}

/** The key of the last of the next rows; undefined if they are fewer than a step has. */
async function lastKey(
  db: D1Database,
  table: string,
  after: Checkpoint['after'],
): Promise<Checkpoint['after'] | undefined> {
  const row = await db
    .prepare(
      `select card_id as cardId, timestamp as at, id from ${table} where (card_id, timestamp, id) > (?, ?, ?)
       order by card_id, timestamp, id limit 1 offset ${rowsPerStep - 1}`,
    )
    .bind(...after)
    .first<{ cardId: number; at: number; id: string }>()
  return row ? [row.cardId, row.at, row.id] : undefined
}

function clearSql(table: Checkpoint['table']): string {
  const column = columns[table]
  return `update ${table} set ${column} = '' where (card_id, timestamp, id) > (?, ?, ?)
    and (card_id, timestamp, id) <= (?, ?, ?) and ${column} not in ('', 'Unknown')`
}
