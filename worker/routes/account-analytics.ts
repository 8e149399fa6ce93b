/** The analytics of an account: one's own, and for level 4 any user's or everybody's. */
import { type Context, Hono } from 'hono'
import { etag } from 'hono/etag'
import { canEditCard, canManageUser } from '../../schema/access.ts'
import { AccountReportQuery } from '../../schema/account-report.ts'
import { AccountExportQuery } from '../../schema/pull.ts'
import { accountReport } from '../analytics/account-report.ts'
import { type Scope, scopeOfEverybody, scopeOfUser } from '../analytics/scope.ts'
import { query } from '../body.ts'
import { findCard } from '../cards/store.ts'
import { database } from '../database.ts'
import type { App } from '../env.ts'
import { exportAnswer } from '../exports/answer.ts'
import { allow, fail, found } from '../http.ts'
import { signedIn } from '../middleware/session.ts'
import { nothingToExport } from '../policy/exports.ts'
import { findUser } from '../users/store.ts'

export const accountAnalyticsRoutes = new Hono<App>()

accountAnalyticsRoutes.get('/', query(AccountReportQuery), etag({ weak: true }), async (c) => {
  const asked = c.req.valid('query')
  const report = await accountReport(c.env, await findScope(c, asked), asked)
  c.header('Cache-Control', 'private, no-cache')
  return c.json(report)
})

accountAnalyticsRoutes.get('/export', query(AccountExportQuery), async (c) => {
  const { timeframe, section, format, zone, ...asked } = c.req.valid('query')
  const { cards, ownerId } = await findScope(c, asked)
  const { id, accessLevel } = signedIn(c)
  const answer = await exportAnswer(c.env, {
    ...{ section, format, zone },
    span: timeframe === 'all' ? undefined : timeframe,
    cards: asked.card === undefined ? cards : cards.filter((card) => card.id === asked.card),
    named: true,
    withContent: ownerId === id || accessLevel >= 5,
    stem: c.env.PRODUCT_SHORT_NAME,
  })
  return found(answer, nothingToExport)
})

type Asked = Pick<AccountReportQuery, 'card' | 'user' | 'everybody'>

async function findScope(c: Context<App>, { card, user, everybody }: Asked): Promise<Scope> {
  const db = database(c.env.DB)
  const actor = signedIn(c)
  if (everybody || (user !== undefined && user !== actor.id))
    allow(actor.accessLevel >= 4, "You don't have permission to view these analytics")
  if (everybody) return within(await scopeOfEverybody(db, actor), card)
  if (user !== undefined || card === undefined)
    return within(await ofUser(c, user ?? actor.id), card)
  const asked = found(await findCard(db, card), 'Card not found')
  allow(canEditCard(actor, asked), "You don't have permission to view analytics for this card")
  return within(await ofUser(c, asked.userId), card)
}

async function ofUser(c: Context<App>, id: number): Promise<Scope> {
  const db = database(c.env.DB)
  const user = found(await findUser(db, id), 'User not found')
  const actor = signedIn(c)
  if (user.id !== actor.id && !canManageUser(actor, user)) fail(404, 'User not found')
  return scopeOfUser(db, user)
}

function within(scope: Scope, card: number | undefined): Scope {
  if (card !== undefined && !scope.cards.some(({ id }) => id === card)) fail(404, 'Card not found')
  return scope
}
