/** Posts visitor events, and reads what was recorded. Only tests import this. */
import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { app } from '../app.ts'
import { origin } from './app.ts'
import { settled } from './background-work.ts'

export const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'
/** Headers of a visitor. */
export const visitor = { 'User-Agent': iphone, 'CF-Connecting-IP': '203.0.113.77' }

/** The stored view of the card; the first if there are several. */
export function findView(cardId: number) {
  return env.ANALYTICS.prepare('select * from card_views where card_id = ?')
    .bind(cardId)
    .first<Record<string, unknown>>()
}

/** The totals of the card's day, or null before the first event. */
export function dayTotals(cardId: number) {
  return env.ANALYTICS.prepare(
    'select views, clicks, saves, visitors, counts from card_days where card_id = ?',
  )
    .bind(cardId)
    .first<{ views: number; clicks: number; saves: number; visitors: number; counts: string }>()
}

/** The totals of the card's day, after every event so far was recorded; throws if there are none. */
export async function recorded(cardId: number) {
  await settled()
  const row = await dayTotals(cardId)
  if (!row) throw new Error('No event was recorded')
  const { counts, ...totals } = row
  return { totals, counts: JSON.parse(counts) }
}

type Path = '/api/card-views' | '/api/card-saves'

/** Posts an event with these bindings. */
export function postWith(
  bindings: Partial<typeof env>,
  path: Path,
  cardId: number,
  { address = visitor['CF-Connecting-IP'] } = {},
) {
  const body = JSON.stringify({ cardId })
  const headers = { ...visitor, 'CF-Connecting-IP': address, 'Content-Type': 'application/json' }
  const context = createExecutionContext()
  return app.request(
    `${origin}${path}`,
    { method: 'POST', body, headers },
    { ...env, ...bindings },
    context,
  )
}
