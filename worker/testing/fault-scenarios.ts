/** What is asked of the worker while its bindings fail: each route that writes, the busiest that read, the queue and the cron. Only tests import this. */
import type { Bindings } from '../env.ts'
import type { Fixtures } from './fault-fixtures.ts'

export type ScenarioRequest = {
  call: string
  body?: unknown
  /** The cookie or other headers it comes with. */
  headers?: Record<string, string>
}

export type Scenario = {
  name: string
  request?: (fixtures: Fixtures) => ScenarioRequest
  work?: (fixtures: Fixtures, env: Bindings) => Promise<unknown>
  /** The status of its answer when all is well. */
  status?: number
  /** What the same request may answer once it was done: with why that is right. */
  repeatStatuses?: Record<number, string>
  /** What it may answer when it was done and that was not heard. */
  lostStatuses?: Record<number, string>
  /** Why a letter may be missing. */
  emailOptional?: string
  /** Why its work is lost when the isolate dies once it has answered. */
  lostOnCrash?: string
  /** Why what was done half is not gone on with by the same request; what it leaves is whole, but not the same. */
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

export const visitors: Scenario[] = [
  { name: 'a card', request: ({ card }) => ({ call: `GET /view/${card.slug}` }) },
  {
    name: 'a card, signed in',
    request: (fixtures) => ({
      call: `GET /view/${fixtures.card.slug}`,
      headers: asOwner(fixtures),
    }),
  },
  { name: 'the thanks', request: ({ card }) => ({ call: `GET /view/${card.slug}/thanks` }) },
  { name: 'a card as JSON', request: ({ card }) => ({ call: `GET /api/card/${card.slug}` }) },
  { name: 'a contact file', request: ({ card }) => ({ call: `GET /api/vcard/${card.id}` }) },
  { name: 'the map', request: ({ card }) => ({ call: `GET /embed/map/${card.id}` }) },
  { name: 'a picture', request: ({ picture }) => ({ call: `GET ${picture}` }) },
  { name: 'the manifest', request: () => ({ call: 'GET /manifest.webmanifest' }) },
  {
    name: 'a view',
    status: 202,
    request: ({ card }) => ({
      call: 'POST /api/card-views',
      body: { cardId: card.id, eventId: eventId('v') },
    }),
  },
  {
    name: 'a leave',
    status: 202,
    request: ({ card }) => ({
      call: 'POST /api/card-views',
      body: { cardId: card.id, eventId: eventId('l'), phase: 'leave', dwellMs: 4000 },
    }),
  },
  {
    name: 'a click',
    status: 202,
    request: ({ card }) => ({
      call: 'POST /api/card-clicks',
      body: { cardId: card.id, linkType: 'social', linkId: 'linkedin', eventId: eventId('c') },
    }),
  },
  {
    name: 'a save',
    status: 202,
    request: ({ card }) => ({
      call: 'POST /api/card-saves',
      body: { cardId: card.id, eventId: eventId('s') },
    }),
  },
  {
    name: 'an entry',
    emailOptional: 'The entry is in the inbox; its news is told once at most.',
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
