/** Occasions, which the API calls events: their share points and live boards, for their owner and for level 4. */
import { createHash } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { type Actor, canManageUser } from '../../schema/access.ts'
import {
  AddablePointsQuery,
  type Board,
  NewOccasion,
  OccasionChange,
  OccasionPointsChange,
  occasionDaysError,
  type SharedBoard,
} from '../../schema/occasion.ts'
import { requireUser } from '../auth/session-cookie.ts'
import { jsonBody, queryParams } from '../body.ts'
import type { App } from '../env.ts'
import { fail, orNotFound, requirePermission } from '../errors.ts'
import { findEventDataOfPath, findEventOfPath } from '../middleware/prefetch.ts'
import { limitSharedReads } from '../middleware/rate-limit.ts'
import { readBoard, withoutDraftNames } from '../occasions/board.ts'
import { readOccasionData } from '../occasions/occasion-data.ts'
import { changeOccasionPoints, listAddablePoints } from '../occasions/occasion-points.ts'
import {
  changeOccasion,
  createOccasion,
  deleteOccasion,
  listOccasions,
} from '../occasions/occasion-queries.ts'
import { database } from '../platform/database.ts'
import { shareGoneMessage, shareNotFoundMessage } from '../policy/analytics.ts'
import { missingEvent, notYourCard, tooManyEvents, tooManyPoints } from '../policy/occasions.ts'
import { accountChangedMessage, conflictMessage } from '../policy/row.ts'
import { openEventLink } from '../reports/share-links.ts'

export const occasionsRoutes = new Hono<App>()

occasionsRoutes.get('/', async (c) =>
  c.json(await listOccasions(database(c.env.DB), requireUser(c).id)),
)

occasionsRoutes.post('/', jsonBody(NewOccasion), async (c) => {
  const input = c.req.valid('json')
  const daysError = occasionDaysError(input)
  if (daysError) fail(400, daysError)
  const event = await createOccasion(c.env, requireUser(c), input)
  if (event === 'too many') fail(409, tooManyEvents)
  if (event === 'signed out') fail(409, accountChangedMessage)
  c.set('changed', { id: event.id })
  return c.json(event, 201)
})

occasionsRoutes.get('/:id', async (c) => {
  const data = orNotFound(await findEventDataOfPath(c), missingEvent)
  requireOwner(c, data.owner)
  return boardResponse(c, await readBoard(c.env, data))
})

occasionsRoutes.patch('/:id', jsonBody(OccasionChange), async (c) => {
  const { owner: _, ...event } = await requireEvent(c)
  const change = c.req.valid('json')
  const changed = await changeOccasion(database(c.env.DB), event, change)
  if (changed === 'conflict') fail(409, conflictMessage)
  if ('daysError' in changed) fail(400, changed.daysError)
  c.set('changed', { fields: Object.keys(change) })
  return c.json(changed)
})

occasionsRoutes.delete('/:id', async (c) => {
  await deleteOccasion(database(c.env.DB), await requireEvent(c))
  return c.body(null, 204)
})

occasionsRoutes.patch('/:id/share-points', jsonBody(OccasionPointsChange), async (c) => {
  const event = await requireEvent(c)
  const change = c.req.valid('json')
  const outcome = await changeOccasionPoints(database(c.env.DB), event, change)
  if (outcome === 'not allowed') fail(403, notYourCard)
  if (outcome === 'too many') fail(409, tooManyPoints)
  c.set('changed', { added: change.add.length, removed: change.remove.length })
  return c.body(null, 204)
})

occasionsRoutes.get('/:id/addable-share-points', queryParams(AddablePointsQuery), async (c) => {
  const event = await requireEvent(c)
  return c.json(await listAddablePoints(database(c.env.DB), event, c.req.valid('query').q))
})

export const sharedEventsRoutes = new Hono<App>()

sharedEventsRoutes.get('/:token', async (c) => {
  await limitSharedReads(c)
  const db = database(c.env.DB)
  const link = orNotFound(await openEventLink(db, c.req.param('token')), shareNotFoundMessage)
  if (link === 'gone') fail(410, shareGoneMessage)
  const data = orNotFound(await readOccasionData(db, link.occasionId), missingEvent)
  const board = withoutDraftNames(await readBoard(c.env, data))
  c.header('Referrer-Policy', 'no-referrer')
  c.header('X-Robots-Tag', 'noindex')
  const shared = { expiresAt: new Date(link.expiresAt).toISOString() }
  return boardResponse(c, { ...board, shared })
})

// The tag is of exactly what is sent: of anything else it would tell what the link hides, by its hash or its changes.
function boardResponse(c: Context<App>, board: Board | SharedBoard) {
  const text = JSON.stringify(board)
  const tag = `W/"${createHash('sha256').update(text).digest('base64url')}"`
  c.header('ETag', tag)
  c.header('Cache-Control', 'private, no-cache')
  const knownTags = c.req.header('If-None-Match')?.split(',') ?? []
  if (knownTags.some((one) => one.trim() === tag)) return c.body(null, 304)
  return c.body(text, 200, { 'Content-Type': 'application/json' })
}

async function requireEvent(c: Context<App>) {
  const event = orNotFound(await findEventOfPath(c), missingEvent)
  requireOwner(c, event.owner)
  return event
}

function requireOwner(c: Context<App>, owner: Actor): void {
  const user = requireUser(c)
  requirePermission(
    owner.id === user.id || canManageUser(user, owner),
    "You don't have permission to view or change this event",
  )
}
