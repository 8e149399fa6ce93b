/** Form submissions of visitors in reports: the newest ones, and counts. Entries that were captured or imported are not counted. */
import { and, desc, eq, sql } from 'drizzle-orm'
import type { CardReport } from '../../schema/analytics/card-report.ts'
import { formSubmissions } from '../../schema/inbox/tables.ts'
import { deviceText, placeText } from '../../schema/tracking/event.ts'
import type { Bindings } from '../env.ts'
import { isCounted } from '../inbox/parts.ts'
import { database } from '../platform/database.ts'
import { type DayRange, startOfDay } from '../platform/time.ts'
import type { Subject } from './share-point-figures.ts'

type ListQuery = {
  cardId: number
  rows: number
  /** Of a share point; absent for all. */
  code?: string | undefined
  withContent: boolean
}

/** Newest first; contents only with `withContent`. */
export async function listSubmissions(
  env: Bindings,
  { cardId, rows, code, withContent }: ListQuery,
): Promise<CardReport['submissions']> {
  if (rows === 0) return []
  const found = await database(env.DB)
    .select({
      id: formSubmissions.id,
      timestamp: formSubmissions.timestamp,
      place: formSubmissions.submitterLocation,
      device: formSubmissions.submitterDevice,
      formData: formSubmissions.formData,
    })
    .from(formSubmissions)
    .where(
      and(
        eq(formSubmissions.cardId, cardId),
        sql.raw(isCounted()),
        code === undefined ? undefined : eq(formSubmissions.source, code),
      ),
    )
    .orderBy(desc(formSubmissions.timestamp), desc(formSubmissions.id))
    .limit(rows)
  return found.map(({ id, timestamp, place, device, formData }) => ({
    id,
    timestamp,
    submitterLocation: placeText(place),
    submitterDevice: deviceText(device),
    formData: withContent ? formData : null,
  }))
}

/** The submissions of these cards, or of one share point, per UTC hour, since the start of that UTC day. */
export async function submissionHours(
  env: Bindings,
  { cardIds, sharePoint }: Subject,
  from: number,
): Promise<{ hour: number; submissions: number }[]> {
  const { results } = await env.DB.prepare(hoursSql)
    .bind(
      JSON.stringify(sharePoint ? [sharePoint.card] : cardIds),
      startOfDay(from),
      sharePoint?.code ?? null,
    )
    .all<{ hour: number; submissions: number }>()
  return results
}

// Hour by hour in the index, because grouping each row by its hour takes more than twice as long. After the prefix of an hour
// comes a colon.
const hoursSql = `
  with recursive hours (card, hour) as (
    select value, (select substr(min(timestamp), 1, 13) from form_submissions where card_id = value and timestamp >= ?2)
    from json_each(?1)
    union all
    select card, (select substr(min(timestamp), 1, 13) from form_submissions where card_id = card and timestamp > hours.hour || ';')
    from hours where hour is not null)
  select unixepoch(hour || ':00') / 3600 as hour, sum((
    select count(*) from form_submissions
    where card_id = card and timestamp >= hours.hour and timestamp < hours.hour || ';'
      and ${isCounted()} and (?3 is null or source = ?3))) as submissions
  from hours where hour is not null group by 1 having submissions > 0`

/** The submissions of each card in total and within the UTC days; cards without any are absent. */
export async function countSubmissions(
  env: Bindings,
  cardIds: number[],
  { from, until }: DayRange,
) {
  const { results } = await env.DB.prepare(
    `select card_id as cardId, count(*) as allTime, sum(timestamp >= ?2 and timestamp < ?3) as inWindow
     from form_submissions where card_id in (select value from json_each(?1)) and ${isCounted()}
     group by card_id`,
  )
    .bind(JSON.stringify(cardIds), startOfDay(from), startOfDay(until + 1))
    .all<{ cardId: number; allTime: number; inWindow: number }>()
  return results
}
