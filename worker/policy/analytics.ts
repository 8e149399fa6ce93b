/** Policy rows of analytics. */
import * as z from 'zod/mini'
import { AccountReport, Share, SharedReport } from '../../schema/account-report.ts'
import { CardReport, HistoryPage } from '../../schema/card-report.ts'
import { ApiToken, EventsPage } from '../../schema/export.ts'
import { kB, type Row } from './row.ts'

const ownOr4 = 'owner of the card, or level 4 and not below the owner'

export const wrongTime =
  'The time in the event id is wrong. Make the id with the time in the Date header and send it again.'

export const analyticsRows: Record<string, Row> = {
  'GET /api/analytics/:id': {
    who: 1,
    lags: true,
    summary: 'Totals, series, timing, breakdowns and the newest events of a card',
    rule: ownOr4,
    answer: CardReport,
    byToken: 'read',
  },
  'GET /api/analytics/:id/history': {
    who: 1,
    lags: true,
    summary: 'The views, clicks or saves of a card, newest first, a page at a time',
    rule: ownOr4,
    answer: HistoryPage,
    byToken: 'read',
  },
  'GET /api/account-analytics': {
    who: 1,
    lags: true,
    summary: 'Totals, series, timing and breakdowns over all cards of an account',
    rule: 'card of another, user and everybody=1: level 4, of users at or below the own level',
    answer: AccountReport,
    byToken: 'read',
  },
}

// Exports and API tokens.

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

// Shared analytics links.

export const noShare = 'This link does not work. Ask who sent it for a new one.'
export const goneShare = 'This link no longer works. Ask who sent it for a new one.'
export const endedShare = 'This link no longer works. Create another one.'
export const tooManyShares = 'You have 50 links already. Revoke one you no longer need.'

export const shareRows: Record<string, Row> = {
  'GET /api/analytics-shares': {
    who: 1,
    lags: true,
    summary: 'The own links to analytics that still open, newest first',
    answer: z.array(Share),
  },
  'POST /api/analytics-shares': {
    who: 1,
    summary: 'Make a link that shows the own analytics, read-only, until it expires',
    rule: 'of a card: its owner',
    maxBody: kB,
    answer: Share,
    status: 201,
    refuses: { 404: 'Card not found', 409: `${tooManyShares} Or: ${endedShare}` },
  },
  'DELETE /api/analytics-shares/:share': {
    who: 1,
    summary: 'Revoke a link to analytics',
    rule: 'of oneself',
    status: 204,
  },
  'GET /api/shared-analytics/:token': {
    who: 'anyone',
    summary: 'The report a link was made for',
    rule: 'no longer a timeframe than the link was made for',
    answer: SharedReport,
    refuses: { 404: noShare, 410: goneShare },
  },
}
