/** Verifies and repairs the days of share points. */
import type { Bindings } from '../env.ts'
import { repeatable } from '../platform/repeatable.ts'
import type { Days } from './aggregate.ts'
import { packCounts } from './rollup-counts.ts'
import { difference } from './totals-difference.ts'

type Totals = {
  views: number
  clicks: number
  saves: number
  firstAt: number | null
  lastAt: number | null
  counts: Record<string, number>
}
/** A stored day of a share point. */
type PointDay = Totals & { cardId: number; code: string; day: number }
type Recounted = { cardId: number; since: number; counted: Days }

const noTotals: Totals = { views: 0, clicks: 0, saves: 0, firstAt: null, lastAt: null, counts: {} }

/** The days of a card's share points that differ from their events. */
export async function differingPointDays(
  { DB }: Bindings,
  db: D1Database,
  { cardId, since, counted }: Recounted,
): Promise<{ day: number; what: string; counted: PointDay }[]> {
  // Earlier releases stored the codes of no share point, too.
  const codes = await codesOf(DB, cardId)
  const recounted = new Map(
    [...counted.pointDays.values()]
      .filter(({ code }) => codes.has(code))
      .map((one) => [keyOf(one), { ...one, counts: packCounts(one.counts) }]),
  )
  const stored = new Map(
    (await storedDays(db, cardId, since))
      .filter(({ code }) => codes.has(code))
      .map((one) => [keyOf(one), one]),
  )
  return [...new Map([...stored, ...recounted]).entries()].flatMap(([key, { code, day }]) => {
    const known = totalsOf(recounted.get(key))
    const what = difference(totalsOf(stored.get(key)), known)
    return what
      ? [{ day, what: `share point ${code}, ${what}`, counted: { cardId, code, day, ...known } }]
      : []
  })
}

function keyOf({ code, day }: Pick<PointDay, 'code' | 'day'>): string {
  return `${code} ${day}`
}

function totalsOf({ views, clicks, saves, firstAt, lastAt, counts }: Totals = noTotals): Totals {
  return { views, clicks, saves, firstAt, lastAt, counts }
}

async function codesOf(db: D1Database, cardId: number): Promise<Set<string>> {
  const { results } = await db
    .prepare('select code from share_points where card_id = ?')
    .bind(cardId)
    .all<{ code: string }>()
  return new Set(results.map(({ code }) => code))
}

async function storedDays(db: D1Database, cardId: number, since: number): Promise<PointDay[]> {
  const { results } = await db
    .prepare(
      `select card_id as cardId, code, day, views, clicks, saves, first_at as firstAt, last_at as lastAt, counts
       from share_point_days where card_id = ? and day >= ?`,
    )
    .bind(cardId, since)
    .all<Omit<PointDay, 'counts'> & { counts: string }>()
  return results.map(({ counts, ...row }) => ({ ...row, counts: JSON.parse(counts) }))
}

/** Replaces the stored totals of these days. */
export async function replacePointDays(db: D1Database, days: PointDay[]): Promise<void> {
  const rows = days.map((one) => [
    ...[one.cardId, one.code, one.day, one.views, one.clicks, one.saves, one.firstAt, one.lastAt],
    one.counts,
  ])
  const statement = db
    .prepare(
      `insert or replace into share_point_days (card_id, code, day, views, clicks, saves, first_at, last_at, counts)
       select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7, value -> 8
       from json_each(?1)`,
    )
    .bind(JSON.stringify(rows))
  await repeatable(() => statement.run())
}
