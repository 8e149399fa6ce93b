/** The live board of an event, from the rollups of its cards and the submissions of its share points. */

import { sql } from 'drizzle-orm'
import type { Actor } from '../../schema/access.ts'
import type { Totals } from '../../schema/analytics/figures.ts'
import type { BoardReport } from '../../schema/boards/board.ts'
import type { SharePointKind } from '../../schema/share-points/share-point.ts'
import type { EventKind } from '../../schema/tracking/event.ts'
import { addTotals, type Hours, hourIn, localClock, noTotals } from '../analytics/report-period.ts'
import { mayEditCardSql } from '../analytics/share-point-figures.ts'
import type { Bindings } from '../env.ts'
import { isCounted } from '../inbox/parts.ts'
import { boundedCache } from '../platform/bounded-cache.ts'
import type { Db } from '../platform/database.ts'
import { type DayRange, dayMs, hourMs } from '../platform/time.ts'
import { addStored } from '../tracking/rollup-counts.ts'
import { analyticsOf } from '../tracking/shards.ts'
import { asShown, boardQuery, type StoredBoard } from './queries.ts'

/** What a board needs from the app database. */
export type BoardData = {
  board: StoredBoard
  owner: Actor
  /** The share points of cards that the owner of the event may edit, oldest first. */
  points: Point[]
  /** The number of all share points of the event. */
  members: number
  sent: Sent[]
}

type Point = {
  id: number
  code: string
  label: string
  kind: SharePointKind
  archived: number
  cardId: number
  card: string
  live: number
}

/** Submissions of the cards by source and UTC hour since 1970, other share points included. */
type Sent = { code: string; hour: number; submissions: number }

const maxCards = 20

/** The last report of a board in this isolate, and what it was built from. */
type Built = { report: BoardReport; state: string; codes: string; parts: Part[] }
const lastBuilt = boundedCache<Built>({ max: 20, ttl: 300_000 })

/**
 * Returns the report of a board. It always reads the totals of the share points' days, but the days themselves only from
 * databases whose totals changed.
 */
export async function readBoardReport(
  env: Bindings,
  { board, points, members, sent }: BoardData,
): Promise<BoardReport> {
  const days = daysOf(board)
  const codes = JSON.stringify([days, points.map(({ cardId, code }) => [cardId, code])])
  const last = lastBuilt.get(String(board.id))
  const known = last?.codes === codes ? last.parts : []
  const parts = await readParts(env, { points, days, known })
  const state = JSON.stringify([board, points, members, sent, parts.map((part) => part.totals)])
  if (last?.state === state) return last.report
  const rows = parts.flatMap((part) => part.rows)
  const report = buildReport(board, { points, hidden: members - points.length, sent, rows })
  lastBuilt.set(String(board.id), { report, state, codes, parts })
  return report
}

/** Reads the data of a board in one statement; undefined if the event does not exist. */
export async function readBoardData(db: Db, id: number): Promise<BoardData | undefined> {
  const more = { members, points: pointsList, sent: sentList }
  const found = await boardQuery(db, id, more).get()
  if (!found) return undefined
  const { owner, points, sent, members: count, ...board } = found
  return { board, owner, points: JSON.parse(points), sent: JSON.parse(sent), members: count }
}

const members = sql<number>`(select count(*) from occasion_points where occasion_id = occasions.id)`

const pointsList = sql<string>`(
  select json_group_array(json_object('id', point.id, 'code', point.code, 'label', point.label, 'kind', point.kind,
    'archived', point.archived_at is not null, 'cardId', card.id, 'card', coalesce(nullif(card.name, ''), card.slug),
    'live', card.state = 'live') order by point.id)
  from occasion_points as member cross join share_points as point on point.id = member.share_point_id
  join business_cards as card on card.id = point.card_id
  join users as holder on holder.id = card.user_id
  join users as owner on owner.id = occasions.user_id
  where member.occasion_id = occasions.id and ${sql.raw(mayEditCardSql)})`

const timeText = (column: string) =>
  sql.raw(`strftime('%Y-%m-%dT%H:%M:%fZ', occasions.${column} / 1000, 'unixepoch')`)

const sentList = sql<string>`(
  select json_group_array(json_object('code', code, 'hour', hour, 'submissions', n) order by code, hour) from (
    select sent.source as code, unixepoch(sent.timestamp) / 3600 as hour, count(*) as n
    from (
      select distinct point.card_id from occasion_points as member
      cross join share_points as point on point.id = member.share_point_id where member.occasion_id = occasions.id) as card
    cross join form_submissions as sent on sent.card_id = card.card_id and ${sql.raw(isCounted('sent'))} and sent.timestamp >= ${timeText('starts_at')} and sent.timestamp < ${timeText('ends_at')} group by 1, 2))`

/** The board as a link shows it: cards that are not live have no name. */
export function withoutDraftNames(report: BoardReport): BoardReport {
  const hide = <One extends { card: string | null; live: boolean }>(one: One): One =>
    one.live ? one : { ...one, card: null }
  const event = { ...report.event, questions: [] }
  return { ...report, event, points: report.points.map(hide), cards: report.cards.map(hide) }
}

/** The share points' days in one analytics database, and their totals as text, which tells whether the days changed. */
type Part = { totals: string; rows: PointDay[] }
type PointDay = { code: string; day: number; counts: string }

const pointDays = `from json_each(?1) as point cross join share_point_days
  on card_id = point.value ->> 0 and code = point.value ->> 1 and day between ?2 and ?3`

const totalsSql = `select json_array(count(*), sum(views), sum(clicks), sum(saves)) as totals ${pointDays}`

const changedDaysSql = `select code, day, counts ${pointDays} where (${totalsSql}) <> ?4`

type PartsQuery = { points: Point[]; days: DayRange; known: Part[] }

async function readParts(env: Bindings, { points, days, known }: PartsQuery): Promise<Part[]> {
  const shards = [...Map.groupBy(points, ({ cardId }) => analyticsOf(env, cardId))]
  return Promise.all(
    shards.map(async ([db, some], index) => {
      const last = known[index]
      const codes = JSON.stringify(some.map(({ cardId, code }) => [cardId, code]))
      const bound = [codes, days.from, days.until]
      const [found, changed] = await db.batch<never>([
        db.prepare(totalsSql).bind(...bound),
        db.prepare(changedDaysSql).bind(...bound, last?.totals ?? ''),
      ])
      const counted: { totals: string }[] = found?.results ?? []
      const totals = counted[0]?.totals ?? ''
      return last?.totals === totals ? last : { totals, rows: changed?.results ?? [] }
    }),
  )
}

function daysOf({ startsAt, endsAt }: StoredBoard): DayRange {
  return { from: Math.floor(startsAt / dayMs), until: Math.floor((endsAt - 1) / dayMs) }
}

type Counted = { points: Point[]; hidden: number; sent: Sent[]; rows: PointDay[] }

function buildReport(board: StoredBoard, { points, hidden, sent, rows }: Counted): BoardReport {
  const ofCode = new Map(points.map(({ code }) => [code, { ...noTotals }]))
  const hours: Hours = new Map()
  const add = (code: string, hour: number, more: Totals) => {
    const sum = ofCode.get(code)
    if (!sum || hour * hourMs < board.startsAt || hour * hourMs >= board.endsAt) return
    addTotals(sum, more)
    addTotals(hourIn(hours, hour), more)
  }
  for (const { code, day, counts } of rows)
    addStored(new Map(), JSON.parse(counts), (hour, kind, count) =>
      add(code, day * 24 + hour, totalsOf(kind, count)),
    )
  for (const { code, hour, submissions } of sent) add(code, hour, { ...noTotals, submissions })
  const figures = points.map(({ archived, live, ...point }) => ({
    ...{ ...point, archived: archived === 1, live: live === 1 },
    ...(ofCode.get(point.code) ?? noTotals),
  }))
  const { createdAt: _, ...event } = asShown(board)
  const clock = localClock(board.zone)
  return {
    event,
    totals: sumOf(figures),
    points: figures.sort((a, b) => b.views - a.views || a.id - b.id),
    cards: topCards(figures),
    hours: byHour(hours, clock.hour),
    rounded: clock.rounded(),
    hidden,
  }
}

function totalsOf(kind: EventKind, count: number): Totals {
  return { ...noTotals, [`${kind}s`]: count }
}

function sumOf(figures: Totals[]): Totals {
  const sum = { ...noTotals }
  for (const one of figures) addTotals(sum, one)
  return sum
}

function topCards(points: BoardReport['points']): BoardReport['cards'] {
  const contacts = ({ saves, submissions }: Totals) => saves + submissions
  return [...Map.groupBy(points, ({ cardId }) => cardId)]
    .flatMap(([cardId, some]) => {
      const [{ card = null, live = false } = {}] = some
      return [{ cardId, card, live, ...sumOf(some) }]
    })
    .filter((card) => card.views + card.clicks + contacts(card) > 0)
    .sort((a, b) => contacts(b) - contacts(a) || b.views - a.views || a.cardId - b.cardId)
    .slice(0, maxCards)
}

// When clocks are set back, two hours have the same local time.
function byHour(hours: Hours, localHour: (utcHour: number) => number): BoardReport['hours'] {
  const local = new Map<number, Totals>()
  for (const [hour, totals] of hours) addTotals(hourIn(local, localHour(hour)), totals)
  return [...local]
    .sort(([a], [b]) => a - b)
    .map(([hour, totals]) => ({
      start: new Date(hour * hourMs).toISOString().slice(0, 16),
      ...totals,
    }))
}
