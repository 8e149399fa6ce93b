/** Fault scenarios of the inbox, reports and events. Only tests import this. */
import { asOwner, clientId, type Scenario } from './fault-scenarios.ts'

export const reports: Scenario[] = [
  {
    name: 'an entry noted',
    request: (fixtures) => ({
      call: `PATCH /api/submissions/${fixtures.entry.id}`,
      body: { status: 'done', note: 'Called' },
      headers: asOwner(fixtures),
    }),
  },
  {
    name: 'an entry deleted',
    repeatStatuses: { 404: 'It was deleted.' },
    status: 204,
    request: (fixtures) => ({
      call: `DELETE /api/submissions/${fixtures.entry.id}`,
      headers: asOwner(fixtures),
    }),
  },
  {
    name: 'the entries as a file',
    request: (fixtures) => ({
      call: `GET /api/business-cards/${fixtures.card.id}/submissions.csv`,
      headers: asOwner(fixtures),
    }),
  },
  {
    name: 'a shared report',
    status: 201,
    request: (fixtures) => ({
      call: 'POST /api/analytics-shares',
      body: { timeframe: 'month', card: fixtures.card.id, days: 7, clientId },
      headers: asOwner(fixtures),
    }),
  },
  {
    name: 'a shared report revoked',
    repeatStatuses: { 404: 'It was revoked.' },
    status: 204,
    request: (fixtures) => ({
      call: `DELETE /api/analytics-shares/${fixtures.share.id}`,
      headers: asOwner(fixtures),
    }),
  },
  {
    name: 'a shared report read',
    request: ({ share }) => ({
      call: `GET /api/shared-analytics/${share.path?.split('/').at(-1)}`,
    }),
  },
  {
    name: 'an event created',
    status: 201,
    request: (fixtures) => ({
      call: 'POST /api/events',
      body: { name: 'Fair', from: '2026-04-20', to: '2026-04-24', zone: 'Europe/Berlin', clientId },
      headers: asOwner(fixtures),
    }),
  },
  {
    name: 'an event changed',
    request: (fixtures) => ({
      call: `PATCH /api/events/${fixtures.event.id}`,
      body: { name: 'Fair', from: '2026-04-20', to: '2026-04-24' },
      headers: asOwner(fixtures),
    }),
  },
  {
    name: 'the share points of an event changed',
    status: 204,
    request: (fixtures) => ({
      call: `PATCH /api/events/${fixtures.event.id}/share-points`,
      body: { remove: [fixtures.sharePoint.id] },
      headers: asOwner(fixtures),
    }),
  },
  {
    name: 'the board of an event',
    request: (fixtures) => ({
      call: `GET /api/events/${fixtures.event.id}`,
      headers: asOwner(fixtures),
    }),
  },
  {
    name: 'an event deleted',
    repeatStatuses: { 404: 'It was deleted.' },
    status: 204,
    request: (fixtures) => ({
      call: `DELETE /api/events/${fixtures.event.id}`,
      headers: asOwner(fixtures),
    }),
  },
  {
    name: 'the figures of a card',
    request: (fixtures) => ({
      call: `GET /api/analytics/${fixtures.card.id}`,
      headers: asOwner(fixtures),
    }),
  },
  {
    name: 'the figures as a file',
    request: (fixtures) => ({
      call: 'GET /api/account-analytics/export?timeframe=month',
      headers: asOwner(fixtures),
    }),
  },
]
