/** Verifies fortnight rollups: sums each again from the daily rollups. */
import { addBursts, type Bursts, readBursts } from './bursts.ts'
import { addStored, type Counts } from './rollup-counts.ts'
import { fortnightDays } from './rollup-fortnights.ts'

type Totals = { views: number; clicks: number; saves: number; visitors: number }
type DayRow = Totals & { day: number; counts: string; bursts: string | null }
type FortnightRow = Totals & {
  fortnight: number
  hours: string
  counts: string
  bursts: string | null
}

/** Returns the differences of a card's fortnight rollups, by the first day of the fortnight. */
export async function verifyFortnights(
  db: D1Database,
  cardId: number,
): Promise<{ day: number; what: string }[]> {
  const { results } = await db
    .prepare('select * from card_fortnights where card_id = ? order by fortnight')
    .bind(cardId)
    .all<FortnightRow>()
  const end = ((results.at(-1)?.fortnight ?? -1) + 1) * fortnightDays
  const days = await db
    .prepare('select * from card_days where card_id = ? and day < ?')
    .bind(cardId, end)
    .all<DayRow>()
  const stored = new Map(results.map((row) => [row.fortnight, storedValues(row)]))
  const summed = addUp(days.results)
  return [...new Set([...stored.keys(), ...summed.keys()])].flatMap((fortnight) => {
    const what = difference(stored.get(fortnight), summed.get(fortnight))
    return what ? [{ day: fortnight * fortnightDays, what }] : []
  })
}

type Values = Map<string, number>

function storedValues(row: FortnightRow): Values {
  const values: Counts = new Map(Object.entries<number>(JSON.parse(row.counts)))
  const flat: number[] = JSON.parse(row.hours)
  for (let at = 0; at < flat.length; at += 4)
    for (const [index, kind] of ['view', 'click', 'save'].entries())
      add(values, `${kind}s in hour ${flat[at]}`, flat[at + 1 + index] ?? 0)
  const bursts: Bursts = new Map()
  addBursts(bursts, row.bursts)
  return addTotals(withBursts(values, bursts), row)
}

function withBursts(values: Values, bursts: Bursts): Values {
  for (const { kind, events, largest } of readBursts(bursts)) {
    add(values, `${kind} in bursts`, events)
    add(values, `${kind} in the largest burst`, largest)
  }
  return values
}

function addUp(days: DayRow[]): Map<number, Values> {
  const sums = new Map<number, Values>()
  const bursts = new Map<number, Bursts>()
  for (const row of days) {
    const fortnight = Math.floor(row.day / fortnightDays)
    const values = sums.get(fortnight) ?? new Map()
    sums.set(fortnight, addTotals(values, row))
    const known = bursts.get(fortnight) ?? new Map()
    bursts.set(fortnight, known)
    addBursts(known, row.bursts)
    addStored(values, JSON.parse(row.counts), (hour, kind, count) =>
      add(values, `${kind}s in hour ${(row.day % fortnightDays) * 24 + hour}`, count),
    )
  }
  for (const [fortnight, found] of bursts) withBursts(sums.get(fortnight) ?? new Map(), found)
  return sums
}

function addTotals(values: Values, row: Totals): Values {
  for (const name of ['views', 'clicks', 'saves', 'visitors'] as const) add(values, name, row[name])
  return values
}

function add(values: Values, key: string, count: number): void {
  if (count !== 0) values.set(key, (values.get(key) ?? 0) + count)
}

function difference(stored: Values = new Map(), summed: Values = new Map()): string | undefined {
  const keys = [...stored.keys(), ...summed.keys()]
  const key = keys.find((name) => (stored.get(name) ?? 0) !== (summed.get(name) ?? 0))
  return key && `${key}: fortnight ${stored.get(key) ?? 0}, days ${summed.get(key) ?? 0}`
}
