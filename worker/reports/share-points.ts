/** Share points in reports: their labels, and figures by share point. */
import { eventKinds } from '../../schema/event.ts'
import type { SharePointFigures } from '../../schema/figures.ts'
import type { Bindings } from '../env.ts'
import { type Counts, readDimension } from '../events/rollup-counts.ts'
import type { DayRange } from '../platform/time.ts'
import { startOf } from './submissions.ts'

type Point = { code: string; label: string; archived: number; submissions: number }

const pointsSql = `
  with sent as (
    select card_id, source, count(*) as n from form_submissions
    where card_id in (select value from json_each(?1)) and timestamp >= ?2 and timestamp < ?3 group by 1, 2)
  select point.code, point.label, point.archived_at is not null as archived, coalesce(sent.n, 0) as submissions
  from share_points as point left join sent on sent.card_id = point.card_id and sent.source = point.code
  where point.card_id in (select value from json_each(?1)) order by point.id`

/** The share points of these cards, with their submissions within the UTC days. One statement. */
export async function listPoints(
  { DB }: Bindings,
  cardIds: number[],
  { from, until }: DayRange,
): Promise<Point[]> {
  const { results } = await DB.prepare(pointsSql)
    .bind(JSON.stringify(cardIds), startOf(from), startOf(until + 1))
    .all<Point>()
  return results
}

const maxListed = 500

/**
 * The figures of share points, most views first, at most 500. `withUnused` includes those that are not archived and have
 * no figures yet.
 */
export function sharePointFigures(
  points: Point[],
  counts: Counts,
  withUnused: boolean,
): SharePointFigures[] {
  const [views = {}, clicks = {}, saves = {}] = eventKinds.map((kind) =>
    readDimension(counts, kind, 'sources'),
  )
  return points
    .map(({ code, label, archived, submissions }) => ({
      isShown: withUnused && archived === 0,
      code,
      label,
      views: views[code] ?? 0,
      clicks: clicks[code] ?? 0,
      saves: saves[code] ?? 0,
      submissions,
    }))
    .filter((one) => one.isShown || one.views + one.clicks + one.saves + one.submissions > 0)
    .sort((a, b) => b.views - a.views)
    .slice(0, maxListed)
    .map(({ isShown: _, ...figures }) => figures)
}

/** SQL for `canEditCard`, for joins of `card`, the user `holder` it belongs to, and the user `owner` who asks. */
export const mayEditCardSql = `(card.deleted_at is null and holder.deleted_at is null and (
  card.user_id = owner.id or owner.access_level >= 4 and holder.access_level <= owner.access_level))`

type PointName = { label: string; events: { name: string; startsAt: number; endsAt: number }[] }

/** The names of the cards' share points by code, with those of their events. */
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

/** The labels of the cards' share points, and their events unless their owner may no longer edit the card. One statement. */
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
