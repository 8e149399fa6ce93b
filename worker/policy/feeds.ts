/** Policy rows of feeds. */
import * as z from 'zod/mini'
import { Feed } from '../../schema/feed.ts'
import { kB, type PolicyRow, tooManyAttemptsMessage } from './row.ts'

export const tooManyFeedsMessage =
  'You have reached the limit of 50 feeds. Revoke one you no longer use.'
/** The same whether it is unknown, revoked or expired, or has another file. */
export const feedNotFoundMessage = 'There is nothing at this address.'

export const feedRows: Record<string, PolicyRow> = {
  'GET /api/account/feeds': {
    access: 1,
    summary: 'Your feeds, newest first',
    allowedBeforeSecondFactor: true,
    response: z.array(Feed),
  },
  'POST /api/account/feeds': {
    access: 1,
    summary: 'Create a feed, whose secret address is shown only once',
    rule: 'for one card: its owner',
    requiresRecentAuth: 'for a feed of form submissions',
    maxBody: kB,
    response: Feed,
    status: 201,
    errors: { 404: 'Card not found', 409: tooManyFeedsMessage },
  },
  'DELETE /api/account/feeds/:feed': {
    access: 1,
    summary: 'Revoke a feed',
    allowedBeforeSecondFactor: true,
    rule: 'only your own',
    status: 204,
  },
  'GET /feed/:secret/:file': {
    access: 'anyone',
    summary:
      'A file of a feed: days, points, events or entries as .csv, .ndjson or .parquet, for spreadsheets and programs',
    rule: 'the secret address, until it expires or is revoked',
    responseType: 'text/csv',
    errors: { 404: feedNotFoundMessage, 429: tooManyAttemptsMessage },
  },
}
