/** Receives views, clicks and saves from card pages, which send them in the background. Reads no cookie. */
import { type Context, Hono } from 'hono'
import type * as z from 'zod/mini'
import {
  type CardEvent,
  ClickPost,
  type EventKind,
  makeEventId,
  maxVisitMs,
  SavePost,
  ViewPost,
} from '../../schema/tracking/event.ts'
import type { App } from '../env.ts'
import { kB } from '../http/declaration.ts'
import { fail } from '../http/errors.ts'
import { publicEndpoint } from '../http/input.ts'
import { dayMs } from '../platform/time.ts'
import { enqueueEvent, enqueueView } from './enqueue.ts'
import { describeVisitor, exceedsEventRate, networkTag, visitorHash } from './visitor.ts'

const wrongTimeMessage =
  'The time in the event id is invalid. Create the id from the time in the Date header and send the event again.'

export const eventsRoutes = new Hono<App>()

// `sendBeacon` sends a string as text/plain.
const types = ['application/json', 'text/plain']

eventsRoutes.post(
  '/card-views',
  publicEndpoint({
    access: 'anyone',
    body: ViewPost,
    maxBody: kB,
    requestTypes: types,
    status: 202,
    summary: 'Record a view, or the time spent when leaving',
    example: { cardId: 1, source: 'qr' },
    errors: { 409: wrongTimeMessage },
  }),
  async (c) => {
    const { phase, dwellMs = 0, ...post } = c.req.valid('json')
    return acceptEvent(c, 'view', { ...post, dwellMs: phase === 'leave' ? dwellMs : 0 })
  },
)

eventsRoutes.post(
  '/card-clicks',
  publicEndpoint({
    access: 'anyone',
    body: ClickPost,
    maxBody: kB,
    requestTypes: types,
    status: 202,
    summary: 'Record a click on a link of a card',
    example: { cardId: 1, source: 'qr', linkType: 'social', linkId: 'linkedin' },
    errors: { 409: wrongTimeMessage },
  }),
  (c) => acceptEvent(c, 'click', c.req.valid('json')),
)

eventsRoutes.post(
  '/card-saves',
  publicEndpoint({
    access: 'anyone',
    body: SavePost,
    maxBody: kB,
    requestTypes: types,
    status: 202,
    summary: 'Record that the contact was saved',
    example: { cardId: 1, source: 'qr' },
    errors: { 409: wrongTimeMessage },
  }),
  (c) => acceptEvent(c, 'save', c.req.valid('json')),
)

type Post = z.infer<typeof SavePost> & Partial<Pick<CardEvent, 'dwellMs' | 'linkType' | 'linkId'>>

async function acceptEvent(c: Context<App>, kind: EventKind, post: Post): Promise<Response> {
  const event = await eventOf(c, kind, post)
  const enqueue = kind === 'view' ? enqueueView : enqueueEvent
  const accepted = enqueue(c.env, event, (work) => c.executionCtx.waitUntil(work))
  // A page that is being closed does not stay for the response.
  c.executionCtx.waitUntil(accepted)
  if (!(await accepted)) {
    fail(503, 'The event could not be recorded. Send it again in a moment.', {
      headers: { 'Retry-After': '10' },
    })
  }
  return c.body(null, 202)
}

async function eventOf(
  { env, req }: Context<App>,
  kind: EventKind,
  post: Post,
): Promise<CardEvent> {
  const receivedAt = Date.now()
  const { cardId, eventId = makeEventId(receivedAt), source = 'link', own } = post
  const at = eventTime(eventId, receivedAt)
  if (at === undefined) {
    fail(409, wrongTimeMessage, {
      code: 'clock',
      headers: { Date: new Date(receivedAt).toUTCString() },
    })
  }
  const visitor = describeVisitor(req.raw)
  const [visitorId, network, exceedsRate] = await Promise.all([
    visitorHash(env.ANALYTICS, visitor, { cardId, at }),
    networkTag(env.ANALYTICS, visitor, { cardId, receivedAt }),
    exceedsEventRate(env.BURST, visitor, cardId),
  ])
  return {
    v: 1,
    id: eventId,
    kind,
    cardId,
    at,
    receivedAt,
    dwellMs: Math.min(post.dwellMs ?? 0, maxDwell(at, receivedAt)),
    linkType: post.linkType ?? '',
    linkId: post.linkId?.toWellFormed() ?? '',
    source,
    visitor: visitorId,
    network,
    ip: 'Unknown',
    place: visitor.place,
    device: visitor.device,
    leftOut: visitor.leftOut ?? (own ? 'own' : null),
    burst: exceedsRate,
  }
}

const maxAgeMs = 7 * dayMs
const maxAheadMs = 120_000

/**
 * Returns the time in an event id, in Unix milliseconds; undefined if it is more than 7 days before or 2 minutes after
 * receipt. It is never clamped: it is part of the row's key, so a repeat must give the same value.
 */
export function eventTime(id: string, receivedAt: number): number | undefined {
  const time = Number.parseInt(id.slice(0, id.indexOf('-')), 36)
  return time >= receivedAt - maxAgeMs && time <= receivedAt + maxAheadMs ? time : undefined
}

// The visitor's clock may be ahead.
const clockToleranceMs = 5000

/** Returns the longest dwell time that is accepted for a view at `at` when it is received, in milliseconds. */
function maxDwell(at: number, receivedAt: number): number {
  return Math.min(maxVisitMs, Math.max(0, receivedAt - at + clockToleranceMs))
}
