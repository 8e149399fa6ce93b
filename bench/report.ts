/** Times the report and the history of a card with a million events in a year, and the report of an installation. */
import { dayMs } from '../worker/platform/time.ts'
import { openWorker, type Worker } from './open-worker.ts'
import type { Timed } from './report-tasks.ts'
import { atMost, type Figure, mean, median, spread } from './table.ts'

/** Events in the year of two cards, which are compared. */
const sizes = { few: 10_000, many: 1_000_000 }
const days = 365
/** Its cards are copies of one small card. */
const installation = { cards: 2000, days: 90, eventsPerDay: 6 }
/** Views by bots on one day of one card. */
const flood = 200_000
/** Ids of the cards; the installation's begin with `firstOfAll`. */
const cards = { few: 1, many: 2, flooded: 3, small: 4, firstOfAll: 1001 }
const rounds = 5
/** Calls in a round. */
const calls = 20

type Size = keyof typeof sizes
type Call = Timed['calls'][number]

export async function benchReport(): Promise<Figure[]> {
  await using worker = await openWorker({ wrapping: 'plain', cards: 4 })
  const today = Math.floor(Date.now() / dayMs) * dayMs
  for (const size of ['few', 'many'] as const) await fillYear(worker, size, today)
  await fillInstallation(worker, today)
  await worker.ask('sumAllFortnights')
  await floodCard(worker.env.ANALYTICS, today)
  return [
    ...(await dashboard(worker)),
    await history(worker, today),
    await wholeInstallation(worker),
  ]
}

/** Spreads the events of a card evenly over the year before today. */
async function fillYear({ ask }: Worker, size: Size, today: number) {
  const events = sizes[size]
  for (let day = 0; day < days; day += 1) {
    const start = Math.round((events * day) / days)
    const end = Math.round((events * (day + 1)) / days)
    const at = today - (days - 1 - day) * dayMs
    await ask('fill', { events: end - start, start, cardId: cards[size], at })
  }
}

/** Fills the small card, and copies its rollups to the cards of the installation. */
async function fillInstallation({ ask, env }: Worker, today: number) {
  const { eventsPerDay: events } = installation
  for (let ago = 0; ago < installation.days; ago += 1) {
    const at = today - ago * dayMs
    await ask('fill', { events, start: ago * events, cardId: cards.small, at })
  }
  await env.ANALYTICS.exec(
    `insert into card_days (card_id, day, views, clicks, saves, visitors, counts) with recursive n(i) as (select 0 union all select i + 1 from n where i < ${installation.cards - 1}) select ${cards.firstOfAll} + i, day, views, clicks, saves, visitors, counts from n cross join card_days where card_id = ${cards.small}`,
  )
}

/** Inserts the views by bots on one day, after one by a person. */
async function floodCard(db: D1Database, today: number) {
  await db
    .prepare(
      `insert into card_views (card_id, timestamp, id, source, left_out, burst, dwell_ms, viewer_ip, viewer_location, viewer_device)
       with recursive n(i) as (select 0 union all select i + 1 from n where i < ${flood})
       select ${cards.flooded}, iif(i, ${today} + i, ${today - dayMs}), 'a' || i, 'link', iif(i, 'bot', null), 0, 0, 'Unknown',
         'DE|Berlin|Berlin', 'Bot|Unknown|Unknown'
       from n`,
    )
    .run()
}

async function dashboard({ ask }: Worker): Promise<Figure[]> {
  const report = (size: Size) => ask('report', { times: calls, cardId: cards[size] })
  // The first round is to warm up.
  const [, ...measured] = await Array.fromAsync({ length: 1 + rounds }, async () => ({
    few: await report('few'),
    many: await report('many'),
  }))
  const means = (name: keyof Call) => ({
    few: measured.map(({ few }) => mean(column(few, name))),
    many: measured.map(({ many }) => mean(column(many, name))),
  })
  const [sql, all] = [means('sql'), means('milliseconds')]
  // A report with a wrong total misses the target, however fast it is.
  const isCounted = measured.every(({ many }) => many.events === sizes.many)
  const rows = Math.max(...measured.flatMap(({ many }) => column(many, 'rowsRead'))) / days
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

/** Reads a page at the start, middle and end of the history, and one where a view by a person follows many by bots. */
async function history({ ask }: Worker, today: number): Promise<Figure> {
  const places = [
    { name: 'newest', cardId: cards.many },
    { name: 'middle', cardId: cards.many, before: `${today - 182 * dayMs}.0` },
    { name: 'oldest', cardId: cards.many, before: `${today - (days - 2) * dayMs}.0` },
    { name: 'among robots', cardId: cards.flooded, before: `${today + flood - 100}.0` },
  ]
  const pages = await Array.fromAsync(places, async ({ name, ...page }) => {
    const [, ...measured] = await Array.fromAsync({ length: 1 + rounds }, () =>
      ask('history', { times: calls, ...page }),
    )
    const sql = measured.map((one) => mean(column(one, 'sql')))
    const rows = Math.max(...measured.flatMap((one) => column(one, 'rowsRead')))
    return { middle: median(sql), note: `${name} ${spread(sql, 2)} ms, ${rows} rows read` }
  })
  const slowest = Math.max(...pages.map(({ middle }) => middle))
  return {
    what: 'a page of 25 of the history of a million events, at any depth: SQL',
    ...atMost(slowest, 5, { unit: ' ms', digits: 1 }),
    note: pages.map(({ note }) => note).join('; '),
  }
}

async function wholeInstallation({ ask }: Worker): Promise<Figure> {
  const ids = Array.from({ length: installation.cards }, (_, i) => cards.firstOfAll + i)
  // Warms up.
  await ask('account', { times: 1, cards: ids })
  const whole = await ask('account', { times: 5, cards: ids })
  const few = await ask('account', { times: 5, cards: ids.slice(0, 300) })
  const all = column(whole, 'milliseconds')
  const isCounted =
    whole.events === installation.cards * installation.days * installation.eventsPerDay
  return {
    what: `account report of ${installation.cards} cards with ${installation.days} days each`,
    ...atMost(isCounted ? median(all) / 1000 : Infinity, 5, { unit: ' s', digits: 2 }),
    note: `${spread(all)} ms, of it SQL ${spread(column(whole, 'sql'))} ms; 300 cards ${spread(column(few, 'milliseconds'))} ms; counted ${whole.events.toLocaleString('en')}`,
  }
}

/** Returns one figure of each call. */
function column({ calls: taken }: Timed, name: keyof Call): number[] {
  return taken.map((call) => call[name])
}
