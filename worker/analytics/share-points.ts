/** Share points in reports: the one that a report is limited to, and their names. */
import type { NamedSharePoint } from '../../schema/analytics/figures.ts'
import type { Bindings } from '../env.ts'
import { orNotFound } from '../http/errors.ts'

/** The cards of a report, and the one share point it is limited to. */
export type Subject = { cardIds: number[]; sharePoint?: NamedSharePoint | undefined }

/** The share point with the code, if there is one; throws 404 unless it is of one of these cards. */
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

const notFoundMessage = 'Share point not found'

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
