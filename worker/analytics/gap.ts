/** Where a list of events goes on behind a stretch of events that are left out. */
import type { HistoryQuery } from '../../schema/card-report.ts'
import { hourMs } from './clock.ts'
import { addStored } from './counts.ts'

type Asked = { cardId: number; kind: HistoryQuery['kind'] }
type End = { timestamp: number; id: string }

/** The cursor of the next event that counts, to the hour; null when there is none. The day totals know where. */
export async function cursorBehind(
  db: D1Database,
  { cardId, kind }: Asked,
  end: End,
): Promise<string | null> {
  const hour = Math.floor(end.timestamp / hourMs)
  // The first of two days may have its events later on that day only.
  const { results } = await db
    .prepare(
      `select day, counts from card_days where card_id = ? and day <= ? and ${kind} > 0 order by day desc limit 2`,
    )
    .bind(cardId, Math.floor(hour / 24))
    .all<{ day: number; counts: string }>()
  const next = Math.max(...results.map((row) => lastHour(row, kind, hour)))
  if (next === hour) return `${end.timestamp}.${end.id}`
  return next > 0 ? `${(next + 1) * hourMs}.0` : null
}

function lastHour({ day, counts }: { day: number; counts: string }, kind: string, until: number) {
  let last = 0
  addStored(new Map(), JSON.parse(counts), (hour, of) => {
    const at = day * 24 + hour
    if (`${of}s` === kind && at <= until) last = Math.max(last, at)
  })
  return last
}
