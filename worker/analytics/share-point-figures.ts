/** Share points in reports: their names, the one that a report is limited to, and the figures of each. */
import type { NamedSharePoint, SharePointFigures, Totals } from '../../schema/analytics/figures.ts'
import type { Bindings } from '../env.ts'
import { orNotFound } from '../http/errors.ts'
import { isCounted } from '../inbox/parts.ts'
import { type DayRange, startOfDay, timeText } from '../platform/time.ts'
import { analyticsOf } from '../tracking/shards.ts'
import type { ReportPeriod } from './report-period.ts'

/** The cards of a report, and the one share point it is limited to. */
export type Subject = { cardIds: number[]; sharePoint?: NamedSharePoint | undefined }

const notFoundMessage = 'Share point not found'

/** SQL for `canEditCard`, for a join of `card`, its owner `holder`, and `owner`, the user who may edit it. */
export const mayEditCardSql = `(card.deleted_at is null and holder.deleted_at is null and (
  card.user_id = owner.id or owner.access_level >= 4 and holder.access_level <= owner.access_level))`

type PointName = { label: string; events: { name: string; startsAt: number; endsAt: number }[] }

/** The names of the cards' share points and of their events, by code. */
export type PointNames = Map<string, PointName>

const namesSql = `
  select point.code, point.label, (
    select json_group_array(json_object('name', event.name, 'startsAt', event.starts_at, 'endsAt', event.ends_at) order by event.starts_at, event.id)
    from occasion_points as member join occasions as event on event.id = member.occasion_id
    join users as owner on owner.id = event.user_id
    where member.share_point_id = point.id and owner.deleted_at is null and ${mayEditCardSql}) as events
  from share_points as point
  join business_cards as card on card.id = point.card_id
  join users as holder on holder.id = card.user_id
  where point.card_id in (select value from json_each(?))`

const maxListed = 500

/**
 * The figures of these cards' share points, most views first, at most 500. For a single card they include active share
 * points that have brought nothing.
 */
export async function readSharePoints(
  env: Bindings,
  cardIds: number[],
  { rollupDays: days, previousRollupDays: before }: ReportPeriod,
): Promise<SharePointFigures[]> {
  const points = await readEverySharePoint(env, cardIds, { days, before })
  return points
    .filter(({ isArchived, ...one }) => (cardIds.length === 1 && !isArchived) || hasFigures(one))
    .sort((a, b) => b.views - a.views)
    .slice(0, maxListed)
    .map(({ isArchived: _, ...one }) => (before ? one : { ...one, previous: null }))
}

/** The figures of every share point of these cards, oldest first. */
export async function readEverySharePoint(
  env: Bindings,
  cardIds: number[],
  { days, before }: Days,
) {
  const [points, ...events] = await Promise.all([
    listPoints(env, cardIds, { days, before }),
    ...[...Map.groupBy(cardIds, (id) => analyticsOf(env, id))].map(([db, ids]) =>
      sumEvents(db, ids, { days, before }),
    ),
  ])
  const byCode = new Map(events.flat().map((row) => [row.code, row]))
  return points.map((point) => ({
    isArchived: point.archived === 1,
    ...figuresOf(point, byCode.get(point.code)),
  }))
}

function hasFigures({ views, clicks, saves, submissions }: Totals): boolean {
  return views + clicks + saves + submissions > 0
}

type Point = NamedSharePoint & {
  archived: number
  submissions: number
  submissionsBefore: number
  first: string | null
  last: string | null
}

type EventSums = {
  code: string
  views: number
  clicks: number
  saves: number
  viewsBefore: number
  clicksBefore: number
  savesBefore: number
  firstAt: number | null
  lastAt: number | null
}

function figuresOf(
  { card, code, label, submissions, submissionsBefore, first, last }: Point,
  events: Partial<EventSums> = {},
) {
  const { views = 0, clicks = 0, saves = 0, firstAt = null, lastAt = null } = events
  const { viewsBefore = 0, clicksBefore = 0, savesBefore = 0 } = events
  const times = [firstAt, lastAt, ...[first, last].map((time) => time && Date.parse(time))]
    .filter((time) => typeof time === 'number')
    .sort((a, b) => a - b)
  return {
    ...{ card, code, label, views, clicks, saves, submissions },
    previous: {
      views: viewsBefore,
      clicks: clicksBefore,
      saves: savesBefore,
      submissions: submissionsBefore,
    },
    first: timeText(times[0]),
    last: timeText(times.at(-1)),
  }
}

type Days = { days: DayRange; before?: DayRange | undefined }

// Reads the index point by point, because grouping every row by its source takes ten times as long. By itself, SQLite would
// choose another index.
const sent = `from form_submissions indexed by form_submissions_source
    where card_id = point.card_id and source = point.code and ${isCounted()}`
const inside = 'timestamp >= ?2 and timestamp < ?4'

const pointsSql = `
  select point.card_id as card, point.code, point.label, point.archived_at is not null as archived,
    (select count(*) ${sent} and ${inside}) as submissions,
    (select count(*) ${sent} and timestamp >= ?3 and timestamp < ?2) as submissionsBefore,
    (select min(timestamp) ${sent} and ${inside}) as first,
    (select max(timestamp) ${sent} and ${inside}) as last
  from share_points as point where point.card_id in (select value from json_each(?1)) order by point.id`

async function listPoints(
  { DB }: Bindings,
  cardIds: number[],
  { days, before = emptyBefore(days) }: Days,
): Promise<Point[]> {
  const { results } = await DB.prepare(pointsSql)
    .bind(
      JSON.stringify(cardIds),
      startOfDay(days.from),
      startOfDay(before.from),
      startOfDay(days.until + 1),
    )
    .all<Point>()
  return results
}

// The primary key is card, code and day, so the codes are read by key first.
const eventsSql = `
  with recursive points (card, code) as (
    select value, (select min(code) from share_point_days where card_id = value) from json_each(?1)
    union all
    select card, (select min(code) from share_point_days where card_id = card and code > points.code)
    from points where code is not null)
  select points.code, sum(iif(day >= ?2, views, 0)) as views, sum(iif(day >= ?2, clicks, 0)) as clicks,
    sum(iif(day >= ?2, saves, 0)) as saves, sum(iif(day < ?2, views, 0)) as viewsBefore,
    sum(iif(day < ?2, clicks, 0)) as clicksBefore, sum(iif(day < ?2, saves, 0)) as savesBefore,
    min(iif(day >= ?2, first_at, null)) as firstAt, max(iif(day >= ?2, last_at, null)) as lastAt
  from points cross join share_point_days as row
    on row.card_id = card and row.code = points.code and day between ?3 and ?4
  group by points.code`

async function sumEvents(
  db: D1Database,
  cardIds: number[],
  { days, before = emptyBefore(days) }: Days,
): Promise<EventSums[]> {
  const { results } = await db
    .prepare(eventsSql)
    .bind(JSON.stringify(cardIds), days.from, before.from, days.until)
    .all<EventSums>()
  return results
}

function emptyBefore({ from }: DayRange): DayRange {
  return { from, until: from - 1 }
}

/** The all-time totals of the share point. */
export async function readSharePointTotals(
  env: Bindings,
  { card, code }: NamedSharePoint,
): Promise<Totals> {
  const [events, sent] = await Promise.all([
    analyticsOf(env, card)
      .prepare(
        `select coalesce(sum(views), 0) as views, coalesce(sum(clicks), 0) as clicks, coalesce(sum(saves), 0) as saves
         from share_point_days where card_id = ? and code = ?`,
      )
      .bind(card, code)
      .all<Omit<Totals, 'submissions'>>(),
    env.DB.prepare(
      `select count(*) as n from form_submissions where card_id = ? and source = ? and ${isCounted()}`,
    )
      .bind(card, code)
      .first<number>('n'),
  ])
  const [{ views, clicks, saves } = { views: 0, clicks: 0, saves: 0 }] = events.results
  return { views, clicks, saves, submissions: sent ?? 0 }
}

/** The share point with the code; undefined without a code. Throws 404 unless it belongs to one of these cards. */
export async function requireSharePoint(
  { DB }: Bindings,
  cardIds: number[],
  code: string | undefined,
): Promise<NamedSharePoint | undefined> {
  if (code === undefined) return undefined
  const found = await DB.prepare(
    'select card_id as card, code, label from share_points where code = ?',
  )
    .bind(code)
    .first<NamedSharePoint>()
  return orNotFound(found && cardIds.includes(found.card) ? found : undefined, notFoundMessage)
}

/** The labels of the cards' share points, and their events except those whose owner may no longer edit the card. */
export async function readPointNames({ DB }: Bindings, cardIds: number[]): Promise<PointNames> {
  const { results } = await DB.prepare(namesSql)
    .bind(JSON.stringify(cardIds))
    .all<{ code: string; label: string; events: string }>()
  return new Map(
    results.map(({ code, label, events }) => [code, { label, events: JSON.parse(events) }]),
  )
}

/** The label of a source that is a share point. */
export function labelOf(names: PointNames, source: string): string | null {
  return names.get(source)?.label ?? null
}

/** The names of the events at which the share point was in use at that time (milliseconds), the earliest first. */
export function eventOf(names: PointNames, source: string, at: number): string | null {
  const held = names
    .get(source)
    ?.events.filter(({ startsAt, endsAt }) => at >= startsAt && at < endsAt)
  return held?.map(({ name }) => name).join('; ') || null
}
