/** Who may take analytics away, and the tokens of programs that do. */
import * as z from 'zod/mini'
import { ApiToken, EventsPage } from '../../schema/pull.ts'
import { kB, type Row } from './row.ts'

export const nothingToExport = 'No data available to export'
export const tooManyTokens = 'You have 20 tokens. Revoke one that is not used any more.'

export const exportRows: Record<string, Row> = {
  'GET /api/analytics/:id/export': {
    who: 1,
    export: true,
    lags: true,
    summary: "A card's events or figures as CSV or NDJSON",
    rule: 'owner of the card, or level 4 and not below the owner; what submissions hold: owner, or level 5',
    media: 'text/csv',
    byToken: 'export',
    refuses: { 404: nothingToExport },
  },
  'GET /api/account-analytics/export': {
    who: 1,
    export: true,
    lags: true,
    summary: "The events or figures of an account's cards as CSV or NDJSON",
    rule: 'card of another, user and everybody=1: level 4; what submissions hold: owner, or level 5',
    media: 'text/csv',
    byToken: 'export',
    refuses: { 404: nothingToExport },
  },
  'GET /api/analytics/:id/events': {
    who: 1,
    export: true,
    summary: 'Every event of a card, oldest first, to be pulled again and again',
    rule: 'owner of the card, or level 4 and not below the owner',
    answer: EventsPage,
    byToken: 'read',
  },
  'GET /api/security-events': {
    who: 5,
    export: true,
    summary: 'Security events of everybody as NDJSON, oldest first, to be pulled again and again',
    media: 'application/x-ndjson',
    byToken: 'security-events',
  },
  'GET /api/account/tokens': {
    who: 1,
    summary: 'The own API tokens, newest first',
    beforeFactor: true,
    answer: z.array(ApiToken),
  },
  'POST /api/account/tokens': {
    who: 1,
    summary: 'Make an API token, which is shown this once',
    rule: 'for security events: level 5',
    fresh: true,
    maxBody: kB,
    answer: ApiToken,
    status: 201,
    refuses: { 409: tooManyTokens },
  },
  'DELETE /api/account/tokens/:token': {
    who: 1,
    summary: 'Revoke an API token',
    beforeFactor: true,
    rule: 'of oneself',
    status: 204,
  },
}
