/**
 * The Parquet file with the events of a day, in a fixed order, so that the same day gives the same file. Several steps upload
 * it: each adds a part with whole row groups, and keeps their metadata for the footer in the last part.
 */
import { createHash } from 'node:crypto'
import type { AsyncBuffer } from 'hyparquet'
import * as z from 'zod/mini'
import { type EventKind, eventKinds } from '../../../schema/tracking/event.ts'
import type { DataColumn } from '../../platform/download.ts'
import { errorMessages } from '../../platform/failures.ts'
import { columnDataOf, schemaOf } from '../../platform/parquet.ts'
import { dayMs } from '../../platform/time.ts'
import {
  type AnalyticsBindings,
  configuredDatabases,
  databaseNamed,
  shardOf,
} from '../../tracking/shards.ts'

/** An event as it is archived: without address and visitor. Fields of other kinds are null. */
export type ArchivedEvent = {
  kind: EventKind
  cardId: number
  id: string
  at: number
  source: string
  leftOut: string | null
  burst: number
  place: string
  device: string
  dwellMs: number | null
  linkType: string | null
  linkId: string | null
}

/** Where the next page begins: in the group of cards after `card`, with the events of `kind` after a key (card, time, id). */
export const Cursor = z.object({
  card: z.int(),
  kind: z.enum(eventKinds),
  after: z.nullable(z.tuple([z.int(), z.int(), z.string()])),
})
export type Cursor = z.infer<typeof Cursor>

/** The beginning. Events are ordered by group of cards, then by kind. */
export const firstCursor: Cursor = { card: -1, kind: eventKinds[0], after: null }

const pageSize = 10_000
const cardsPerGroup = 2000

/** A day (since 1970-01-01) in the database of that binding. */
type DayOfDatabase = { database: string; day: number }

/**
 * Yields every event of the database's own cards, counted or excluded, of existing or deleted cards. `next` is where to
 * continue after the page; null at the end. A page may be empty.
 */
export async function* pagesOfDay(
  env: AnalyticsBindings,
  { database, day }: DayOfDatabase,
  from = firstCursor,
): AsyncGenerator<{ events: ArchivedEvent[]; next: Cursor | null }> {
  const db = databaseNamed(env, database)
  const homes = configuredDatabases(env)
  for (let cursor: Cursor | null = from; cursor; ) {
    const { card } = cursor
    const group = await nextCards(db, day, card)
    const following = group.isLast ? null : { ...firstCursor, card: group.last }
    // Rows of cards moved to another database may remain here.
    const cards = group.cards.filter((id) => homes[shardOf(id)] === database)
    if (cards.length === 0) yield { events: [], next: following }
    for (const kind of cards.length > 0 ? eventKinds.slice(eventKinds.indexOf(cursor.kind)) : []) {
      const nextKind = eventKinds[eventKinds.indexOf(kind) + 1]
      const start = kind === cursor.kind ? cursor.after : null
      for await (const { events, after } of pagesOfKind(db, { kind, cards, day }, start))
        yield {
          events,
          next: after
            ? { card, kind, after }
            : nextKind
              ? { card, kind: nextKind, after: null }
              : following,
        }
    }
    cursor = following
  }
}

type Group = { cards: number[]; last: number; isLast: boolean }

// Daily totals have a row for every card with an event, and are found by key without scanning other rows.
async function nextCards(db: D1Database, day: number, card: number): Promise<Group> {
  const row = await db
    .prepare(
      `with recursive cards (id) as (
         select min(card_id) from card_days where card_id > ?1
         union all select (select min(card_id) from card_days where card_id > cards.id) from cards where id is not null
         limit ${cardsPerGroup})
       select count(id) as listed, max(id) as last, json_group_array(id) filter (
         where exists (select 1 from card_days where card_id = cards.id and day = ?2)) as found from cards`,
    )
    .bind(card, day)
    .first<{ listed: number; last: number | null; found: string }>()
  const cards: number[] = JSON.parse(row?.found ?? '[]')
  const isLast = row?.listed !== cardsPerGroup
  return { cards: cards.sort((a, b) => a - b), last: row?.last ?? card, isLast }
}

type Query = { kind: EventKind; cards: number[]; day: number }
type Key = Cursor['after']

async function* pagesOfKind(
  db: D1Database,
  { kind, cards, day }: Query,
  from: Key,
): AsyncGenerator<{ events: ArchivedEvent[]; after: Key }> {
  const statement = db.prepare(selectSql(kind))
  const end = (day + 1) * dayMs
  let after = from
  let left = cards.filter((id) => !from || id >= from[0])
  while (left.length > 0) {
    // A card that did not fit in the page continues alone after its last row.
    const queried = after ? left.slice(0, 1) : left
    const [, at, id] = after ?? [0, day * dayMs - 1, '\u{10ffff}']
    const { results } = await statement
      .bind(JSON.stringify(queried), at, id, end)
      .all<ArchivedEvent>()
    const last = results.length < pageSize ? undefined : results.at(-1)
    left = last ? left.slice(left.indexOf(last.cardId)) : left.slice(queried.length)
    after = last ? [last.cardId, last.at, last.id] : null
    const [next] = left
    yield {
      events: results,
      after: after ?? (next === undefined ? null : [next, day * dayMs - 1, '\u{10ffff}']),
    }
  }
}

const detailColumns: Record<EventKind, string> = {
  view: 'viewer_location as place, viewer_device as device, dwell_ms as dwellMs, null as linkType, null as linkId',
  click:
    'clicker_location as place, clicker_device as device, null as dwellMs, link_type as linkType, link_id as linkId',
  save: 'saver_location as place, saver_device as device, null as dwellMs, null as linkType, null as linkId',
}

function selectSql(kind: EventKind): string {
  return `select '${kind}' as kind, card_id as cardId, id, timestamp as at, source, left_out as leftOut, burst, ${detailColumns[kind]}
    from card_${kind}s where card_id in (select value from json_each(?)) and (timestamp, id) > (?, ?) and timestamp < ?
    order by card_id, timestamp, id limit ${pageSize}`
}

/** A file that is being written. */
export const DayFile = z.object({
  key: z.string(),
  uploadId: z.string(),
  etags: z.array(z.string()),
  /** The metadata of the row groups so far: a Parquet file without their data, in Base64. */
  rowGroups: z.string(),
  /** The checksum of each row group. */
  sums: z.array(z.string()),
})
export type DayFile = z.infer<typeof DayFile>

/** The rows of a row group: about 10 MB in memory and 600 kB in the file. */
export const rowsPerGroup = 20_000

// R2 takes parts of 5 MiB and more, all of one size except the last. Readers skip the zeros that fill a part.
const partBytes = 5 * 1024 * 1024
const footerBytesPerGroup = 1000

const columns: DataColumn<ArchivedEvent>[] = [
  { key: 'kind', of: ({ kind }) => kind },
  { key: 'card_id', type: 'integer', of: ({ cardId }) => cardId },
  { key: 'id', of: ({ id }) => id },
  { key: 'timestamp', type: 'time', of: ({ at }) => at },
  { key: 'source', of: ({ source }) => source },
  { key: 'left_out', of: ({ leftOut }) => leftOut },
  { key: 'burst', type: 'integer', of: ({ burst }) => burst },
  { key: 'country', of: ({ place }) => partOf(place, 0) },
  { key: 'region', of: ({ place }) => partOf(place, 1) },
  { key: 'city', of: ({ place }) => partOf(place, 2) },
  { key: 'device', of: ({ device }) => partOf(device, 0) },
  { key: 'system', of: ({ device }) => partOf(device, 1) },
  { key: 'browser', of: ({ device }) => partOf(device, 2) },
  { key: 'dwell_ms', type: 'integer', of: ({ dwellMs }) => dwellMs },
  { key: 'link_type', of: ({ linkType }) => linkType },
  { key: 'link_id', of: ({ linkId }) => linkId },
]

function partOf(key: string, index: number): string | null {
  const part = key.split('|')[index]
  return part && part !== 'Unknown' ? part : null
}

/** Starts a file. One that is never completed is deleted by R2 after seven days. */
export async function startFile(bucket: R2Bucket, key: string): Promise<DayFile> {
  const { uploadId } = await bucket.createMultipartUpload(key, {
    httpMetadata: { contentType: 'application/vnd.apache.parquet' },
  })
  return { key, uploadId, etags: [], rowGroups: '', sums: [] }
}

/** Writes row groups into the next part of the file. */
export async function nextPart(file: DayFile) {
  const { buffer, writer } = await writerOf(file.rowGroups)
  // Only the first part has the four bytes with which a file begins.
  if (file.etags.length > 0)
    Object.assign(buffer, { index: 0, offset: file.etags.length * partBytes })
  const sums = [...file.sums]
  return {
    /** Returns false if the row group does not fit. */
    add(events: ArchivedEvent[]): boolean {
      const { index, offset } = buffer
      const columnData = columnDataOf(columns, events)
      writer.write({
        rowGroupSize: events.length,
        columnData: columnData.map((column) => ({ ...column, offsetIndex: false })),
      })
      const footerBytes = (writer.row_groups.length + 1) * footerBytesPerGroup
      if (buffer.index + footerBytes <= partBytes) {
        sums.push(checksumOf(columnData.map(({ data }) => data)))
        return true
      }
      if (sums.length === file.sums.length)
        throw new Error(`A row group of ${file.key} is too large`)
      writer.row_groups.pop()
      Object.assign(buffer, { index, offset })
      return false
    },
    /** Uploads the part; the last part includes the footer. Returns the file with the part. */
    async upload(bucket: R2Bucket, { isLast }: { isLast: boolean }): Promise<DayFile> {
      if (sums.length === file.sums.length && !isLast) return file
      const rowGroups = isLast ? '' : await fileWithoutData(writer)
      if (isLast) writer.finish()
      const bytes = new Uint8Array(isLast ? buffer.index : partBytes)
      bytes.set(buffer.getBytes())
      const upload = bucket.resumeMultipartUpload(file.key, file.uploadId)
      const { etag } = await upload.uploadPart(file.etags.length + 1, bytes)
      return { ...file, etags: [...file.etags, etag], rowGroups, sums }
    },
  }
}

type Writer = Awaited<ReturnType<typeof writerOf>>['writer']

// The writer cannot continue a file, so the metadata of earlier row groups is assigned to its fields.
async function writerOf(rowGroups: string) {
  // Imported on first use, because no request needs them.
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer')
  const { parquetMetadata } = await import('hyparquet')
  const buffer = new ByteWriter()
  const writer = new ParquetWriter({ writer: buffer, schema: schemaOf(columns), statistics: false })
  if (rowGroups) {
    const metadata = parquetMetadata(new Uint8Array(Buffer.from(rowGroups, 'base64')).buffer)
    writer.row_groups = metadata.row_groups
    writer.num_rows = metadata.num_rows
  }
  return { buffer, writer }
}

async function fileWithoutData({ row_groups, num_rows }: Pick<Writer, 'row_groups' | 'num_rows'>) {
  const { buffer, writer } = await writerOf('')
  Object.assign(writer, { row_groups, num_rows })
  writer.finish()
  return Buffer.from(buffer.getBytes()).toString('base64')
}

/** Makes the uploaded parts the file of the day, in place of an earlier one. Harmless to repeat. */
export async function completeFile(bucket: R2Bucket, file: DayFile): Promise<void> {
  const parts = file.etags.map((etag, index) => ({ partNumber: index + 1, etag }))
  const upload = bucket.resumeMultipartUpload(file.key, file.uploadId)
  await upload.complete(parts).catch((error: unknown) => {
    if (!isUploadGone(error)) throw error
  })
}

/** True if the upload was completed before, or deleted by R2. */
export function isUploadGone(error: unknown): boolean {
  return errorMessages(error).includes('(10024)')
}

/** Reads back the row groups from the number `from` to before `to`. Returns whether they match what was written. */
export async function verifyGroups(
  bucket: R2Bucket,
  { key, sums }: DayFile,
  { from, to }: { from: number; to: number },
): Promise<boolean> {
  const { parquetMetadataAsync, parquetReadObjects } = await import('hyparquet')
  const head = await bucket.head(key)
  if (!head) return false
  const file = objectBuffer(bucket, head)
  const metadata = await parquetMetadataAsync(file)
  if (metadata.row_groups.length !== sums.length) return false
  let rowStart = 0
  for (const [number, { num_rows }] of metadata.row_groups.entries()) {
    const rowEnd = rowStart + Number(num_rows)
    if (number >= from && number < to) {
      const rows = await parquetReadObjects({ file, metadata, rowStart, rowEnd })
      const found = checksumOf(columns.map(({ key }) => rows.map((row) => row[key])))
      if (found !== sums[number]) return false
    }
    rowStart = rowEnd
  }
  return true
}

function objectBuffer(bucket: R2Bucket, { key, size }: R2Object): AsyncBuffer {
  return {
    byteLength: size,
    slice: async (start, end = size) => {
      const part = await bucket.get(key, { range: { offset: start, length: end - start } })
      if (!part) throw new Error(`${key} is missing`)
      return part.arrayBuffer()
    },
  }
}

function checksumOf(columnValues: unknown[][]): string {
  const hash = createHash('sha256')
  for (const values of columnValues)
    hash.update(JSON.stringify(values.map((value) => `${value?.valueOf()}`)))
  return hash.digest('hex')
}
