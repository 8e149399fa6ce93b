/** Creates the table of the baseline, which inserts one event at a time. */
export async function makeBaselineTable(db: D1Database): Promise<void> {
  await db.exec(
    'create table bench_events (id integer primary key autoincrement, event_id text not null unique, kind text not null, card_id integer not null, timestamp integer not null, ip text, place text, device text, link_type text, link_id text)',
  )
  await db.exec('create index bench_events_card on bench_events (card_id, timestamp)')
}

/** Creates `count` live cards of one user, `/view/bench-1` and so on. */
export async function makeCards(db: D1Database, count: number): Promise<void> {
  await db.exec(
    "insert into users (username, password, email) values ('bench', '', 'bench@bench.example')",
  )
  await db.exec(
    `insert into business_cards (user_id, slug, customizations, uid) with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count}) select 1, 'bench-' || i, '{}', 'bench-' || i from n`,
  )
}
