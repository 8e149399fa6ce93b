/** Who may call what of the links that show analytics to others. */
import * as z from 'zod/mini'
import { Share, SharedReport } from '../../schema/account-report.ts'
import { kB, type Row } from './row.ts'

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
