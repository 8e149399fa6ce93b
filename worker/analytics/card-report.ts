/** The report on one card: figures from daily totals, and the history of single events, newest first. */
import type {
  CardReport,
  CardReportQuery,
  ClickRow,
  HistoryPage,
  HistoryQuery,
  SaveRow,
  ViewRow,
} from '../../schema/analytics/card-report.ts'
import type { Card } from '../../schema/cards/card.ts'
import { deviceText, placeText } from '../../schema/tracking/event.ts'
import type { Bindings } from '../env.ts'
import { hourMs } from '../platform/time.ts'
import { addStored } from '../tracking/rollup-counts.ts'
import { analyticsOf } from '../tracking/shards.ts'
import { listSubmissions, readAllTime } from './card-totals.ts'
import { readFigures } from './figures.ts'
import { reportPeriod } from './report-period.ts'
import { requireSharePoint } from './share-point-figures.ts'

type CardReportOptions = {
  card: Pick<Card, 'id' | 'name' | 'slug'>
  query: CardReportQuery
  withContent: boolean
  now?: number
}

/** `withContent` includes the contents of form submissions. Throws 404 if the card has no such share point. */
export async function cardReport(
  env: Bindings,
  { card: { id, name, slug }, query, withContent, now }: CardReportOptions,
): Promise<CardReport> {
  const { range, zone, rows, sharePoint: code } = query
  const period = reportPeriod({ periodName: range, zone, now })
  const subject = { cardIds: [id], sharePoint: await requireSharePoint(env, [id], code) }
  const [figures, allTime, lists, submissions] = await Promise.all([
    readFigures(env, subject, period),
    readAllTime(env, subject),
    newestEvents(env, { cardId: id, limit: rows, code }),
    listSubmissions(env, { cardId: id, rows, code, withContent }),
  ])
  const { views, clicks, saves, submissions: sent } = figures.summary
  return {
    card: { id, name, slug },
    ...figures,
    allTime,
    summary: {
      ...figures.summary,
      totalViews: views,
      totalClicks: clicks,
      totalSaves: saves,
      totalSubmissions: sent,
    },
    ...lists,
    submissions,
  }
}

// Excluded events are skipped; a page ends after this many rows even if it is not full.
const maxScanned = 2000

type Lists = Pick<CardReport, 'views' | 'clicks' | 'saves' | 'next'>
type Kind = HistoryQuery['kind']
type Row = {
  id: string
  timestamp: number
  source: string
  place: string
  device: string
  dwellMs: number
  linkType: string
  linkId: string
  /** The last scanned row, which is not part of the list. */
  end: 0 | 1
}

const columns = {
  views: `viewer_location as place, viewer_device as device, dwell_ms as dwellMs`,
  clicks: `clicker_location as place, clicker_device as device, link_type as linkType, link_id as linkId`,
  saves: `saver_location as place, saver_device as device`,
}

/**
 * A page of one list, before the cursor. It can have fewer than `limit` rows, even none, and still continue at `next`.
 */
export async function readHistory(
  env: Bindings,
  { cardId, kind, before, limit, sharePoint: code }: { cardId: number } & HistoryQuery,
): Promise<HistoryPage> {
  const db = analyticsOf(env, cardId)
  const { results } = await statement(db, { kind, cardId, before, limit, code }).all<Row>()
  const next = await nextCursor(db, results, { cardId, kind, limit, code })
  const rows = listedRows(results, limit)
  if (kind === 'views') return { kind, rows: rows.map(viewRow), next }
  if (kind === 'clicks') return { kind, rows: rows.map(clickRow), next }
  return { kind, rows: rows.map(saveRow), next }
}

/** Identifies the events of a card, or only those of its share point with the code. */
type ListKey = { cardId: number; code?: string | undefined }

/** The newest events of each kind. */
async function newestEvents(
  env: Bindings,
  { limit, ...key }: ListKey & { limit: number },
): Promise<Lists> {
  const none = {
    views: [],
    clicks: [],
    saves: [],
    next: { views: null, clicks: null, saves: null },
  }
  if (limit === 0) return none
  const db = analyticsOf(env, key.cardId)
  const [views = [], clicks = [], saves = []] = (
    await db.batch<Row>([
      statement(db, { ...key, kind: 'views', limit }),
      statement(db, { ...key, kind: 'clicks', limit }),
      statement(db, { ...key, kind: 'saves', limit }),
    ])
  ).map(({ results }) => results)
  return {
    views: listedRows(views, limit).map(viewRow),
    clicks: listedRows(clicks, limit).map(clickRow),
    saves: listedRows(saves, limit).map(saveRow),
    next: {
      views: await nextCursor(db, views, { ...key, kind: 'views', limit }),
      clicks: await nextCursor(db, clicks, { ...key, kind: 'clicks', limit }),
      saves: await nextCursor(db, saves, { ...key, kind: 'saves', limit }),
    },
  }
}

// One extra row shows that the list continues; the second half is read only if the first is not full.
function statement(
  db: D1Database,
  { kind, cardId, code, before, limit }: ListKey & { kind: Kind; before?: string; limit: number },
): D1PreparedStatement {
  const [timestamp = '', id = ''] = (before ?? `${Number.MAX_SAFE_INTEGER}.`).split('.')
  const select = (more: string) =>
    `select id, timestamp, source, left_out, ${columns[kind]}, ${more} as end from card_${kind}
     where card_id = ?1 and (timestamp, id) < (?2, ?3) order by timestamp desc, id desc`
  return db
    .prepare(
      `select * from (
         select * from (${select('0')} limit ${maxScanned}) where left_out is null and (?4 is null or source = ?4)
         union all select * from (${select('1')} limit 1 offset ${maxScanned - 1}))
       limit ${limit + 1}`,
    )
    .bind(cardId, Number(timestamp), id, code ?? null)
}

function listedRows(rows: Row[], limit: number): Row[] {
  return rows.filter(({ end }) => end === 0).slice(0, limit)
}

async function nextCursor(
  db: D1Database,
  rows: Row[],
  { limit, ...filter }: ListKey & { kind: Kind; limit: number },
): Promise<string | null> {
  const last = rows.length > limit ? rows[limit - 1] : undefined
  if (last) return `${last.timestamp}.${last.id}`
  const end = rows.find((row) => row.end === 1)
  return end ? findNextCursor(db, filter, end) : null
}

function viewRow(row: Row): ViewRow {
  return {
    ...commonFields(row),
    viewerLocation: placeText(row.place),
    viewerDevice: deviceText(row.device),
    dwellMs: row.dwellMs,
  }
}

function clickRow(row: Row): ClickRow {
  const { linkType, linkId } = row
  return {
    ...commonFields(row),
    linkType,
    linkId,
    clickerLocation: placeText(row.place),
    clickerDevice: deviceText(row.device),
  }
}

function saveRow(row: Row): SaveRow {
  return {
    ...commonFields(row),
    saverLocation: placeText(row.place),
    saverDevice: deviceText(row.device),
  }
}

function commonFields({ id, timestamp, source }: Row) {
  return { id, timestamp: new Date(timestamp).toISOString(), source }
}

// Finds the next page when a scan ends inside a run of excluded events.

type HistoryKey = ListKey & { kind: Kind }
type ScanEnd = { timestamp: number; id: string }

/** The cursor of the next counted event, to the hour, from the daily totals; null if there is none. */
async function findNextCursor(
  db: D1Database,
  { cardId, code, kind }: HistoryKey,
  end: ScanEnd,
): Promise<string | null> {
  const hour = Math.floor(end.timestamp / hourMs)
  // The events of the first day may all be later on that day.
  const { results } = await db
    .prepare(
      `select day, counts from ${code ? 'share_point_days' : 'card_days'} where card_id = ?1 and day <= ?2
         and ${kind} > 0 ${code ? 'and code = ?3' : ''} order by day desc limit 2`,
    )
    .bind(cardId, Math.floor(hour / 24), ...(code ? [code] : []))
    .all<{ day: number; counts: string }>()
  const next = Math.max(...results.map((row) => lastHour(row, kind, hour)))
  if (next === hour) return `${end.timestamp}.${end.id}`
  return next > 0 ? `${(next + 1) * hourMs}.0` : null
}

function lastHour({ day, counts }: { day: number; counts: string }, kind: string, until: number) {
  let last = 0
  addStored(new Map(), JSON.parse(counts), (hour, of) => {
    const at = day * 24 + hour
    if (`${of}s` === kind && at <= until) last = Math.max(last, at)
  })
  return last
}
