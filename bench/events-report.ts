/** The baseline of the report: the same figures of a card counted from its events each time. */

const kinds = [
  { table: 'card_views', by: 'viewer' },
  { table: 'card_clicks', by: 'clicker' },
  { table: 'card_saves', by: 'saver' },
]

/** How many events it counted. */
export async function reportFromEvents(db: D1Database, cardId: number): Promise<number> {
  const group = (table: string, value: string) =>
    `select ${value} as value, count(*) as count from ${table} where card_id = ?1 and left_out is null group by 1`
  const perKind = kinds.flatMap(({ table, by }) => [
    group(table, 'timestamp / 3600000'),
    group(table, `${by}_location`),
    group(table, `${by}_device`),
    group(table, 'source'),
    `select left_out, count(*) from ${table} where card_id = ?1 and left_out is not null group by 1`,
    `select * from ${table} where card_id = ?1 and left_out is null order by timestamp desc, id desc limit 26`,
  ])
  const others = [
    group('card_clicks', "link_type || ':' || link_id"),
    'select count(*) from card_visitors where card_id = ?1',
    'select sum(dwell_ms), count(*) from card_views where card_id = ?1 and dwell_ms > 0',
  ]
  const answers = await db.batch<{ count: number }>(
    [...perKind, ...others].map((sql) => db.prepare(sql).bind(cardId)),
  )
  const hours = [0, 6, 12].flatMap((index) => answers[index]?.results ?? [])
  return hours.reduce((sum, { count }) => sum + count, 0)
}
