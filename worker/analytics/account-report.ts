/** The analytics report of an account: all cards of a scope, or one of them. */

import { and, asc, eq, isNull, lte, type SQL } from 'drizzle-orm'
import type { Actor } from '../../schema/access.ts'
import { users } from '../../schema/accounts/tables.ts'
import type { AccountReport } from '../../schema/analytics/account-report.ts'
import type { Timeframe } from '../../schema/analytics/figures.ts'
import type { CardState } from '../../schema/cards/card-fields.ts'
import { businessCards } from '../../schema/cards/tables.ts'
import type { Bindings } from '../env.ts'
import { boundedCache } from '../platform/bounded-cache.ts'
import type { Db } from '../platform/database.ts'
import { type CardTotals, readCardTotals } from './card-totals.ts'
import { readFigures } from './figures.ts'
import { addTotals, noTotals, reportPeriod } from './report-period.ts'
import { readSharePointTotals, requireSharePoint } from './share-point-figures.ts'

const maxListed = 200
const cacheFrom = 500
const reports = boundedCache<Promise<AccountReport>>({ max: 20, ttl: 60_000 })

/** `card` limits the report to one card of the scope, `sharePoint` to the share point with that code. */
export type AccountReportQuery = {
  timeframe: Timeframe
  zone: string
  card?: number | undefined
  sharePoint?: string | undefined
  now?: number
}

/**
 * Builds the report; throws 404 if its cards have no such share point. A report on 500 or more cards is cached for a minute,
 * because reading it takes seconds and the screen polls.
 */
export function accountReport(
  env: Bindings,
  scope: ReportScope,
  query: AccountReportQuery,
): Promise<AccountReport> {
  if (scope.cards.length < cacheFrom) return readReport(env, scope, query)
  const key = [scope.key, query.timeframe, query.zone, query.card, query.sharePoint].join(' ')
  const known = reports.get(key)
  if (known) return known
  const report = readReport(env, scope, query)
  reports.set(key, report)
  report.catch(() => reports.delete(key))
  return report
}

async function readReport(
  env: Bindings,
  scope: ReportScope,
  { timeframe, zone, card, sharePoint: code, now }: AccountReportQuery,
): Promise<AccountReport> {
  const period = reportPeriod({
    periodName: timeframe === 'all' ? undefined : timeframe,
    zone,
    now,
  })
  const allIds = scope.cards.map(({ id }) => id)
  const ids = card === undefined ? allIds : [card]
  const sharePoint = await requireSharePoint(env, ids, code)
  const [figures, totals, ofPoint] = await Promise.all([
    readFigures(env, { cardIds: ids, sharePoint }, period),
    readCardTotals(env, allIds, period.rollupDays),
    sharePoint && readSharePointTotals(env, sharePoint),
  ])
  const ofCards = { ...noTotals }
  for (const id of ids) addTotals(ofCards, totals.get(id)?.allTime ?? noTotals)
  return {
    ...figures,
    allTime: ofPoint ?? ofCards,
    owner: scope.owner,
    counted: sharePoint ? 1 : ids.length,
    cards: topCards(scope, totals),
  }
}

function topCards({ cards }: ReportScope, totals: Map<number, CardTotals>): AccountReport['cards'] {
  return cards
    .map(({ id, name, slug }) => ({ id, name, slug, ...(totals.get(id)?.window ?? noTotals) }))
    .sort((a, b) => b.views - a.views || a.id - b.id)
    .slice(0, maxListed)
}

// The scope of an account report. Deleted cards and cards of deleted users are excluded.

export type ScopeCard = {
  id: number
  name: string | null
  slug: string
  state: CardState
}

export type ReportScope = {
  /** Identifies the scope in the cache. */
  key: string
  /** Full name or username; null for the whole installation. */
  owner: string | null
  ownerId: number | null
  cards: ScopeCard[]
}

type ScopeOwner = { id: number; fullName: string | null; username: string }

export async function scopeOfUser(
  db: Db,
  user: ScopeOwner,
  cards?: ScopeCard[],
): Promise<ReportScope> {
  const owner = user.fullName || user.username
  const own = cards ?? (await listCardNamesOf(db, user.id))
  return { key: `user ${user.id}`, owner, ownerId: user.id, cards: own }
}

/** The names of a user's cards, the oldest first. */
export function listCardNamesOf(db: Db, userId: number | SQL<number>): Promise<ScopeCard[]> {
  return listCardNames(db, eq(businessCards.userId, userId))
}

/** The cards of all users that the actor may see. */
export async function scopeOfEverybody(db: Db, actor: Actor): Promise<ReportScope> {
  return {
    key: `everybody up to ${actor.accessLevel}`,
    owner: null,
    ownerId: null,
    cards: await listCardNames(db, lte(users.accessLevel, actor.accessLevel)),
  }
}

async function listCardNames(db: Db, which: SQL) {
  return db
    .select({
      id: businessCards.id,
      name: businessCards.name,
      slug: businessCards.slug,
      state: businessCards.state,
    })
    .from(businessCards)
    .innerJoin(users, eq(users.id, businessCards.userId))
    .where(and(which, isNull(businessCards.deletedAt), isNull(users.deletedAt)))
    .orderBy(asc(businessCards.id))
    .all()
}
