/** The events of a day as lines of JSON, in the order of the tables: the same day gives the same lines. */
import { type EventKind, eventKinds } from '../../schema/event.ts'
import { dayMs } from '../analytics/counts.ts'
import { type AnalyticsBindings, analyticsOf } from '../analytics/shards.ts'

/** A line with what the manifest tells of it. */
export type Line = { kind: EventKind; at: number; line: string }

const pageSize = 5000

/** Page by page; every event of the database's own cards, counted or left out, of cards that are there or not. */
export async function* linesOfDay(
  env: AnalyticsBindings,
  db: D1Database,
  day: number,
): AsyncGenerator<Line[]> {
  // What has moved to another database may still lie here, too.
  const cards = (await cardsOfDay(db, day)).filter((id) => analyticsOf(env, id) === db)
  for (const kind of eventKinds) yield* linesOfKind(db, { kind, cards, day })
}

// The day totals name every card with an event; by their key they are found without a look at the others' rows.
async function cardsOfDay(db: D1Database, day: number): Promise<number[]> {
  const { results } = await db
    .prepare(
      `with recursive cards (id) as (
         select min(card_id) from card_days
         union all select (select min(card_id) from card_days where card_id > cards.id) from cards where id is not null)
       select id from cards where exists (select 1 from card_days where card_id = cards.id and day = ?) order by id`,
    )
    .bind(day)
    .all<{ id: number }>()
  return results.map(({ id }) => id)
}

type Asked = { kind: EventKind; cards: number[]; day: number }
type Row = { kind: EventKind; cardId: number; at: number; id: string; line: string }

async function* linesOfKind(db: D1Database, { kind, cards, day }: Asked): AsyncGenerator<Line[]> {
  const statement = db.prepare(selectSql(kind))
  const end = (day + 1) * dayMs
  let left = cards
  let after: [number, string] | undefined
  while (left.length > 0) {
    // A card that did not fit the page goes on alone, where it was left.
    const asked = after ? left.slice(0, 1) : left
    const { results } = await statement
      .bind(JSON.stringify(asked), ...(after ?? [day * dayMs - 1, '\u{10ffff}']), end)
      .all<Row>()
    yield results
    const last = results.length < pageSize ? undefined : results.at(-1)
    left = last ? left.slice(left.indexOf(last.cardId)) : left.slice(asked.length)
    after = last && [last.at, last.id]
  }
}

const columns: Record<EventKind, string> = {
  view: `'place', viewer_location, 'device', viewer_device, 'dwellMs', dwell_ms`,
  click: `'place', clicker_location, 'device', clicker_device, 'linkType', link_type, 'linkId', link_id`,
  save: `'place', saver_location, 'device', saver_device`,
}

function selectSql(kind: EventKind): string {
  return `select '${kind}' as kind, card_id as cardId, timestamp as at, id, json_object('kind', '${kind}', 'cardId', card_id,
      'id', id, 'timestamp', timestamp, 'source', source, 'leftOut', left_out, 'burst', burst, ${columns[kind]}) as line
    from card_${kind}s where card_id in (select value from json_each(?)) and (timestamp, id) > (?, ?) and timestamp < ?
    order by card_id, timestamp, id limit ${pageSize}`
}
