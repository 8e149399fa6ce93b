/** Boards, which the API calls events: their share points and live reports, for their owner and for level 4. */

import { type Context, Hono } from 'hono'
import { etag } from 'hono/etag'
import * as z from 'zod/mini'
import { type Actor, canManageUser } from '../../schema/access.ts'
import {
  AddablePoint,
  AddablePointsQuery,
  Board,
  BoardChange,
  BoardPointsChange,
  BoardReport,
  boardDaysError,
  ListedBoard,
  maxBoardPoints,
  maxBoards,
  NewBoard,
  SharedBoardReport,
} from '../../schema/boards/board.ts'
import { requireUser } from '../accounts/sessions.ts'
import { openEventLink, shareGoneMessage, shareNotFoundMessage } from '../analytics/share-links.ts'
import type { App } from '../env.ts'
import {
  accountChangedMessage,
  conflictMessage,
  kB,
  type Load,
  tooManyAttemptsMessage,
} from '../http/declaration.ts'
import { endpoint, limitSharedReads, loaded } from '../http/endpoint.ts'
import { fail, orNotFound } from '../http/errors.ts'
import { pathId } from '../http/input.ts'
import { allow, type Rule } from '../http/rules.ts'
import { database } from '../platform/database.ts'
import {
  changeBoard,
  changeBoardPoints,
  createBoard,
  deleteBoard,
  findBoard,
  listAddablePoints,
  listBoards,
  type OwnedBoard,
} from './queries.ts'
import { type BoardData, readBoardData, readBoardReport, withoutDraftNames } from './report.ts'

const missingEvent = 'Event not found'
const notYourCard =
  'Select share points of cards that the owner of the event may edit. Reload the list.'
const boardEditors: Rule<{ owner: Actor }> = {
  words: 'the owner of the event, or level 4 and not below the owner',
  allows: (actor, { owner }) => owner.id === actor.id || canManageUser(actor, owner),
  refusal: [403, "You don't have permission to view or change this event"],
}
const tooManyEvents = `You have reached the limit of ${maxBoards} events. Delete one you no longer need.`
const tooManyPoints = `An event can have at most ${maxBoardPoints} share points. Remove some first.`

/** The event with the id in the path. */
const boardOfPath: Load<OwnedBoard | undefined> = (c, db) =>
  findBoard(db, pathId(c.req.param('id') ?? ''))

/** The event with the id in the path, and what its board shows. */
const boardDataOfPath: Load<BoardData | undefined> = (c, db) =>
  readBoardData(db, pathId(c.req.param('id') ?? ''))

export const boardsRoutes = new Hono<App>()

boardsRoutes.get(
  '/',
  endpoint({
    access: 1,
    apiToken: 'read',
    response: z.array(ListedBoard),
    summary: 'Your events, the latest first, archived ones included',
  }),
  async (c) => c.json(await listBoards(database(c.env.DB), requireUser(c).id)),
)

boardsRoutes.post(
  '/',
  endpoint({
    access: 1,
    body: NewBoard,
    maxBody: 4 * kB,
    response: Board,
    status: 201,
    summary: 'Create an event, which groups share points of many cards',
    example: {
      name: 'Hannover Messe',
      place: 'Hall 3, Booth 12',
      from: '2026-04-20',
      to: '2026-04-24',
      zone: 'Europe/Berlin',
    },
    errors: { 409: tooManyEvents },
    audit: 'board-created',
  }),
  async (c) => {
    const input = c.req.valid('json')
    const daysError = boardDaysError(input)
    if (daysError) fail(400, daysError)
    const event = await createBoard(c.env, requireUser(c), input)
    if (event === 'too many') fail(409, tooManyEvents)
    if (event === 'signed out') fail(409, accountChangedMessage)
    c.set('changed', { id: event.id })
    return c.json(event, 201)
  },
)

boardsRoutes.get(
  '/:id',
  endpoint({
    access: 1,
    apiToken: 'read',
    rule: boardEditors,
    load: boardDataOfPath,
    response: BoardReport,
    summary: 'The live board of an event: what its share points brought on its days',
    errors: { 404: missingEvent },
  }),
  etag({ weak: true }),
  async (c) => {
    const data = orNotFound(await loaded(c, boardDataOfPath), missingEvent)
    allow(c, boardEditors, data)
    c.header('Cache-Control', 'private, no-cache')
    return c.json(await readBoardReport(c.env, data))
  },
)

boardsRoutes.patch(
  '/:id',
  endpoint({
    access: 1,
    rule: boardEditors,
    body: BoardChange,
    maxBody: 4 * kB,
    response: Board,
    summary: 'Rename, change, archive or restore an event',
    example: { name: 'Hannover Messe 2026' },
    errors: { 404: missingEvent, 409: conflictMessage },
    audit: 'board-changed',
  }),
  async (c) => {
    const { owner: _, ...event } = await requireEvent(c)
    const change = c.req.valid('json')
    const changed = await changeBoard(database(c.env.DB), event, change)
    if (changed === 'conflict') fail(409, conflictMessage)
    if ('daysError' in changed) fail(400, changed.daysError)
    c.set('changed', { fields: Object.keys(change) })
    return c.json(changed)
  },
)

boardsRoutes.delete(
  '/:id',
  endpoint({
    access: 1,
    rule: boardEditors,
    status: 204,
    summary: 'Delete an event and its links; share points and what they brought remain',
    errors: { 404: missingEvent },
    audit: 'board-deleted',
  }),
  async (c) => {
    await deleteBoard(database(c.env.DB), await requireEvent(c))
    return c.body(null, 204)
  },
)

boardsRoutes.patch(
  '/:id/share-points',
  endpoint({
    access: 1,
    rule: [boardEditors, 'share points of cards that the owner of the event may edit'],
    body: BoardPointsChange,
    maxBody: 16 * kB,
    status: 204,
    summary: 'Add share points to an event, or remove some',
    example: { add: [12, 13], remove: [7] },
    errors: { 404: missingEvent, 409: tooManyPoints },
    audit: 'board-points-changed',
  }),
  async (c) => {
    const event = await requireEvent(c)
    const change = c.req.valid('json')
    const outcome = await changeBoardPoints(database(c.env.DB), event, change)
    if (outcome === 'not allowed') fail(403, notYourCard)
    if (outcome === 'too many') fail(409, tooManyPoints)
    c.set('changed', { added: change.add.length, removed: change.remove.length })
    return c.body(null, 204)
  },
)

boardsRoutes.get(
  '/:id/addable-share-points',
  endpoint({
    access: 1,
    rule: boardEditors,
    load: boardOfPath,
    query: AddablePointsQuery,
    response: z.array(AddablePoint),
    summary: 'Active share points that can be added to an event, newest first, at most 100',
    errors: { 404: missingEvent },
  }),
  async (c) => {
    const event = await requireEvent(c)
    return c.json(await listAddablePoints(database(c.env.DB), event, c.req.valid('query').q))
  },
)

export const sharedEventsRoutes = new Hono<App>()

sharedEventsRoutes.get(
  '/:token',
  endpoint({
    access: 'anyone',
    response: SharedBoardReport,
    summary: 'The board behind a shared link',
    errors: { 404: shareNotFoundMessage, 410: shareGoneMessage, 429: tooManyAttemptsMessage },
  }),
  // Hashes exactly what is sent: a hash of anything else would reveal changes that the link hides.
  etag({ weak: true }),
  async (c) => {
    await limitSharedReads(c)
    const db = database(c.env.DB)
    const link = orNotFound(await openEventLink(db, c.req.param('token')), shareNotFoundMessage)
    if (link === 'gone') fail(410, shareGoneMessage)
    const data = orNotFound(await readBoardData(db, link.boardId), missingEvent)
    const report = withoutDraftNames(await readBoardReport(c.env, data))
    c.header('Referrer-Policy', 'no-referrer')
    c.header('X-Robots-Tag', 'noindex')
    c.header('Cache-Control', 'private, no-cache')
    const shared = { expiresAt: new Date(link.expiresAt).toISOString() }
    return c.json({ ...report, shared })
  },
)

async function requireEvent(c: Context<App>) {
  const event = orNotFound(await loaded(c, boardOfPath), missingEvent)
  return allow(c, boardEditors, event)
}
