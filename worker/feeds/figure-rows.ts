/** Rows of the feeds of figures: per card and day, and per share point. */

import type { Card } from '../../schema/cards/card.ts'
import { newestFirst } from '../analytics/export-rows.ts'
import { readEverySharePoint } from '../analytics/share-point-figures.ts'
import type { Bindings } from '../env.ts'
import { isCounted } from '../inbox/parts.ts'
import type { DataTable } from '../platform/download.ts'
import { type DayRange, dateText, startOfDay } from '../platform/time.ts'
import { analyticsOf } from '../tracking/shards.ts'

export type FeedCard = Pick<Card, 'id' | 'name' | 'slug'>

export function cardColumns<Row extends { cardId: number }>(
  cards: FeedCard[],
): DataTable<Row>['columns'] {
  const names = new Map(cards.map(({ id, name, slug }) => [id, name || slug]))
  return [
    { key: 'cardId', type: 'integer', of: ({ cardId }) => cardId },
    { key: 'card', of: ({ cardId }) => names.get(cardId) ?? null },
  ]
}

type Query = { cards: FeedCard[]; days: DayRange }

const pageSize = 3000
const cardsAtOnce = 50

type DayRow = {
  cardId: number
  /** Days since 1970-01-01. */
  at: number
  views: number
  clicks: number
  saves: number
  submissions: number
  visitors: number
}

/** A row for each card and UTC day with an event or a submission: newest card first, newest day first. */
export function dayTable(env: Bindings, { cards, days }: Query): DataTable<DayRow> {
  const ids = cards.map(({ id }) => id).sort((a, b) => b - a)
  const shards = [...Map.groupBy(ids, (id) => analyticsOf(env, id))]
  const lists = shards.map(([db, cardIds]) => eventDays(db, cardIds, days))
  return {
    columns: [
      { key: 'date', type: 'date', of: ({ at }) => dateText(at) },
      ...cardColumns<DayRow>(cards),
      { key: 'views', type: 'integer', of: ({ views }) => views },
      { key: 'clicks', type: 'integer', of: ({ clicks }) => clicks },
      { key: 'saves', type: 'integer', of: ({ saves }) => saves },
      { key: 'submissions', type: 'integer', of: ({ submissions }) => submissions },
      { key: 'visitors', type: 'integer', of: ({ visitors }) => visitors },
    ],
    pages: joined(newestFirst([...lists, submissionDays(env.DB, ids, days)])),
  }
}

// A page is one value, as in exports of events.
const eventDaysSql = `
  select json_group_array(json_array(card_id, day, views, clicks, saves, visitors)) as page from (
    select card_id, day, views, clicks, saves, visitors from card_days
    where card_id in (select value from json_each(?1)) and (card_id < ?2 or day < ?3) and day >= ?4
    order by card_id desc, day desc limit ${pageSize})`

type RawDay = [
  cardId: number,
  at: number,
  views: number,
  clicks: number,
  saves: number,
  visitors: number,
]

async function* eventDays(
  db: D1Database,
  cardIds: number[],
  { from, until }: DayRange,
): AsyncGenerator<DayRow[]> {
  let [lastCard, lastDay] = [0, until + 1]
  let ids = cardIds
  while (ids.length > 0) {
    const page = await db
      .prepare(eventDaysSql)
      .bind(JSON.stringify(ids), lastCard, lastDay, from)
      .first<string>('page')
    const raw: RawDay[] = JSON.parse(page ?? '[]')
    yield raw.map(([cardId, at, views, clicks, saves, visitors]) => ({
      ...{ cardId, at, views, clicks, saves, visitors },
      submissions: 0,
    }))
    const last = raw.length < pageSize ? undefined : raw.at(-1)
    if (!last) return
    lastCard = last[0]
    lastDay = last[1]
    ids = ids.slice(ids.indexOf(lastCard))
  }
}

async function* submissionDays(
  db: D1Database,
  cardIds: number[],
  { from, until }: DayRange,
): AsyncGenerator<DayRow[]> {
  const { results } = await db
    .prepare(
      `select card_id as cardId, unixepoch(timestamp) / 86400 as at, count(*) as submissions from form_submissions
       where card_id in (select value from json_each(?1)) and timestamp >= ?2 and timestamp < ?3
         and ${isCounted()}
       group by 1, 2 order by 1 desc, 2 desc`,
    )
    .bind(JSON.stringify(cardIds), startOfDay(from), startOfDay(until + 1))
    .all<Pick<DayRow, 'cardId' | 'at' | 'submissions'>>()
  yield results.map((row) => ({ ...row, views: 0, clicks: 0, saves: 0, visitors: 0 }))
}

/** Adds up consecutive rows of the same card and day. */
async function* joined(pages: AsyncGenerator<DayRow[]>): AsyncGenerator<DayRow[]> {
  let last: DayRow | undefined
  for await (const rows of pages) {
    const done: DayRow[] = []
    for (const row of rows) {
      if (last && last.cardId === row.cardId && last.at === row.at) last = added(last, row)
      else {
        if (last) done.push(last)
        last = row
      }
    }
    yield done
  }
  if (last) yield [last]
}

function added(one: DayRow, other: DayRow): DayRow {
  return {
    ...one,
    views: one.views + other.views,
    clicks: one.clicks + other.clicks,
    saves: one.saves + other.saves,
    submissions: one.submissions + other.submissions,
    visitors: one.visitors + other.visitors,
  }
}

type PointRow = Awaited<ReturnType<typeof readEverySharePoint>>[number] & { cardId: number }

/** A row for each share point, including archived ones. */
export function pointTable(env: Bindings, { cards, days }: Query): DataTable<PointRow> {
  return {
    columns: [
      { key: 'code', of: ({ code }) => code },
      { key: 'label', of: ({ label }) => label },
      ...cardColumns<PointRow>(cards),
      { key: 'archived', type: 'integer', of: ({ isArchived }) => (isArchived ? 1 : 0) },
      { key: 'views', type: 'integer', of: ({ views }) => views },
      { key: 'clicks', type: 'integer', of: ({ clicks }) => clicks },
      { key: 'saves', type: 'integer', of: ({ saves }) => saves },
      { key: 'submissions', type: 'integer', of: ({ submissions }) => submissions },
      { key: 'first', type: 'time', of: ({ first }) => first },
      { key: 'last', type: 'time', of: ({ last }) => last },
    ],
    pages: pagesOfPoints(env, { cards, days }),
  }
}

async function* pagesOfPoints(env: Bindings, { cards, days }: Query): AsyncGenerator<PointRow[]> {
  for (let start = 0; start < cards.length; start += cardsAtOnce) {
    const ids = cards.slice(start, start + cardsAtOnce).map(({ id }) => id)
    const points = await readEverySharePoint(env, ids, { days })
    yield points.map((point) => ({ ...point, cardId: point.card }))
  }
}
