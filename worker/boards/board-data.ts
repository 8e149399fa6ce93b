/** What the app database has for the board of an event: the event, its share points and their form submissions. */
import { sql } from 'drizzle-orm'
import { mayEditCardSql } from '../analytics/share-point-figures.ts'
import { isCounted } from '../inbox/parts.ts'
import type { Db } from '../platform/database.ts'
import type { BoardData } from './queries.ts'
import { boardQuery } from './queries.ts'

/** One statement, whose lists are JSON; undefined if there is no such event. */
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
