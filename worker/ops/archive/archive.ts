/** The nightly archive of events: every past UTC day, and again after late events changed it. */

import type { Manifest } from '../../../schema/archive.ts'
import { type EventKind, eventKinds } from '../../../schema/event.ts'
import type { Bindings } from '../../env.ts'
import { findUnarchived } from '../../events/archived-days.ts'
import { findMisplacedShards } from '../../events/shard-guard.ts'
import { type AnalyticsBindings, analyticsDatabases, analyticsOf } from '../../events/shards.ts'
import { dayMs } from '../../platform/time.ts'
import { maxPartBytes, newPart, storePart } from '../backup/part.ts'

const maxDays = 31

/**
 * Archives the oldest days first, at most a month of them; the next night continues. Nothing is archived, and so
 * nothing pruned, while cards are moved between databases.
 */
export async function archiveEvents(env: Bindings, now = Date.now()): Promise<void> {
  if ((await findMisplacedShards(env)).size > 0) return
  for (const day of await findDays(env, Math.floor(now / dayMs))) await archiveDay(env, day)
}

async function findDays(env: Bindings, today: number): Promise<number[]> {
  const found = await Promise.all(analyticsDatabases(env).map((db) => findUnarchived(db, today)))
  const next = Math.min(...found.map((each) => each.next))
  const fresh = Array.from({ length: Math.max(0, today - next) }, (_, index) => next + index)
  const days = new Set([...found.flatMap(({ stale }) => stale), ...fresh])
  return [...days]
    .filter((day) => day < today)
    .sort((a, b) => a - b)
    .slice(0, maxDays)
}

// A day is marked 2 while it is written; a concurrent event sets it to 1, and the day is written again.
async function archiveDay(env: Bindings, day: number): Promise<void> {
  const dbs = analyticsDatabases(env)
  for (const db of dbs)
    await db
      .prepare(
        'insert into archive_days (day, stale) values (?, 2) on conflict (day) do update set stale = 2',
      )
      .bind(day)
      .run()
  await writeDay(env, day)
  for (const db of dbs)
    await db
      .prepare('update archive_days set stale = 0 where day = ? and stale = 2')
      .bind(day)
      .run()
}

// A day of the archive: compressed parts, and a manifest without which they do not count.

function folderOf(day: number): string {
  return `archive/events/${new Date(day * dayMs).toISOString().slice(0, 10)}/`
}

function manifestKey(day: number): string {
  return `${folderOf(day)}manifest.json`
}

/** Writes the day: the parts, then their manifest, then deletes surplus parts of an earlier version. */
async function writeDay(env: Bindings, day: number): Promise<Manifest> {
  const folder = folderOf(day)
  const summary = { counts: { view: 0, click: 0, save: 0 }, first: Infinity, last: -Infinity }
  const parts: Manifest['parts'] = []
  let part = newPart()
  const finish = async () => {
    const key = `${folder}part-${parts.length + 1}.ndjson.gz`
    const { lines: events, bytes, sha256 } = await storePart(env.MEDIA, key, part)
    parts.push({ key, events, bytes, sha256 })
    part = newPart()
  }
  for (const db of analyticsDatabases(env)) {
    for await (const lines of linesOfDay(env, db, day)) {
      if (lines.length === 0) continue
      addToSummary(summary, lines)
      await part.add(lines.map(({ line }) => line))
      if (part.size() > maxPartBytes) await finish()
    }
  }
  if (part.size() > 0) await finish()
  const manifest: Manifest = {
    version: 1,
    day: new Date(day * dayMs).toISOString().slice(0, 10),
    counts: summary.counts,
    first: timeText(summary.first),
    last: timeText(summary.last),
    parts,
  }
  await env.MEDIA.put(manifestKey(day), `${JSON.stringify(manifest, null, 2)}\n`, {
    httpMetadata: { contentType: 'application/json' },
  })
  await deleteOtherParts(
    env,
    folder,
    parts.map(({ key }) => key),
  )
  return manifest
}

type Summary = { counts: Manifest['counts']; first: number; last: number }

function addToSummary(summary: Summary, lines: Line[]): void {
  for (const { kind, at } of lines) {
    summary.counts[kind] += 1
    summary.first = Math.min(summary.first, at)
    summary.last = Math.max(summary.last, at)
  }
}

function timeText(at: number): string | null {
  return Number.isFinite(at) ? new Date(at).toISOString() : null
}

async function deleteOtherParts(env: Bindings, folder: string, keys: string[]): Promise<void> {
  const { objects } = await env.MEDIA.list({ prefix: `${folder}part-` })
  const others = objects.map(({ key }) => key).filter((key) => !keys.includes(key))
  if (others.length > 0) await env.MEDIA.delete(others)
}

// The events of a day as JSON lines in table order, so the same day gives the same lines.

/** A line, and the values that the manifest summarizes. */
export type Line = { kind: EventKind; at: number; line: string }

const pageSize = 5000

/** Yields every event of the database's own cards by page, counted or excluded, of existing or deleted cards. */
export async function* linesOfDay(
  env: AnalyticsBindings,
  db: D1Database,
  day: number,
): AsyncGenerator<Line[]> {
  // Rows of cards moved to another database may remain here.
  const cards = (await cardsOfDay(db, day)).filter((id) => analyticsOf(env, id) === db)
  for (const kind of eventKinds) yield* linesOfKind(db, { kind, cards, day })
}

// Daily totals have a row for every card with an event, and are found by key without scanning other rows.
async function cardsOfDay(db: D1Database, day: number): Promise<number[]> {
  const { results } = await db
    .prepare(
      `with recursive cards (id) as (
         select min(card_id) from card_days
         union all select (select min(card_id) from card_days where card_id > cards.id) from cards where id is not null)
       select id from cards where exists (select 1 from card_days where card_id = cards.id and day = ?) order by id`,
    )
    .bind(day)
    .all<{ id: number }>()
  return results.map(({ id }) => id)
}

type Query = { kind: EventKind; cards: number[]; day: number }
type Row = { kind: EventKind; cardId: number; at: number; id: string; line: string }

async function* linesOfKind(db: D1Database, { kind, cards, day }: Query): AsyncGenerator<Line[]> {
  const statement = db.prepare(selectSql(kind))
  const end = (day + 1) * dayMs
  let left = cards
  let after: [number, string] | undefined
  while (left.length > 0) {
    // A card that did not fit in the page continues alone after its last row.
    const queried = after ? left.slice(0, 1) : left
    const { results } = await statement
      .bind(JSON.stringify(queried), ...(after ?? [day * dayMs - 1, '\u{10ffff}']), end)
      .all<Row>()
    yield results
    const last = results.length < pageSize ? undefined : results.at(-1)
    left = last ? left.slice(left.indexOf(last.cardId)) : left.slice(queried.length)
    after = last && [last.at, last.id]
  }
}

const columns: Record<EventKind, string> = {
  view: `'place', viewer_location, 'device', viewer_device, 'dwellMs', dwell_ms`,
  click: `'place', clicker_location, 'device', clicker_device, 'linkType', link_type, 'linkId', link_id`,
  save: `'place', saver_location, 'device', saver_device`,
}

function selectSql(kind: EventKind): string {
  return `select '${kind}' as kind, card_id as cardId, timestamp as at, id, json_object('kind', '${kind}', 'cardId', card_id,
      'id', id, 'timestamp', timestamp, 'source', source, 'leftOut', left_out, 'burst', burst, ${columns[kind]}) as line
    from card_${kind}s where card_id in (select value from json_each(?)) and (timestamp, id) > (?, ?) and timestamp < ?
    order by card_id, timestamp, id limit ${pageSize}`
}
