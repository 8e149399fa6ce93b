/** Sums of a card's day totals over fourteen days: made when the days are over, and again with an event that comes later. */
import { type EventKind, eventKinds } from '../../schema/event.ts'
import type { Bindings } from '../env.ts'
import { dayMs } from '../platform/time.ts'
import type { Days } from '../reports/report-period.ts'
import type { Day } from './aggregate.ts'
import { burstsOf } from './bursts.ts'
import { hourKey } from './rollup-counts.ts'
import { analyticsDatabases } from './shards.ts'

/** Days in a fortnight; the first began with 1970. */
export const fortnightDays = 14

const mostAtOnce = 200
const mostRounds = 100

/** The fortnights that lie in the days from end to end; none when the last is before the first. */
export function fortnightsIn({ from, until }: Days): Days {
  return {
    from: Math.ceil(from / fortnightDays),
    until: Math.floor((until + 1) / fortnightDays) - 1,
  }
}

/** For the transaction that changes these days, after them: sums again what was summed already. */
export function recomputeFortnights(
  db: D1Database,
  days: Pick<Day, 'cardId' | 'day'>[],
): D1PreparedStatement {
  const asked = new Map(
    days.map(({ cardId, day }) => {
      const number = Math.floor(day / fortnightDays)
      return [`${cardId} ${number}`, [cardId, number]]
    }),
  )
  return db.prepare(sumAgainSql).bind(JSON.stringify([...asked.values()]))
}

/** Sums the fortnights that are over, of each card in their order. Bounded, and safe to run twice. */
export async function sumFortnights(env: Bindings, now = Date.now()): Promise<void> {
  // Events of the day before still come at any time.
  const { until } = fortnightsIn({ from: 0, until: Math.floor(now / dayMs) - 2 })
  for (const db of analyticsDatabases(env)) {
    let after = -1
    let found = 0
    for (let round = 0; round < mostRounds; round += 1) {
      const { results } = await db.prepare(sumNextSql).bind(until, after).all<{ cardId: number }>()
      found += results.length
      if (results.length === mostAtOnce) after = Math.max(...results.map(({ cardId }) => cardId))
      else if (found === 0) break
      else [after, found] = [-1, 0]
    }
  }
}

const days = `card_days.day between ${fortnightDays} * number and ${fortnightDays} * number + ${fortnightDays - 1}`
const counters = `card_days cross join json_each(card_days.counts) as counter where card_days.card_id = card and ${days}`

function countsOf(kind: EventKind): string {
  return `sum(iif(${hourKey.isOf('key', kind)}, value, 0))`
}

const hoursSql = `
  select '[' || coalesce(group_concat(counts), '') || ']' from (
    select ((day - ${fortnightDays} * number) * 24 + ${hourKey.hour('key')}) || ',' || ${eventKinds.map(countsOf).join(" || ',' || ")} as counts
    from ${counters} and ${hourKey.is('key')} group by day, ${hourKey.hour('key')})`

const countsSql = `
  select json_group_object(key, total) from (
    select key, sum(value) as total from ${counters} and not ${hourKey.is('key')} group by key)`

// What is asked for as `card` and `number`; a fortnight without a day total gets no row.
function sumSql(asked: string): string {
  return `with recursive ${asked}
    insert into card_fortnights (card_id, fortnight, views, clicks, saves, visitors, hours, counts, bursts)
    select card, number, sum(views), sum(clicks), sum(saves), sum(visitors), (${hoursSql}), (${countsSql}),
      (${burstsOf(`card_days.card_id = card and ${days}`)})
    from asked cross join card_days on card_id = card and ${days} where true group by card, number
    on conflict (card_id, fortnight) do update set views = excluded.views, clicks = excluded.clicks,
      saves = excluded.saves, visitors = excluded.visitors, hours = excluded.hours, counts = excluded.counts, bursts = excluded.bursts`
}

const sumAgainSql = sumSql(`asked (card, number) as materialized (
  select value ->> 0, value ->> 1 from jsonb_each(?1) where exists (
    select 1 from card_fortnights where card_id = value ->> 0 and fortnight >= value ->> 1))`)

// The cards are walked by their key; each has the first of its fortnights summed that is not.
const sumNextSql = `${sumSql(`cards (id) as (
    select min(card_id) from card_days where card_id > ?2
    union all select (select min(card_id) from card_days where card_id > cards.id) from cards where id is not null),
  open (card, day) as (
    select id, (select min(day) from card_days where card_id = id and day >= ${fortnightDays} * coalesce(
      (select max(fortnight) + 1 from card_fortnights where card_id = id), 0)) from cards),
  asked (card, number) as materialized (
    select card, day / ${fortnightDays} from open where day / ${fortnightDays} <= ?1 order by card limit ${mostAtOnce})`)}
  returning card_id as cardId`
