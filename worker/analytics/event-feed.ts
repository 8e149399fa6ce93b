/**
 * The event feed of a card for API clients. Cursors are bound to the card, and valid as long as events are
 * kept.
 */
import type { EventsPage, PulledEvent } from '../../schema/analytics/analytics-export.ts'
import { deviceText, type EventKind, eventKinds, placeText } from '../../schema/tracking/event.ts'
import type { Bindings } from '../env.ts'
import { openCursor, sealCursor } from '../platform/secrets.ts'
import { dayMs } from '../platform/time.ts'
import { type EventKey, kindNumber, settleMs } from '../tracking/late-events.ts'
import { analyticsOf } from '../tracking/shards.ts'
import { eventOf, labelOf, type PointNames, readPointNames } from './share-point-figures.ts'

/** The last event read, and the last row of late events with the entry within it. */
export type Position = { key: EventKey; seq: number; entry: number }

export const startPosition: Position = { key: [-1, '', 0], seq: 0, entry: 0 }

const version = '1'
const cursorForm = /^1\.(\d+)\.(\d+)\.(-?\d+)\.(\d)\.(\d+)\.(\d+)\.(.*)$/s

type Issued = { cardId: number; day: number }

/** The cursor for a position; the same position gives the same text all day. */
export function writeCursor(
  env: Bindings,
  cardId: number,
  { key: [at, id, kind], seq, entry }: Position,
): string {
  const day = Math.floor(Date.now() / dayMs)
  const text = [version, cardId, day, at, kind, seq, entry, id].join('.')
  return sealCursor(env, text)
}

/** The position of a cursor; `expired`, or undefined if it was not issued for this card. */
export function readCursor(
  env: Bindings,
  cardId: number,
  cursor: string,
): Position | 'expired' | undefined {
  const text = openCursor(env, cursor)
  if (text === undefined) return undefined
  const { issued, position } = parse(text) ?? {}
  if (!issued || !position || issued.cardId !== cardId) return undefined
  const age = Math.floor(Date.now() / dayMs) - issued.day
  return age > Number(env.EVENT_RETENTION_DAYS) ? 'expired' : position
}

function parse(text: string): { issued: Issued; position: Position } | undefined {
  const [, cardId, day, at, kind, seq, entry, id = ''] = cursorForm.exec(text) ?? []
  if (cardId === undefined) return undefined
  return {
    issued: { cardId: Number(cardId), day: Number(day) },
    position: {
      key: [Number(at), id, Number(kind)],
      seq: Number(seq),
      entry: Number(entry),
    },
  }
}

// Reads the events of a card so that a client gets each exactly once, whenever it was recorded.

type Row = {
  at: number
  id: string
  kind: EventKind
  source: string
  leftOut: string | null
  place: string
  device: string
  linkType: string
  linkId: string
  dwellMs: number
}
type LateRow = Row & { seq: number; entry: number }
type PageOptions = { cardId: number; position: Position; limit: number }

/** Greater than every entry index of a row of late events. */
const wholeRow = 1_000_000

/**
 * Returns late-recorded events from before the position first, then the events after it, oldest first. All are read in
 * one transaction, so a concurrently recorded event is either included or reported as late afterwards.
 */
export async function readPage(
  env: Bindings,
  { cardId, position, limit }: PageOptions,
  now = Date.now(),
): Promise<Omit<EventsPage, 'cursor'> & { position: Position }> {
  const db = analyticsOf(env, cardId)
  const settled = now - settleMs
  const [newest, late, ...kinds] = await db.batch<never>([
    db.prepare('select max(seq) as seq from late_events where card_id = ?').bind(cardId),
    lateStatement(db, { cardId, position, limit }),
    ...eventKinds.map((kind) => kindStatement(db, { cardId, position, limit, kind, settled })),
  ])
  const missed: LateRow[] = late?.results ?? []
  const next = kinds.flatMap(({ results }): Row[] => results).sort(compareRows)
  const seqs: { seq: number | null }[] = newest?.results ?? []
  const names = await readPointNames(env, [cardId])
  const readyLate = missed.slice(0, limit)
  const ready = next.slice(0, limit - readyLate.length)
  const lastLate = missed.length > limit ? readyLate.at(-1) : undefined
  const last = ready.at(-1)
  return {
    events: [...readyLate, ...ready].map((row) => toPulledEvent(row, names)),
    more: missed.length + next.length > limit,
    settledUntil: new Date(settled).toISOString(),
    position: {
      key: last ? rowKey(last) : position.key,
      seq: lastLate ? lastLate.seq : Math.max(position.seq, seqs[0]?.seq ?? 0),
      entry: lastLate ? lastLate.entry : wholeRow,
    },
  }
}

const columns: Record<EventKind, string> = {
  view: `row.viewer_location as place, row.viewer_device as device, '' as linkType, '' as linkId, row.dwell_ms as dwellMs`,
  click: `row.clicker_location as place, row.clicker_device as device, row.link_type as linkType, row.link_id as linkId, 0 as dwellMs`,
  save: `row.saver_location as place, row.saver_device as device, '' as linkType, '' as linkId, 0 as dwellMs`,
}

function selectOf(kind: EventKind): string {
  return `row.timestamp as at, row.id, '${kind}' as kind, row.source, row.left_out as leftOut, ${columns[kind]}`
}

function lateStatement(
  db: D1Database,
  { cardId, position: { key, seq, entry }, limit }: PageOptions,
): D1PreparedStatement {
  const ofKind = (kind: EventKind) => `
    select ${selectOf(kind)}, late.seq, entry.key as entry
    from late_events as late cross join json_each(late.events) as entry cross join card_${kind}s as row
      on row.card_id = late.card_id and row.timestamp = entry.value ->> 0 and row.id = entry.value ->> 1
    where late.card_id = ?1 and (late.seq, entry.key) > (?2, ?3) and late.seq >= ?2
      and entry.value ->> 2 = ${kindNumber(kind)} and (row.timestamp, row.id, ${kindNumber(kind)}) <= (?4, ?5, ?6)`
  const sql = `${eventKinds.map(ofKind).join(' union all ')} order by seq, entry limit ?7`
  return db.prepare(sql).bind(cardId, seq, entry, ...key, limit + 1)
}

type KindOptions = PageOptions & { kind: EventKind; settled: number }

function kindStatement(
  db: D1Database,
  { cardId, position, limit, kind, settled }: KindOptions,
): D1PreparedStatement {
  const [at, id, lastKind] = position.key
  const after = kindNumber(kind) > lastKind ? '>=' : '>'
  return db
    .prepare(
      `select ${selectOf(kind)} from card_${kind}s as row
       where row.card_id = ? and (row.timestamp, row.id) ${after} (?, ?) and row.timestamp <= ?
       order by row.timestamp, row.id limit ?`,
    )
    .bind(cardId, at, id, settled, limit + 1)
}

function rowKey({ at, id, kind }: Row): EventKey {
  return [at, id, kindNumber(kind)]
}

function compareRows(a: Row, b: Row): number {
  // Compares like SQLite, by UTF-8 bytes, which for the characters of event ids equals code units.
  const byId = a.id < b.id ? -1 : Number(a.id > b.id)
  return a.at - b.at || byId || kindNumber(a.kind) - kindNumber(b.kind)
}

function toPulledEvent(
  { at, id, kind, source, leftOut, place, device, ...row }: Row,
  names: PointNames,
): PulledEvent {
  return {
    id,
    kind,
    timestamp: new Date(at).toISOString(),
    source,
    sharePoint: labelOf(names, source),
    event: eventOf(names, source, at),
    location: placeText(place),
    device: deviceText(device),
    leftOut,
    ...(kind === 'view' ? { dwellMs: row.dwellMs } : {}),
    ...(kind === 'click' ? { linkType: row.linkType, linkId: row.linkId } : {}),
  }
}
