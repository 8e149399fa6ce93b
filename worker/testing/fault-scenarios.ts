/**
 * Fault scenarios: every route that writes, the most frequent reads, the queue and the cron jobs. Only tests import
 * this.
 */
import type { Bindings } from '../env.ts'
import { batchGapMs } from '../tracking/enqueue.ts'
import type { Fixtures } from './fault-fixtures.ts'

export type ScenarioRequest = {
  call: string
  body?: unknown
  /** Request headers, such as the cookie. */
  headers?: Record<string, string>
}

export type Scenario = {
  name: string
  request?: (fixtures: Fixtures) => ScenarioRequest
  work?: (fixtures: Fixtures, env: Bindings) => Promise<unknown>
  /** Waits that long before each request, in milliseconds. */
  pauseMs?: number
  /** The status of a successful response; 200 by default. */
  status?: number
  /** Other accepted statuses of a repeated request, with the reason. */
  repeatStatuses?: Record<number, string>
  /** Why the answer may differ from the usual ones. */
  anyAnswer?: string
  /** Why an email may be missing. */
  emailOptional?: string
  /** Why its effect is lost if the isolate crashes after the response. */
  lostOnCrash?: string
  /** Why a retry does not complete the request. The state it leaves is consistent, but different. */
  notRepeatable?: string
}

export const clientId = 'the-same-request-sent-again'
export const newUser = (username: string, accessLevel = 1) => ({
  username,
  email: `${username}@cards.test`,
  fullName: 'Grace Hopper',
  password: 'long enough',
  accessLevel,
})
const loaded = Date.now()
const eventId = (letter: string) => `${loaded.toString(36)}-${letter.repeat(12)}`
export const asOwner = ({ owner: { cookie } }: Fixtures) => ({ Cookie: cookie })
export const asAdmin = ({ admin: { cookie } }: Fixtures) => ({ Cookie: cookie })
const form = { name: 'Grace', email: 'grace@example.com' }
// An event soon after another one is not recorded directly, and a view is then batched in memory, which a crash loses.
// Twice the gap, because the clock of the runtime is some milliseconds coarse.
const eventPauseMs = 2 * batchGapMs

export const visitors: Scenario[] = [
  { name: 'a card', request: ({ card }) => ({ call: `GET /view/${card.slug}` }) },
  {
    name: 'a card, signed in',
    request: (fixtures) => ({
      call: `GET /view/${fixtures.card.slug}`,
      headers: asOwner(fixtures),
    }),
  },
  {
    name: 'a card by its code',
    request: ({ sharePoint }) => ({ call: `GET /s/${sharePoint.code}` }),
  },
  { name: 'the thanks', request: ({ card }) => ({ call: `GET /view/${card.slug}/thanks` }) },
  { name: 'a card as JSON', request: ({ card }) => ({ call: `GET /api/card/${card.slug}` }) },
  { name: 'a contact file', request: ({ card }) => ({ call: `GET /api/vcard/${card.id}` }) },
  { name: 'the map', request: ({ card }) => ({ call: `GET /embed/map/${card.id}` }) },
  { name: 'a picture', request: ({ picture }) => ({ call: `GET ${picture}` }) },
  { name: 'the manifest', request: () => ({ call: 'GET /manifest.webmanifest' }) },
  {
    name: 'a view',
    pauseMs: eventPauseMs,
    status: 202,
    request: ({ card }) => ({
      call: 'POST /api/card-views',
      body: { cardId: card.id, eventId: eventId('v') },
    }),
  },
  {
    name: 'a leave',
    pauseMs: eventPauseMs,
    status: 202,
    request: ({ card }) => ({
      call: 'POST /api/card-views',
      body: { cardId: card.id, eventId: eventId('l'), phase: 'leave', dwellMs: 4000 },
    }),
  },
  {
    name: 'a click',
    pauseMs: eventPauseMs,
    status: 202,
    request: ({ card }) => ({
      call: 'POST /api/card-clicks',
      body: { cardId: card.id, linkType: 'social', linkId: 'linkedin', eventId: eventId('c') },
    }),
  },
  {
    name: 'a save',
    pauseMs: eventPauseMs,
    status: 202,
    request: ({ card }) => ({
      call: 'POST /api/card-saves',
      body: { cardId: card.id, eventId: eventId('s') },
    }),
  },
  {
    name: 'an entry',
    emailOptional: 'The entry is in the inbox; the notification is sent at most once.',
    status: 201,
    request: ({ card }) => ({
      call: 'POST /api/form-submissions',
      body: { cardId: card.id, formData: form, clientId },
    }),
  },
  {
    name: 'an entry without script',
    emailOptional: 'The same.',
    status: 303,
    request: ({ card }) => ({
      call: 'POST /api/form-submissions',
      body: new URLSearchParams({ cardId: `${card.id}`, ...form }).toString(),
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        'CF-Connecting-IP': '203.0.113.7',
      },
    }),
  },
]
