/** The report and history of a card with a million events in a year, and the report of an installation. */
import { dayMs } from '../worker/platform/time.ts'
import { openWorker, type Worker } from './open-worker.ts'
import type { Timed } from './report-tasks.ts'
import { atMost, type Figure, mean, median, spread } from './table.ts'

const sizes = { few: 10_000, many: 1_000_000 }
const cards = { few: 1, many: 2, flooded: 3, small: 4, firstOfAll: 1001 }
const days = 365
const installation = { cards: 2000, days: 90 }
const flood = 200_000
const rounds = 5
const calls = 20

type Size = keyof typeof sizes

export async function benchReport(): Promise<Figure[]> {
  const worker = await openWorker({ wrapping: 'plain', cards: 4 })
  const today = Math.floor(Date.now() / dayMs) * dayMs
  for (const size of ['few', 'many'] as const) await fillYear(worker, size, today)
  await fillInstallation(worker, today)
  await worker.ask('sumAllFortnights')
  await floodCard(worker.env.ANALYTICS, today)
  const figures = [
    ...(await dashboard(worker)),
    await history(worker, today),
    await wholeInstallation(worker),
  ]
  await worker.close()
  return figures
}

async function fillYear({ ask }: Worker, size: Size, today: number) {
  const events = sizes[size]
  for (let day = 0; day < days; day += 1) {
    const start = Math.round((events * day) / days)
    const end = Math.round((events * (day + 1)) / days)
    const at = today - (days - 1 - day) * dayMs
    await ask('fill', { events: end - start, start, cardId: cards[size], at })
  }
}

async function fillInstallation({ ask, env }: Worker, today: number) {
  for (let ago = 0; ago < installation.days; ago += 1) {
    const at = today - ago * dayMs
    await ask('fill', { events: 6, start: ago * 6, cardId: cards.small, at })
  }
  await env.ANALYTICS.exec(
    `insert into card_days (card_id, day, views, clicks, saves, visitors, counts) with recursive n(i) as (select 0 union all select i + 1 from n where i < ${installation.cards - 1}) select ${cards.firstOfAll} + i, day, views, clicks, saves, visitors, counts from n cross join card_days where card_id = ${cards.small}`,
  )
}

// Inserts 200,000 views by bots on one day, after one by a person.
async function floodCard(db: D1Database, today: number) {
  const insert =
    'insert into card_views (card_id, timestamp, id, source, left_out, burst, dwell_ms, viewer_ip, viewer_location, viewer_device)'
  const row = `'link', %, 0, 0, 'Unknown', 'DE|Berlin|Berlin', 'Bot|Unknown|Unknown'`
  await db.exec(
    `${insert} values (${cards.flooded}, ${today - dayMs}, 'a', ${row.replace('%', 'null')})`,
  )
  await db.exec(
    `${insert} with recursive n(i) as (select 1 union all select i + 1 from n where i < ${flood}) select ${cards.flooded}, ${today} + i, 'b' || i, ${row.replace('%', "'bot'")} from n`,
  )
}

async function dashboard({ ask }: Worker): Promise<Figure[]> {
  const report = (size: Size) => ask('report', { times: calls, cardId: cards[size] })
  const sql: Record<Size, number[]> = { few: [], many: [] }
  const all: Record<Size, number[]> = { few: [], many: [] }
  // The first round is to warm up.
  await report('few')
  let last = await report('many')
  for (let round = 0; round < rounds; round += 1)
    for (const size of ['few', 'many'] as const) {
      last = await report(size)
      sql[size].push(mean(column(last, 'sql')))
      all[size].push(mean(column(last, 'milliseconds')))
    }
  const isCounted = last.events === sizes.many
  const rows = Math.max(...column(last, 'rowsRead')) / days
  return [
    {
      what: 'dashboard answer for a year of a million events: SQL',
      ...atMost(isCounted ? median(sql.many) : Infinity, 20, { unit: ' ms', digits: 1 }),
      note: `${spread(sql.many, 1)} ms; whole answer with parsing ${spread(all.many, 1)} ms; thirty cities; ${rounds} alternating rounds, each the mean of ${calls}`,
    },
    {
      what: 'dashboard answer for a year: SQL of a million events against ten thousand',
      ...atMost(median(sql.many) / median(sql.few), 2, { unit: 'x', digits: 2 }),
      note: `a million ${spread(sql.many, 1)} ms, ten thousand ${spread(sql.few, 1)} ms; whole answers ${spread(all.many, 1)} and ${spread(all.few, 1)} ms; the events do not matter, but a day with thirty cities in it is longer to read than one with a few; fortnights summed as the cron does`,
    },
    {
      what: 'dashboard answer for a year of a million events: rows read a day shown',
      ...atMost(rows, 4, { digits: 2 }),
      note: 'with the newest 25 of each list',
    },
  ]
}

async function history({ ask }: Worker, today: number): Promise<Figure> {
  const places = [
    { name: 'newest', cardId: cards.many },
    { name: 'middle', cardId: cards.many, before: `${today - 182 * dayMs}.0` },
    { name: 'oldest', cardId: cards.many, before: `${today - (days - 2) * dayMs}.0` },
    { name: 'among robots', cardId: cards.flooded, before: `${today + flood - 100}.0` },
  ]
  const notes: string[] = []
  const medians: number[] = []
  for (const { name, ...page } of places) {
    let last = await ask('history', { times: calls, ...page })
    const sql: number[] = []
    while (sql.length < rounds) {
      last = await ask('history', { times: calls, ...page })
      sql.push(mean(column(last, 'sql')))
    }
    medians.push(median(sql))
    notes.push(`${name} ${spread(sql, 2)} ms, ${Math.max(...column(last, 'rowsRead'))} rows read`)
  }
  return {
    what: 'a page of 25 of the history of a million events, at any depth: SQL',
    ...atMost(Math.max(...medians), 5, { unit: ' ms', digits: 1 }),
    note: notes.join('; '),
  }
}

async function wholeInstallation({ ask }: Worker): Promise<Figure> {
  const ids = Array.from({ length: installation.cards }, (_, i) => cards.firstOfAll + i)
  await ask('account', { times: 1, cards: ids })
  const whole = await ask('account', { times: 5, cards: ids })
  const few = await ask('account', { times: 5, cards: ids.slice(0, 300) })
  const all = column(whole, 'milliseconds')
  const isCounted = whole.events === installation.cards * installation.days * 6
  return {
    what: `account report of ${installation.cards} cards with ${installation.days} days each`,
    ...atMost(isCounted ? median(all) / 1000 : Infinity, 5, { unit: ' s', digits: 2 }),
    note: `${spread(all)} ms, of it SQL ${spread(column(whole, 'sql'))} ms; 300 cards ${spread(column(few, 'milliseconds'))} ms; counted ${whole.events.toLocaleString('en')}`,
  }
}

function column({ calls: taken }: Timed, name: keyof Timed['calls'][number]): number[] {
  return taken.map((call) => call[name])
}
