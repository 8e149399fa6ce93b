/** The analytics of one card: totals, series and breakdowns from its day totals, lists from the events themselves. */
import { type CardReport, type ReportQuery, ranges } from '../../schema/analytics.ts'
import { type EventKind, eventKinds } from '../../schema/event.ts'
import { placeText } from '../../schema/place.ts'
import type { Bindings } from '../env.ts'
import {
  type Counts,
  dayMs,
  readDimension,
  readDwell,
  readLeftOut,
  readLinks,
  sumCounts,
} from './counts.ts'
import { historyStatement, readHistory } from './history.ts'
import { analyticsOf } from './shards.ts'
import { listSubmissions } from './submissions.ts'

type Asked = { cardId: number; query: ReportQuery; withContent: boolean; now?: number }
type DayRow = {
  day: number
  views: number
  clicks: number
  saves: number
  visitors: number
  counts: string
}

/** Its cost grows with the days of the range, never with the events. `withContent` shows what submissions hold. */
export async function reportOn(
  env: Bindings,
  { cardId, query, withContent, now = Date.now() }: Asked,
): Promise<CardReport> {
  const today = Math.floor(now / dayMs)
  const firstDay = query.range ? today - ranges[query.range] + 1 : 0
  const [{ days, lists }, { submissions, total }] = await Promise.all([
    readAnalytics(env, { cardId, query, firstDay }),
    listSubmissions(env, { cardId, since: firstDay * dayMs, withContent }),
  ])
  const counts = sumCounts(days.map((day) => JSON.parse(day.counts)))
  const sum = (key: 'views' | 'clicks' | 'saves' | 'visitors') =>
    days.reduce((total, day) => total + day[key], 0)
  return {
    summary: {
      totalViews: sum('views'),
      totalClicks: sum('clicks'),
      totalSaves: sum('saves'),
      totalSubmissions: total,
      visitors: sum('visitors'),
      dwellMs: readDwell(counts).dwellMs,
    },
    ...lists,
    submissions,
    series: days.map(({ day, counts: _, ...totals }) => ({
      day: new Date(day * dayMs).toISOString().slice(0, 10),
      ...totals,
    })),
    breakdowns: breakdowns(counts),
    leftOut: readLeftOut(counts),
  }
}

async function readAnalytics(
  env: Bindings,
  { cardId, query, firstDay }: { cardId: number; query: ReportQuery; firstDay: number },
) {
  const db = analyticsOf(env, cardId)
  const [days, views, clicks, saves] = await db.batch<never>([
    db
      .prepare(
        `select day, views, clicks, saves, visitors, counts from card_days
         where card_id = ? and day >= ? order by day`,
      )
      .bind(cardId, firstDay),
    ...eventKinds.map((kind) =>
      historyStatement(db, { kind, cardId, before: query[`${kind}sBefore`] }),
    ),
  ])
  const lists = readHistory(views?.results ?? [], clicks?.results ?? [], saves?.results ?? [])
  const rows: DayRow[] = days?.results ?? []
  return { days: rows, lists }
}

function breakdowns(counts: Counts): CardReport['breakdowns'] {
  return {
    views: breakdown(counts, 'view'),
    clicks: breakdown(counts, 'click'),
    saves: breakdown(counts, 'save'),
    links: readLinks(counts),
  }
}

function breakdown(counts: Counts, kind: EventKind) {
  const devices = readDimension(counts, kind, 'devices')
  return {
    hours: readDimension(counts, kind, 'hours'),
    places: regroup(readDimension(counts, kind, 'places'), placeText),
    devices: regroup(devices, (key) => part(key, 0)),
    systems: regroup(devices, (key) => part(key, 1)),
    browsers: regroup(devices, (key) => part(key, 2)),
    sources: readDimension(counts, kind, 'sources'),
  }
}

function part(deviceKey: string, index: number): string {
  return deviceKey === 'Other' ? deviceKey : (deviceKey.split('|')[index] ?? 'Unknown')
}

function regroup(counts: Record<string, number>, name: (key: string) => string) {
  const grouped = new Map<string, number>()
  for (const [key, count] of Object.entries(counts))
    grouped.set(name(key), (grouped.get(name(key)) ?? 0) + count)
  return Object.fromEntries(grouped)
}
