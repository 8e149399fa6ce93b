/** Policy rows of analytics. */
import * as z from 'zod/mini'
import { AccountReport, Share, SharedReport } from '../../schema/account-report.ts'
import { ApiToken, EventsPage } from '../../schema/analytics-export.ts'
import { CardReport, HistoryPage } from '../../schema/card-report.ts'
import { kB, type PolicyRow, tooManyAttemptsMessage } from './row.ts'

const ownOr4 = 'the card owner, or level 4 and not below the owner'

export const wrongTimeMessage =
  'The time in the event id is invalid. Create the id from the time in the Date header and send the event again.'

export const analyticsRows: Record<string, PolicyRow> = {
  'GET /api/analytics/:id': {
    access: 1,
    prefetch: 'card',
    allowsReplica: true,
    summary: 'Totals, series, timing, breakdowns and the newest events of a card',
    rule: ownOr4,
    response: CardReport,
    apiToken: 'read',
  },
  'GET /api/analytics/:id/history': {
    access: 1,
    prefetch: 'card',
    allowsReplica: true,
    summary: "A card's views, clicks or saves, newest first, paginated",
    rule: ownOr4,
    response: HistoryPage,
    apiToken: 'read',
  },
  'GET /api/account-analytics': {
    access: 1,
    prefetch: 'own-card-names',
    allowsReplica: true,
    summary: 'Totals, series, timing and breakdowns over all cards of an account',
    rule: "another user's card, user and everybody=1: level 4, for users at or below your level",
    response: AccountReport,
    apiToken: 'read',
  },
}

// Exports and API tokens.

export const nothingToExportMessage = 'No data available to export'
export const tooManyTokensMessage =
  'You have reached the limit of 20 tokens. Revoke one you no longer use.'

export const exportRows: Record<string, PolicyRow> = {
  'GET /api/analytics/:id/export': {
    access: 1,
    prefetch: 'card',
    export: true,
    allowsReplica: true,
    summary: "A card's events or analytics as CSV or NDJSON",
    rule: 'the card owner, or level 4 and not below the owner; contents of submissions: the card owner, or level 5',
    responseType: 'text/csv',
    apiToken: 'export',
    errors: { 404: nothingToExportMessage },
  },
  'GET /api/account-analytics/export': {
    access: 1,
    prefetch: 'own-card-names',
    export: true,
    allowsReplica: true,
    summary: "The events or analytics of an account's cards as CSV or NDJSON",
    rule: "another user's card, user and everybody=1: level 4; contents of submissions: the card owner, or level 5",
    responseType: 'text/csv',
    apiToken: 'export',
    errors: { 404: nothingToExportMessage },
  },
  'GET /api/analytics/:id/events': {
    access: 1,
    prefetch: 'card',
    export: true,
    summary: 'All events of a card, oldest first, for incremental sync',
    rule: 'the card owner, or level 4 and not below the owner',
    response: EventsPage,
    apiToken: 'read',
  },
  'GET /api/security-events': {
    access: 5,
    export: true,
    summary: 'Security events of all users as NDJSON, oldest first, for incremental sync',
    responseType: 'application/x-ndjson',
    apiToken: 'security-events',
  },
  'GET /api/account/tokens': {
    access: 1,
    summary: 'Your API tokens, newest first',
    allowedBeforeSecondFactor: true,
    response: z.array(ApiToken),
  },
  'POST /api/account/tokens': {
    access: 1,
    summary: 'Create an API token, which is shown only once',
    rule: 'for security events or metrics: level 5',
    requiresRecentAuth: true,
    maxBody: kB,
    response: ApiToken,
    status: 201,
    errors: { 409: tooManyTokensMessage },
  },
  'DELETE /api/account/tokens/:token': {
    access: 1,
    summary: 'Revoke an API token',
    allowedBeforeSecondFactor: true,
    rule: 'only your own',
    status: 204,
  },
}

// Shared analytics links.

export const shareNotFoundMessage = 'This link does not work. Ask the sender for a new one.'
export const shareGoneMessage = 'This link no longer works. Ask the sender for a new one.'
export const shareEndedMessage = 'This link no longer works. Create a new one.'
export const tooManySharesMessage =
  'You have reached the limit of 50 links. Revoke one you no longer need.'

export const shareRows: Record<string, PolicyRow> = {
  'GET /api/analytics-shares': {
    access: 1,
    allowsReplica: true,
    summary: 'Your active links to analytics and boards, newest first',
    response: z.array(Share),
  },
  'POST /api/analytics-shares': {
    access: 1,
    summary: 'Create a read-only link to your analytics, or to the board of an event, that expires',
    rule: 'for one card or an event: its owner',
    maxBody: kB,
    response: Share,
    status: 201,
    errors: { 404: 'Card not found', 409: `${tooManySharesMessage} Or: ${shareEndedMessage}` },
  },
  'DELETE /api/analytics-shares/:share': {
    access: 1,
    summary: 'Revoke a link to analytics',
    rule: 'only your own',
    status: 204,
  },
  'GET /api/shared-analytics/:token': {
    access: 'anyone',
    summary: 'The report behind a shared link',
    rule: 'the timeframe is at most that of the link',
    response: SharedReport,
    errors: { 404: shareNotFoundMessage, 410: shareGoneMessage, 429: tooManyAttemptsMessage },
  },
}
