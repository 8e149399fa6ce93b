/** Restores days of the archive, and verifies them against the databases. */

import { createHash } from 'node:crypto'
import { ArchivedEvent, type Manifest } from '../../../schema/archive.ts'
import { type EventKind, eventKinds } from '../../../schema/event.ts'
import type { Bindings } from '../../env.ts'
import { repeatable } from '../../platform/repeatable.ts'
import { dayMs } from '../../platform/time.ts'
import {
  countNew,
  type Day,
  noDays,
  type PointDay,
  packCounts,
} from '../../tracking/rollup-counts.ts'
import { recomputeFortnights } from '../../tracking/rollup-fortnights.ts'
import { analyticsNames, analyticsOf, findMisplacedShards } from '../../tracking/shards.ts'
import { replacePointDays } from '../../tracking/verify-rollups.ts'
import { linesIn, newSum } from '../backup/part.ts'
import { pagesOfDay } from './lines.ts'
import { archiveFolder, readManifests } from './manifests.ts'

const batchSize = 1000

/** `errors` is empty if the database contains exactly the archived events; `sha256` covers all of them, in any order. */
export type Restored = {
  events: number
  added: number
  totals: number
  sha256: string
  errors: string[]
}

/**
 * Restores the missing events of a day (`YYYY-MM-DD`), and the totals of cards that have none for it: totals are kept
 * longer than events, and existing ones count them already. Addresses and visitors are not archived. Idempotent.
 */
export async function restoreDay(env: Bindings, date: string): Promise<Restored> {
  const restored: Restored = { events: 0, added: 0, totals: 0, sha256: '', errors: [] }
  restored.errors = await verifyDay(env, date)
  if ((await findMisplacedShards(env)).size > 0)
    restored.errors.push('cards are being moved; finish npm run reshard first')
  if (restored.errors.length > 0) return restored
  const day = Math.floor(Date.parse(date) / dayMs)
  const archived = newSum()
  const cards = new Set<number>()
  for await (const lines of archivedLines(env, date)) {
    archived.add(lines.map(({ line }) => line))
    for (const { event } of lines) cards.add(event.cardId)
    restored.added += await addRows(env, lines)
  }
  restored.totals = await addTotals(env, { date, day, cards: [...cards] })
  const stored = newSum()
  for (const database of analyticsNames(env))
    for await (const { lines } of pagesOfDay(env, { database, day }))
      stored.add(lines.map(({ line }) => line))
  const [there, here] = [archived.end(), stored.end()]
  if (there.count !== here.count || there.sha256 !== here.sha256)
    restored.errors.push(
      `the database has ${here.count} events of the day with SHA-256 ${here.sha256}, the archive ${there.count} with ${there.sha256}`,
    )
  return { ...restored, events: there.count, sha256: there.sha256 }
}

type Line = { line: string; event: ArchivedEvent }

async function* archivedLines({ MEDIA }: Bindings, date: string): AsyncGenerator<Line[]> {
  const manifests = await readManifests({ MEDIA }, date)
  for (const { key } of manifests.flatMap(({ manifest }) => manifest?.parts ?? [])) {
    const part = await MEDIA.get(key)
    const lines = part ? await linesIn(new Uint8Array(await part.arrayBuffer())) : []
    for (let start = 0; start < lines.length; start += batchSize)
      yield lines
        .slice(start, start + batchSize)
        .map((line) => ({ line, event: ArchivedEvent.parse(JSON.parse(line)) }))
  }
}

const common = {
  card_id: 'cardId',
  timestamp: 'timestamp',
  id: 'id',
  source: 'source',
  left_out: 'leftOut',
  burst: 'burst',
}
const columns: Record<EventKind, Record<string, string>> = {
  view: { ...common, viewer_location: 'place', viewer_device: 'device', dwell_ms: 'dwellMs' },
  click: {
    ...common,
    clicker_location: 'place',
    clicker_device: 'device',
    link_type: 'linkType',
    link_id: 'linkId',
  },
  save: { ...common, saver_location: 'place', saver_device: 'device' },
}
const addresses = { view: 'viewer_ip', click: 'clicker_ip', save: 'saver_ip' }

async function addRows(env: Bindings, lines: Line[]): Promise<number> {
  let added = 0
  for (const [db, shardLines] of Map.groupBy(lines, ({ event }) =>
    analyticsOf(env, event.cardId),
  )) {
    const statements = eventKinds.map((kind) => {
      const rows = shardLines.filter(({ event }) => event.kind === kind).map(({ line }) => line)
      return db.prepare(insertSql(kind)).bind(`[${rows}]`)
    })
    for (const { meta } of await db.batch(statements)) added += meta.changes
  }
  return added
}

function insertSql(kind: EventKind): string {
  const names = Object.keys(columns[kind])
  const values = Object.values(columns[kind]).map((key) => `value ->> '${key}'`)
  return `insert or ignore into card_${kind}s (${names}, ${addresses[kind]})
    select ${values}, '' from json_each(?1)`
}

type TotalsQuery = { date: string; day: number; cards: number[] }

async function addTotals(env: Bindings, { date, day, cards }: TotalsQuery): Promise<number> {
  const missing = await withoutTotals(env, day, cards)
  if (missing.size === 0) return 0
  const counted = noDays()
  for await (const lines of archivedLines(env, date))
    for (const { event } of lines)
      if (missing.has(event.cardId)) {
        const { timestamp: at, linkType = '', linkId = '', dwellMs = 0, ...rest } = event
        countNew(counted, { ...rest, at, linkType, linkId, dwellMs, visitor: null })
      }
  // The totals of the card last: a card that has them is not counted again.
  for (const [db, days] of byDatabase(env, counted.pointDays.values()))
    for (let start = 0; start < days.length; start += batchSize)
      await replacePointDays(db, days.slice(start, start + batchSize).map(packed))
  for (const [db, days] of byDatabase(env, counted.days.values()))
    for (let start = 0; start < days.length; start += batchSize)
      await writeTotals(db, days.slice(start, start + batchSize))
  return missing.size
}

function packed(day: PointDay) {
  return { ...day, counts: packCounts(day.counts) }
}

function byDatabase<One extends { cardId: number }>(env: Bindings, days: Iterable<One>) {
  return Map.groupBy(days, ({ cardId }) => analyticsOf(env, cardId))
}

async function withoutTotals(env: Bindings, day: number, cards: number[]): Promise<Set<number>> {
  const missing = new Set(cards)
  for (const [db, shardCards] of Map.groupBy(cards, (cardId) => analyticsOf(env, cardId))) {
    const { results } = await db
      .prepare(
        'select card_id as cardId from card_days where card_id in (select value from json_each(?)) and day = ?',
      )
      .bind(JSON.stringify(shardCards), day)
      .all<{ cardId: number }>()
    for (const { cardId } of results) missing.delete(cardId)
  }
  return missing
}

async function writeTotals(db: D1Database, days: Day[]): Promise<void> {
  const rows = days.map(({ cardId, day, views, clicks, saves, counts }) => [
    ...[cardId, day, views, clicks, saves],
    packCounts(counts),
  ])
  await repeatable(() =>
    db.batch([
      db
        .prepare(
          `insert or ignore into card_days (card_id, day, views, clicks, saves, visitors, counts)
         select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, 0, value -> 5 from json_each(?1)`,
        )
        .bind(JSON.stringify(rows)),
      recomputeFortnights(db, days),
    ]),
  )
}

// Verifies the archive: every part exists, is intact, and contains what its manifest says.

/** Returns a sentence for each error of the day (`YYYY-MM-DD`); empty if it is intact. */
export async function verifyDay({ MEDIA }: Bindings, day: string): Promise<string[]> {
  const manifests = await readManifests({ MEDIA }, day)
  const wrong: string[] = []
  for (const { manifest } of manifests)
    wrong.push(...(manifest ? await verifyManifest(MEDIA, manifest) : [unreadable]))
  return manifests.length === 0 ? [unreadable] : wrong
}

const unreadable = 'the manifest is missing or unreadable'

async function verifyManifest(media: R2Bucket, { counts, parts }: Manifest): Promise<string[]> {
  const found = { view: 0, click: 0, save: 0 }
  const errors: string[] = []
  for (const { key, bytes, sha256, events } of parts) {
    const part = await media.get(key)
    if (!part) {
      errors.push(`${key} is missing`)
      continue
    }
    const content = new Uint8Array(await part.arrayBuffer())
    const hash = createHash('sha256').update(content).digest('hex')
    if (content.length !== bytes || hash !== sha256) {
      errors.push(`${key} does not match its manifest`)
      continue
    }
    const lines = await linesIn(content)
    if (lines.length !== events) errors.push(`${key} has ${lines.length} events, not ${events}`)
    for (const line of lines) found[ArchivedEvent.parse(JSON.parse(line)).kind] += 1
  }
  for (const kind of ['view', 'click', 'save'] as const)
    if (errors.length === 0 && found[kind] !== counts[kind])
      errors.push(`${found[kind]} ${kind}s, not ${counts[kind]}`)
  return errors
}

/** The days with a manifest, oldest first. */
export async function listDays({ MEDIA }: Bindings): Promise<string[]> {
  const days: string[] = []
  let cursor: string | undefined
  do {
    const page = await MEDIA.list({ prefix: archiveFolder, delimiter: '/', cursor })
    days.push(...page.delimitedPrefixes.map((prefix) => prefix.split('/').at(-2) ?? ''))
    cursor = page.truncated ? page.cursor : undefined
  } while (cursor)
  return days.sort()
}
