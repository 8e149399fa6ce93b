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

/** The labels of the cards' share points by code. */
export async function labelsOf({ DB }: Bindings, cardIds: number[]): Promise<Map<string, string>> {
  const { results } = await DB.prepare(
    'select code, label from share_points where card_id in (select value from json_each(?))',
  )
    .bind(JSON.stringify(cardIds))
    .all<{ code: string; label: string }>()
  return new Map(results.map(({ code, label }) => [code, label]))
}
