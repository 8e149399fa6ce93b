/** The report on all cards of a scope, or on one of them. */
import type { AccountReport } from '../../schema/account-report.ts'
import type { Timeframe } from '../../schema/figures.ts'
import type { Bindings } from '../env.ts'
import { boundedCache } from '../platform/bounded-cache.ts'
import { addTotals, noTotals } from './cut.ts'
import { figuresOf } from './figures.ts'
import { planOf } from './plan.ts'
import type { Scope } from './scope.ts'
import { type CardTotals, totalsOf } from './totals.ts'

const mostCards = 200
const manyCards = 500
const reports = boundedCache<Promise<AccountReport>>({ max: 20, ttl: 60_000 })

/** `card` narrows it to that card of the scope. */
export type AccountAsked = { timeframe: Timeframe; zone: string; card?: number; now?: number }

/** Over very many cards it is at most a minute old: reading those takes seconds, and the screen asks again all the time. */
export function accountReport(
  env: Bindings,
  scope: Scope,
  asked: AccountAsked,
): Promise<AccountReport> {
  if (scope.cards.length < manyCards) return readReport(env, scope, asked)
  const key = [scope.key, asked.timeframe, asked.zone, asked.card].join(' ')
  const known = reports.get(key)
  if (known) return known
  const report = readReport(env, scope, asked)
  reports.set(key, report)
  report.catch(() => reports.delete(key))
  return report
}

async function readReport(
  env: Bindings,
  scope: Scope,
  { timeframe, zone, card, now }: AccountAsked,
): Promise<AccountReport> {
  const plan = planOf({ span: timeframe === 'all' ? undefined : timeframe, zone, now })
  const everyId = scope.cards.map(({ id }) => id)
  const ids = card === undefined ? everyId : [card]
  const [figures, totals] = await Promise.all([
    figuresOf(env, ids, plan),
    totalsOf(env, everyId, plan.counted),
  ])
  const allTime = { ...noTotals }
  for (const id of ids) addTotals(allTime, totals.get(id)?.allTime ?? noTotals)
  return {
    ...figures,
    allTime,
    owner: scope.owner,
    counted: ids.length,
    cards: most(scope, totals),
  }
}

function most({ cards }: Scope, totals: Map<number, CardTotals>): AccountReport['cards'] {
  return cards
    .map(({ id, name, slug }) => ({ id, name, slug, ...(totals.get(id)?.window ?? noTotals) }))
    .sort((a, b) => b.views - a.views || a.id - b.id)
    .slice(0, mostCards)
}
